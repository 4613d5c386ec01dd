import { describe, expect, it } from 'vitest'
import { ProblemGroups } from '../../../src/pipeline/check/problem-groups.ts'
import type { RowProblem } from '../../../src/pipeline/tables/problems-sheet.ts'

function problem(cell: string, rule = 'must be Yes or No', outcome = 'invalid'): RowProblem {
  return { outcome, problem: { field: 'legalRight', cell, heading: 'Right to work', value: 'x', rule, hint: '' } }
}

describe('groups of problems', () => {
  it('gather what is told alike, with its cells, the most frequent first', () => {
    const groups = new ProblemGroups()
    groups.add('row 2', problem('C2', 'must not be empty'))
    groups.add('row 3', problem('C3'))
    groups.add('row 4', problem('C4'))
    expect(groups.list()).toMatchObject([
      { rule: 'must be Yes or No', count: 2, cells: ['C3', 'C4'] },
      { rule: 'must not be empty', count: 1, cells: ['C2'] },
    ])
  })

  it('keep a warning apart from a problem of the same words', () => {
    const groups = new ProblemGroups()
    groups.add('row 2', problem('C2'))
    groups.add('row 3', problem('C3', 'must be Yes or No', 'warning'))
    expect(groups.list().map(({ outcome }) => outcome)).toEqual(['invalid', 'warning'])
  })

  it('tell dates as text once, with what they prove together', () => {
    const groups = new ProblemGroups()
    for (const [cell, field, value] of [
      ['G2', 'startDate', '03.04.2026'],
      ['H2', 'endDate', '16.07.2026'],
    ] as const) {
      const { problem: bare } = problem(cell, `must be a date, not ${value}`)
      groups.add('row 2', { outcome: 'invalid', problem: { ...bare, field, value, cause: 'text-date' } })
    }
    expect(groups.list()).toEqual([
      {
        outcome: 'invalid',
        field: 'startDate, endDate',
        rule: 'must be dates that can be read; these are text, and H2 proves DD.MM.YYYY',
        hint: 'To read them add ‹dateFormat› DD.MM.YYYY.',
        count: 2,
        cells: ['G2', 'H2'],
      },
    ])
  })

  it('name the row where no cell is to blame', () => {
    const groups = new ProblemGroups()
    groups.add('row 17', problem(''))
    expect(groups.list()[0]?.cells).toEqual(['row 17'])
  })

  it('count on when there are too many cells, or too many kinds, to keep', () => {
    const groups = new ProblemGroups()
    for (let row = 0; row < 1_001; row += 1) groups.add(`row ${row}`, problem(`C${row}`))
    for (let row = 0; row < 10_000; row += 1) groups.add(`row ${row}`, problem(`C${row}`, `rule ${row}`))
    expect(groups.list()[0]).toMatchObject({ count: 1_001, cells: { length: 1_000 } })
    expect([groups.list().length, groups.others]).toEqual([10_000, 1])
  })
})
