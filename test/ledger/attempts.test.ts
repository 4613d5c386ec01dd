import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/ledger/attempts.ts'
import { createWorkspace } from './workspace.ts'

const full: Attempt = {
  submissionId: 7,
  runId: 3,
  operation: 'create',
  sentAt: 1,
  answeredAt: 2,
  httpStatus: 200,
  outcome: 'accepted',
  detail: 'R-1',
}
const bare: Attempt = {
  ...full,
  runId: undefined,
  sentAt: undefined,
  answeredAt: undefined,
  httpStatus: undefined,
  outcome: 'unknown',
}

describe('the attempt log', () => {
  it('gives back the lines of one submission as they were written, in order', () => {
    const { attempts } = createWorkspace().open()
    for (const line of [full, { ...full, submissionId: 8 }, bare]) attempts.append(line)
    expect(attempts.of(7)).toEqual([full, bare])
  })

  it('outlives the process', () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    ledger.attempts.append(full)
    ledger.close()
    expect(workspace.open().attempts.of(7)).toEqual([full])
  })
})
