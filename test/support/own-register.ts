import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'

// The library takes its user from the process: each test is a user of its own, who has never used a ledger.
function becomeAnother(): void {
  process.env['XDG_STATE_HOME'] = join(tmpdir(), `state-${randomUUID()}`)
}

becomeAnother()
beforeEach(becomeAnother)
