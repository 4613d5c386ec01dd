import { expect, it } from 'vitest'
import type { SubmissionState } from '../../rooms/contract.ts'
import type { Submission } from '../../rooms/ledger/port.ts'
import { describeSender } from '../../rooms/pipeline/rows.ts'

const sentAt = Date.UTC(2026, 2, 1, 9)

function sent(state: SubmissionState, acceptedAt?: number): Submission {
  return { id: 1, state, sentAt, acceptedAt, sender: 'ben@laptop' } as Submission
}

it.each<[Submission | undefined, string, string]>([
  [sent('done', sentAt), 'scored', 'Created by ben@laptop on 2026-03-01.'],
  [sent('pending', sentAt), 'scored', 'Created by ben@laptop on 2026-03-01.'],
  [sent('done'), 'decided', 'Decided by ben@laptop on 2026-03-01.'],
  [sent('sending'), 'scored', 'Is being sent by ben@laptop.'],
  [sent('unknown'), 'scored', 'Was sent by ben@laptop on 2026-03-01.'],
  [{ ...sent('done', sentAt), sentAt: undefined }, 'scored', 'Created by ben@laptop.'],
  [sent('ready'), 'scored', ''],
  [sent('rejected'), 'scored', ''],
  [{ ...sent('done', sentAt), sender: undefined }, 'scored', ''],
  [undefined, 'scored', ''],
])('who else has sent a row is said of what may exist: %#', (submission, doneWord, words) => {
  expect(describeSender(submission, doneWord)).toBe(words)
})
