import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from './memory-folder.mjs'

/**
 * Everything that the tests of a run write is in one folder, which goes with the run; in memory where the system has such
 * a place: a disk that is busy with somebody else's work takes seconds for what a test is not about.
 */
export function setup(): (() => void) | undefined {
  // It is called for each project of the configuration.
  if (process.env['RWA_TEST_FOLDER'] !== undefined) return undefined
  const folder = mkdtempSync(join(memoryFolder, 'rwa-test-'))
  // Some tests start programs as another user.
  chmodSync(folder, 0o755)
  process.env['RWA_TEST_FOLDER'] = folder
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
