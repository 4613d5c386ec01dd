import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = readManifest()

/** From package.json, two folders up from this file in both the sources and the build. */
export const version: string = manifest.version ?? 'unknown'

/** The versions of Node.js that the program is tested with, as package.json has them; empty when it cannot be read. */
export const testedNodes: string = manifest.engines?.node ?? ''

function readManifest(): { version?: string; engines?: { node?: string } } {
  try {
    return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) ?? {}
  } catch {
    // Reading fails with too few open files, for one; a later error can then still be reported.
    return {}
  }
}
