import { expect, it } from 'vitest'
import { terminalFace } from '../rooms/cli/output.ts'
import type { RowOutcome } from '../rooms/contract.ts'
import type { Message } from '../rooms/messages.ts'
import { assess, decide, invite } from '../rooms/operations.ts'
import { explainOutcome } from '../rooms/pipeline/rows.ts'
import { pageFace } from '../rooms/web.ts'
import { commandLine, expectWorded } from './expect-worded.ts'

const created = { identifier: 'A-1', reportUrl: '' }
const differences = [{ field: 'startDate', before: '1 March 2026', now: '2 March 2026' }]
const field = { cell: 'C2', heading: 'Level', value: 'Boss', rule: 'must be Low', hint: 'Choose one.' }

const outcomes: readonly RowOutcome[] = [
  { state: 'invalid', problems: [{ field: 'seniority', ...field }] },
  { state: 'duplicate', of: 'row 4', shared: undefined },
  { state: 'duplicate', of: 'row 4', shared: 'email a@b.example' },
  { state: 'changed', identifier: 'A-9', differences, isDeclined: false },
  { state: 'changed', identifier: undefined, differences, isDeclined: true },
  { state: 'kept', ...created, result: {}, isPending: false, differences },
  { state: 'kept', ...created, result: {}, isPending: true, differences },
  { state: 'ready', reason: undefined },
  { state: 'ready', reason: 'HTTP 429' },
  { state: 'accepted', ...created, message: undefined },
  { state: 'accepted', ...created, message: 'Not Found' },
  { state: 'pending', ...created, message: undefined },
  { state: 'pending', ...created, message: 'HTTP 502' },
  { state: 'failed', reason: 'connection refused' },
  { state: 'unknown', reason: 'no answer within 45 s', sentAtMs: Date.UTC(2026, 2, 1) },
  { state: 'rejected', field: 'startDate', message: 'It is wrong' },
  { state: 'rejected', field: '', message: 'It is wrong' },
]

const refusals = [
  [assess, 'destination', 'Incorrect Country please review documentation'],
  [assess, 'employeeId', 'Employee ID is missing'],
  [assess, '', 'Past Trip Duration is missing'],
  [assess, '', 'Number Hires is missing'],
  [decide, 'startDate', 'It is wrong'],
  [decide, '', 'Compliance Team Member ID must match a registered, activated staff account in this company. x'],
  [decide, '', 'RWA not found for this company'],
  [invite, '', 'Could not create pending user'],
  [invite, 'staff_id', 'It is wrong'],
] as const

const faces = [terminalFace, pageFace]

it.each(outcomes)('each face explains what is $state, and names no option on the page', (outcome) => {
  for (const face of faces) {
    const { problem, hint } = explainOutcome(outcome, assess.output.hintFor, { face })
    expect(`${problem}${hint}`).not.toBe('')
    if (face === pageFace) expect(`${problem} ${hint}`).not.toMatch(commandLine)
  }
})

it.each(refusals)('each face advises on a refusal: %o, “%s”, “%s”', ({ output }, name, message) => {
  expectWorded(output.hintFor(name, message) as Message)
})
