import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in package.json, which stands two folders up from here, built or not. */
export const version: string = readVersion()

function readVersion(): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
    return isManifest ? String(manifest.version) : 'unknown'
  } catch {
    // With too few open files, for one: what fails next can be said.
    return 'unknown'
  }
}
