import { describe, expect, it } from 'vitest'
import type { AttemptFacts } from '../../rooms/ledger/port.ts'
import { createAttemptLog } from '../../rooms/ledger/sqlite.ts'
import { createWorkspace } from '../workspace.ts'

const full: AttemptFacts = {
  runId: 3,
  operation: 'create',
  sentAt: 1,
  answeredAt: 2,
  httpStatus: 200,
  outcome: 'accepted',
  detail: 'R-1',
}
const bare: AttemptFacts = {
  ...full,
  runId: undefined,
  sentAt: undefined,
  answeredAt: undefined,
  httpStatus: undefined,
  outcome: 'unknown',
}

describe('the attempt log', () => {
  it('gives back the lines of one submission as they were written, in order', async () => {
    const { open, connect } = createWorkspace()
    const { attempts } = open()
    const log = createAttemptLog(connect())
    log(7, full)
    log(8, full)
    log(7, bare)
    expect(await attempts.of(7)).toEqual([
      { submissionId: 7, ...full },
      { submissionId: 7, ...bare },
    ])
  })

  it('outlives the process', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    createAttemptLog(workspace.connect())(7, full)
    await ledger.close()
    expect(await workspace.open().attempts.of(7)).toEqual([{ submissionId: 7, ...full }])
  })
})
