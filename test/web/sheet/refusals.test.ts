import { expect, it } from 'vitest'
import type { EditedCheck, EditedRow } from '../../rooms/app/check.ts'
import type { RowReport } from '../../rooms/app.ts'
import { listOutcomes, mergeRefusals } from '../../rooms/web/sheet.ts'

function row(request: string, changes: Partial<EditedRow> = {}): EditedRow {
  const same = { sheet: 0, number: 2, state: 'ready', isReady: true, isLeftOut: false, texts: ['E1', 'UK'] }
  return { ...same, problems: [], request, group: '', days: '', ...changes }
}

function report(state: string, field = ''): RowReport {
  const outcome =
    state === 'rejected'
      ? ({ state, field, message: 'no such country' } as const)
      : ({ state: 'failed', reason: '' } as const)
  const same = { sheet: '', rowNumber: 2, wasDone: false, identifier: undefined, reportUrl: undefined }
  const none = { result: undefined, reference: undefined }
  return { ...same, state, outcome, ...none, problem: '', hint: 'Look at the list.' }
}

const sheets: EditedCheck['sheets'] = [
  { name: 'Trips', headings: ['Staff', 'To'], headingRow: 1, fields: { destination: 1 } },
]

it('the words of the service stand in the cell that they are about, or in the row', () => {
  const check = { rows: [row('a'), row('b'), row('c')], sheets }
  const { refused: refusals } = listOutcomes(check, [
    report('rejected', 'destination'),
    report('failed'),
    report('rejected', 'x'),
  ])
  const shown = mergeRefusals(check, refusals)
  expect(
    shown.map(({ problems }) => problems.map(({ outcome, problem }) => [outcome, problem.column, problem.rule])),
  ).toEqual([
    [['rejected', 1, 'the service refused it: no such country']],
    [],
    [['rejected', undefined, 'the service refused it: no such country']],
  ])
  expect(shown.every(({ isReady }) => isReady)).toBe(true)
})

it('a row that asks for something else now is another one; back as it was, it is refused again', () => {
  const check = { rows: [row('a')], sheets }
  const { refused: refusals } = listOutcomes(check, [report('rejected')])
  const corrected = mergeRefusals({ rows: [row('b')], sheets }, refusals)
  expect(corrected[0]?.problems).toEqual([])
  expect(mergeRefusals({ rows: mergeRefusals(check, refusals), sheets }, refusals)[0]?.problems).toHaveLength(1)
  // What was shown goes when there is nothing refused any more.
  expect(mergeRefusals({ rows: mergeRefusals(check, refusals), sheets }, new Map())[0]?.problems).toEqual([])
})

it('a row that is held back has no request: nothing is said of it', () => {
  const check = { rows: [row('', { isReady: false })], sheets }
  expect(mergeRefusals(check, listOutcomes(check, [report('rejected')]).refused)[0]?.problems).toEqual([])
})

it('what may have been sent counts as sent, until a person finds that nothing was created', () => {
  const check = { rows: [row('a'), row('b'), row('c'), row('d')] }
  const hint = ''
  const unknown = { state: 'unknown', reason: 'no answer', sentAtMs: 1 } as const
  const reports = [
    { outcome: { state: 'done', identifier: 'A-1', reportUrl: '', result: {} } as const, reference: undefined, hint },
    { outcome: unknown, reference: 'x-2', hint },
    { outcome: unknown, reference: 'x-3', hint },
    { outcome: { state: 'failed', reason: '' } as const, reference: undefined, hint },
  ]
  expect([...listOutcomes(check, reports, new Set()).sent]).toEqual(['a', 'b', 'c'])
  expect([...listOutcomes(check, reports, new Set(['x-2'])).sent]).toEqual(['a', 'c'])
})
