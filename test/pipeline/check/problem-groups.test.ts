import { describe, expect, it } from 'vitest'
import { find } from '../../rooms/messages.ts'
import { ProblemGroups } from '../../rooms/pipeline/check.ts'
import type { RowProblem } from '../../rooms/pipeline/tables.ts'
import { type Refusal, readDateTime } from '../../rooms/sheet/values.ts'

const place = { field: 'endDate', cell: 'H2', heading: '', value: '' }

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

  it('gather edited rows, whatever was edited in each', () => {
    const groups = new ProblemGroups()
    for (const row of [2, 3]) {
      const changed = find('changed', {
        identifier: `A-${row}`,
        differences: [{ field: 'destination', before: 'Portugal', now: `Spain ${row}` }],
        table: 'the sheet Changed',
        isDeclined: false,
        isPerson: false,
        orphans: 'the sheet Orphans',
      })
      const problem = { field: '', cell: '', heading: '', value: '', ...changed }
      groups.add(`row ${row}`, { outcome: 'changed', problem })
    }
    expect(groups.list()).toMatchObject([
      { count: 2, rule: 'looks like an edited row of an earlier run', cells: ['row 2', 'row 3'] },
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
      const refusal = readDateTime({ t: 's', v: value })
      groups.add('row 2', { outcome: 'invalid', problem: { field, cell, heading: '', value, ...(refusal as Refusal) } })
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

  it('hold one cause once, whatever number stands in its rows, with what stands there', () => {
    const groups = new ProblemGroups()
    for (const [index, shown] of ['46000', '45999', '46000'].entries()) {
      const found = find('date-number', { shown })
      groups.add('', { outcome: 'invalid', problem: { ...place, cell: `H${index + 2}`, value: shown, ...found } })
    }
    expect(groups.list()).toEqual([
      {
        outcome: 'invalid',
        field: 'endDate',
        rule: 'must be a date, not a number',
        hint: expect.stringContaining('Write it as YYYY-MM-DD'),
        count: 3,
        cells: ['H2', 'H3', 'H4'],
        values: ['46000', '45999', '46000'],
      },
    ])
  })

  it('say what a single row says where all rows say the same', () => {
    const groups = new ProblemGroups()
    for (const cell of ['H2', 'H3']) {
      groups.add('', { outcome: 'invalid', problem: { ...place, cell, ...find('date-number', { shown: '5' }) } })
    }
    expect(groups.list()).toMatchObject([{ rule: 'must be a date, not the number 5', count: 2 }])
    expect(groups.list()[0]).not.toHaveProperty('values')
  })

  it('show what stands in the cells where the rule does not say it', () => {
    const groups = new ProblemGroups()
    for (const value of ['Mgr', 'Mgr']) {
      groups.add('', { outcome: 'invalid', problem: { ...place, value, rule: 'must be Low, Mid or Senior', hint: '' } })
    }
    groups.add('', { outcome: 'invalid', problem: { ...place, value: '', rule: 'must be given', hint: '' } })
    expect(groups.list().map(({ values }) => values)).toEqual([['Mgr', 'Mgr'], undefined])
  })

  it('keep causes apart that differ in more than a row’s own facts', () => {
    const groups = new ProblemGroups()
    for (const near of ['Spain', 'Italy']) {
      groups.add('', { outcome: 'invalid', problem: { ...place, ...find('unlisted-near', { values: 195, near }) } })
    }
    expect(groups.list().map(({ hint }) => hint)).toEqual(['Did you mean “Spain”?', 'Did you mean “Italy”?'])
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
