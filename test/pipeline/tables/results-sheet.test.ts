import { describe, expect, it } from 'vitest'
import type { ResultColumn } from '../../rooms/pipeline/model.ts'
import { fillLine, planResults } from '../../rooms/pipeline/tables.ts'
import type { Cell } from '../../rooms/sheet.ts'
import { held, record, view } from '../write/views.ts'

const resultColumns: ResultColumn[] = [
  { heading: 'outcome', width: 12, cell: ({ outcome }) => ({ t: 's', v: outcome.state }) },
  { heading: 'assessmentId', width: 36, cell: ({ submission }) => ({ t: 's', v: submission?.identifier ?? '' }) },
]

function of(headings: string[], fields: Record<string, number> = {}, name = '') {
  return [{ name, columns: { headings, fields } }]
}

function headingsFor(headings: string[], fields: Record<string, number> = {}): string[] {
  return planResults(of(headings, fields), resultColumns, []).columns.map(({ heading }) => heading)
}

describe('the columns of Results', () => {
  it.each([
    ['those of the input in their order, then the results', ['B', 'A'], ['B', 'A', 'outcome', 'assessmentId']],
    ['headed exactly like a result: refilled in place', ['outcome', 'A'], ['outcome', 'A', 'assessmentId']],
    [
      'merely similar: kept as they are',
      ['Outcome', 'Assessment ID'],
      ['Outcome', 'Assessment ID', 'outcome', 'assessmentId'],
    ],
    ['without a heading: kept', ['A', '', ''], ['A', '', '', 'outcome', 'assessmentId']],
    [
      'headed like objects of the language: like any other',
      ['__proto__', 'constructor'],
      ['__proto__', 'constructor', 'outcome', 'assessmentId'],
    ],
  ])('%s', (_, headings, expected) => {
    expect(headingsFor(headings)).toEqual(expected)
  })

  it('read as the field of a result, under whatever heading: refilled in place, under the result’s', () => {
    const headings = headingsFor(['RWA ID', 'A'], { assessmentId: 0 })
    expect(headings).toEqual(['assessmentId', 'A', 'outcome'])
  })

  it('are wide enough for their content, within reason', () => {
    const cells = ['a', 'x'.repeat(20), 'x'.repeat(900)].map((v): Cell => ({ t: 's', v }))
    const sheet = planResults(of(['a', 'b', 'c']), [], [{ sheet: 0, cells }])
    expect(sheet.columns.map(({ width }) => width)).toEqual([8, 22, 40])
  })
})

it('a heading for people that the input has too gives way to the name: both columns stay apart', () => {
  const titled = [{ heading: 'reportUrl', title: 'Report', width: 30, cell: () => ({ t: 'z' as const }) }]
  const { columns } = planResults(of(['Staff', 'report']), titled, [])
  expect(columns.map(({ heading, title }) => title ?? heading)).toEqual(['Staff', 'report', 'reportUrl'])
})

describe('the columns of several sheets', () => {
  const emea = of(['Staff', 'Host', 'Cost centre', ''], { employeeId: 0, destination: 1 }, 'EMEA')
  const amer = of(['VIP', 'Destination', 'COST  centre', 'Employee ID', ''], { destination: 1, employeeId: 3 }, 'AMER')

  it('are united by field, else by heading, and one more says which sheet a row is from', () => {
    const plan = planResults([...emea, ...amer], resultColumns, [])
    expect(plan.columns.map(({ heading }) => heading)).toEqual([
      ...['Staff', 'Host', 'Cost centre', '', 'VIP', 'sheet', 'outcome', 'assessmentId'],
    ])
    const cells = JSON.stringify(['x', 'Spain', '77', 'E1'].map((v) => ({ t: 's', v })))
    const line = fillLine(plan, view(record({ sheet: 1, cells, of: { state: 'ready' } }), [], ['EMEA', 'AMER']))
    expect(line.map((cell) => (cell.t === 'z' ? '' : cell.v))).toEqual([
      ...['E1', 'Spain', '77', '', 'x', 'AMER', 'ready', ''],
    ])
  })

  it.each([
    ['headed otherwise where the input has a column of that name', ['Sheet'], ['EMEA', 'AMER'], 'sheet 2'],
    ['not needed for the parts of one output that is read again', ['A'], ['Results', 'Results (2)'], undefined],
    ['not needed for one sheet', ['A'], ['EMEA'], undefined],
  ])('the column for the sheet is %s', (_, headings, names, expected) => {
    const sheets = names.flatMap((name) => of(headings, {}, name))
    const found = planResults(sheets, [], []).columns.map(({ heading }) => heading)
    expect(found).toEqual(expected === undefined ? headings : [...headings, expected])
  })
})

describe('a line of Results', () => {
  it('keeps input cells with type and format, and puts results where they belong', () => {
    const date = { t: 'd' as const, v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }
    const row = view(
      record({ cells: JSON.stringify([{ t: 's', v: 'old' }, date]), of: { state: 'accepted', identifier: 'A-1' } }),
    )
    const plan = planResults(of(['outcome', 'Start', 'Remark']), resultColumns, [])
    expect(fillLine(plan, row)).toEqual([{ t: 's', v: 'accepted' }, date, { t: 'z' }, { t: 's', v: 'A-1' }])
  })

  it.each([
    ['invalid', held('invalid', { problems: [] }), 'A-typed'],
    ['accepted', record({ of: { state: 'accepted', identifier: 'A-1' } }), 'A-1'],
  ] as const)('of a row that is %s keeps the identifier of its sheet, or shows its own', (_, from, expected) => {
    const row = view({ ...from, cells: JSON.stringify([{ t: 's', v: 'A-typed' }]) })
    const plan = planResults(of(['RWA ID'], { assessmentId: 0 }), resultColumns, [])
    expect(fillLine(plan, row)[0]).toEqual({ t: 's', v: expected })
  })
})
