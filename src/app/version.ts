import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** From package.json, two folders up from this file in both the sources and the build. */
export const version: string = readVersion()

function readVersion(): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
    return isManifest ? String(manifest.version) : 'unknown'
  } catch {
    // Reading fails with too few open files, for one; a later error can then still be reported.
    return 'unknown'
  }
}
