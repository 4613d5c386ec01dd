import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/operations/assess.ts'
import { decide } from '../../../src/operations/decide.ts'
import { invite } from '../../../src/operations/invite.ts'
import {
  listOrphan,
  listProblems,
  listUnknown,
  planOrphans,
  planProblems,
  planUnknown,
} from '../../../src/pipeline/tables/problems-sheet.ts'
import type { OutCell } from '../../../src/sheet/writing/plan.ts'
import { held, record, sentAt, submission, view } from '../write/views.ts'

const columns = { headings: ['Staff', 'Host country'], fields: { employeeId: 0, destination: 1 } }
const cells = '[{"t":"s","v":"E1"},{"t":"s","v":"Spian"}]'
const results = [{ name: 'Results', rows: 10, hasHeadings: true }]

function problem(field: string, rule = 'must not be empty') {
  return { field, cell: 'A2', heading: 'Staff', value: '', rule, hint: 'Fill it in.' }
}

/** A line as heading → what is shown. */
function asRecord(
  sheet: { columns: readonly { heading: string }[] },
  line: readonly OutCell[],
): Record<string, unknown> {
  return Object.fromEntries(sheet.columns.map(({ heading }, index) => [heading, shownIn(line[index])]))
}

function shownIn(cell: OutCell | undefined): unknown {
  return cell === undefined || cell.t === 'z' ? '' : cell.v
}

function problemsOf(row: Parameters<typeof view>[0]): Record<string, unknown>[] {
  return listProblems(view(row), [{ columns }], results).map((line) => asRecord(planProblems(false), line))
}

describe('Problems', () => {
  it('has one line per problem of an invalid row, linked to its row', () => {
    const row = {
      ...held('invalid', { problems: [problem('employeeId'), problem('seniority')] }),
      seq: 3,
      rowNumber: 9,
    }
    expect(problemsOf(row)).toMatchObject([
      { row: 9, result: 'Results 5', outcome: 'invalid', cell: 'A2', field: 'employeeId', hint: 'Fill it in.' },
      { row: 9, result: 'Results 5', outcome: 'invalid', field: 'seniority' },
    ])
    expect(listProblems(view(row), [{ columns }], results)[0]?.[1]).toEqual({
      t: 'jump',
      v: 'Results 5',
      sheet: 'Results',
      cell: 'A5',
    })
  })

  it('shows where in the sheet the field is that the service refused', () => {
    const of = { state: 'rejected' as const, problemField: 'destination', problem: 'Incorrect Country' }
    expect(problemsOf(record({ cells, of }))).toMatchObject([
      {
        cell: 'B2',
        heading: 'Host country',
        field: 'destination',
        value: 'Spian',
        problem: 'destination: Incorrect Country',
      },
    ])
  })

  it.each(['approverId', '__proto__', ''])('names a refused field that the sheet does not have: “%s”', (field) => {
    const of = { state: 'rejected' as const, problemField: field, problem: 'no' }
    expect(problemsOf(record({ cells, of }))).toMatchObject([{ cell: '', heading: '', field, value: '' }])
  })

  it.each(['ready', 'accepted', 'pending', 'failed', 'unknown'] as const)(
    'has a line for a row that is %s',
    (state) => {
      expect(problemsOf(record({ of: { state, problem: 'why' } }))).toHaveLength(1)
    },
  )

  it.each(['scored', 'decided', 'invited'] as const)('has none for a row that is %s, but for its warnings', (state) => {
    expect(problemsOf(record({ of: { state } }))).toEqual([])
    const warnings = JSON.stringify([problem('workingDays', 'is more than the 5 days of the trip')])
    expect(problemsOf(record({ warnings, of: { state } }))).toMatchObject([
      { outcome: 'warning', field: 'workingDays' },
    ])
  })
})

describe('Unknown', () => {
  it('has what helps to find the row at the service, and room for what was found', () => {
    const row = view(
      record({ of: { state: 'unknown', problem: 'no answer within 45 s', rawAnswer: 'x'.repeat(5_000), sentAt } }),
    )
    const attempt = { submissionId: 1, runId: 1, operation: 'create', sentAt, httpStatus: undefined, detail: '' }
    const attempts = [
      { ...attempt, answeredAt: sentAt + 1, outcome: 'not-sent' },
      { ...attempt, answeredAt: sentAt + 45_000, outcome: 'unknown' },
    ]
    const sheet = planUnknown(['employeeId', 'destination'], false)
    const line = asRecord(
      sheet,
      listUnknown(row, ['employeeId', 'destination'], attempts, { reference: 'ref-1', expected: 'A or B' }),
    )
    expect(line).toMatchObject({
      row: 2,
      employeeId: 'E1',
      destination: 'Spain',
      sentAt: '2026-03-01T09:30:00.000Z',
      answeredAt: '2026-03-01T09:30:45.000Z',
      problem: 'no answer within 45 s',
      reference: 'ref-1',
      resolution: '',
    })
    expect(String(line['answer'])).toHaveLength(2_000)
  })
})

describe('Orphans', () => {
  const facts = { tellingFields: ['employeeId'], createdHeadings: ['assessmentId', 'reportUrl'] } as const

  it('has every identifier that was returned for a row that is gone, and what the row was', () => {
    const orphan = submission({ state: 'scored', identifier: 'A-9', reportUrl: 'https://reports.example/A-9', sentAt })
    const line = asRecord(planOrphans(facts), listOrphan(orphan, facts, submission({ identifier: 'A-new' })))
    expect(line).toMatchObject({
      assessmentId: 'A-9',
      reportUrl: 'https://reports.example/A-9',
      outcome: 'scored',
      employeeId: 'E1',
      replacedBy: 'A-new',
    })
  })

  it('has also what may have been created', () => {
    const orphan = submission({ state: 'unknown', problem: 'time-out' })
    const line = asRecord(planOrphans(facts), listOrphan(orphan, facts, undefined))
    expect(line).toMatchObject({ assessmentId: '', outcome: 'unknown', problem: 'time-out' })
  })

  it.each([
    ['assess', assess, ['assessmentId', 'reportUrl', 'outcome']],
    ['decide', decide, ['outcome', 'assessmentId', 'status']],
    ['invite', invite, ['userId', 'outcome', 'staff_id']],
  ])('of %s begins with what that gives, and shows it there', (_, { tellingFields, createdHeadings }, begins) => {
    const given = { tellingFields, createdHeadings }
    const sheet = planOrphans(given)
    expect(sheet.columns.slice(0, 3).map(({ heading }) => heading)).toEqual(begins)
    const line = listOrphan(submission({ state: 'scored', identifier: 'X-9' }), given, undefined)
    expect(line).toHaveLength(sheet.columns.length)
    expect(asRecord(sheet, line)).toMatchObject({
      outcome: 'scored',
      ...(begins[0] === 'outcome' ? {} : { [begins[0] ?? '']: 'X-9' }),
    })
  })
})
