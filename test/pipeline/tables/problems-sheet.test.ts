import { describe, expect, it } from 'vitest'
import { fillLine, listRowProblems, locateInTables, problemsTable } from '../../rooms/pipeline/tables.ts'
import { asRecord, held, record, view } from '../write/views.ts'

const columns = { headings: ['Staff', 'Host country'], fields: { employeeId: 0, destination: 1 } }
const cells = '[{"t":"s","v":"E1"},{"t":"s","v":"Spian"}]'
const results = locateInTables([{ name: 'Results', rows: 10, hasHeadings: true }])

function problem(field: string, rule = 'must not be empty') {
  return { field, cell: 'A2', heading: 'Staff', value: '', rule, hint: 'Fill it in.' }
}

const table = problemsTable(false, results)

function linesOf(row: Parameters<typeof view>[0]) {
  const shown = view(row)
  return listRowProblems(shown, [{ columns }]).map((problem) => fillLine(table, { view: shown, ...problem }))
}

function problemsOf(row: Parameters<typeof view>[0]): Record<string, unknown>[] {
  return linesOf(row).map((line) => asRecord(table, line))
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
    expect(linesOf(row)[0]?.[1]).toEqual({
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

  it.each(['done'] as const)('has none for a row that is %s, but for its warnings', (state) => {
    expect(problemsOf(record({ of: { state } }))).toEqual([])
    const warnings = JSON.stringify([problem('workingDays', 'is more than the 5 days of the trip')])
    expect(problemsOf(record({ warnings, of: { state } }))).toMatchObject([
      { outcome: 'warning', field: 'workingDays' },
    ])
  })
})
