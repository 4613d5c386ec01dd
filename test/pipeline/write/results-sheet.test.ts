import { describe, expect, it } from 'vitest'
import type { ResultColumn } from '../../../src/pipeline/operation.ts'
import { fillResults, planResults } from '../../../src/pipeline/write/results-sheet.ts'
import type { Cell } from '../../../src/sheet/cell.ts'
import { held, record, view } from './views.ts'

const resultColumns: ResultColumn[] = [
  { heading: 'outcome', width: 12, cell: ({ outcome }) => ({ t: 's', v: outcome.state }) },
  { heading: 'assessmentId', width: 36, cell: ({ submission }) => ({ t: 's', v: submission?.identifier ?? '' }) },
]

function headingsFor(headings: string[], fields: Record<string, number> = {}): string[] {
  return planResults({ headings, fields }, resultColumns, []).sheet.columns.map(({ heading }) => heading)
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
    const { sheet } = planResults({ headings: ['a', 'b', 'c'], fields: {} }, [], [cells])
    expect(sheet.columns.map(({ width }) => width)).toEqual([8, 22, 48])
  })
})

describe('a line of Results', () => {
  it('keeps input cells with type and format, and puts results where they belong', () => {
    const date = { t: 'd' as const, v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }
    const row = view(
      record({ cells: JSON.stringify([{ t: 's', v: 'old' }, date]), of: { state: 'accepted', identifier: 'A-1' } }),
    )
    const plan = planResults({ headings: ['outcome', 'Start', 'Remark'], fields: {} }, resultColumns, [])
    expect(fillResults(plan, row)).toEqual([{ t: 's', v: 'accepted' }, date, { t: 'z' }, { t: 's', v: 'A-1' }])
  })

  it.each([
    ['invalid', held('invalid', { problems: [] }), 'A-typed'],
    ['accepted', record({ of: { state: 'accepted', identifier: 'A-1' } }), 'A-1'],
  ] as const)('of a row that is %s keeps the identifier of its sheet, or shows its own', (_, from, expected) => {
    const row = view({ ...from, cells: JSON.stringify([{ t: 's', v: 'A-typed' }]) })
    const plan = planResults({ headings: ['RWA ID'], fields: { assessmentId: 0 } }, resultColumns, [])
    expect(fillResults(plan, row)[0]).toEqual({ t: 's', v: expected })
  })
})
