import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Everything that the tests of a run write is in one folder, which goes with the run; in memory where the system has such
 * a place: a disk that is busy with somebody else's work takes seconds for what a test is not about.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rwa-test-'))
  // Some tests start programs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
