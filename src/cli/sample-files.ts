import { readFileSync } from 'node:fs'

/** `samples` is part of the package: the same from src/cli, from dist/cli and from dist/bin. */
export function readSample(name: string): Uint8Array {
  return readFileSync(new URL(`../../samples/${name}`, import.meta.url))
}
