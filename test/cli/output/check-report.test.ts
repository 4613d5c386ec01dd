import { describe, expect, it } from 'vitest'
import type { SheetCheck } from '../../rooms/app/check.ts'
import { describeCheck, summariseCheck } from '../../rooms/cli/output.ts'
import type { ProblemGroup } from '../../rooms/pipeline/check.ts'

const country: ProblemGroup = {
  outcome: 'invalid',
  field: 'destination',
  rule: 'must be one of the 132 values in the list',
  hint: 'Did you mean “Portugal”?',
  count: 37,
  cells: Array.from({ length: 37 }, (_, index) => `G${index + 17}`),
}

function check(groups: readonly ProblemGroup[], others = 0): SheetCheck {
  return {
    file: 'trips.xlsx',
    report: {
      sheets: [{ name: 'Q2', rows: 1_038 }],
      rows: 1_038,
      balance: [
        { state: 'ready', wasDone: false, count: 1_001 },
        { state: 'invalid', wasDone: false, count: 37 },
      ],
      groups,
      others,
    },
    cannotKnow: ['what was sent before'],
    written: undefined,
  }
}

describe('what a check says', () => {
  it('is the rows by outcome, the problems grouped with the first cells, and what it cannot know', () => {
    expect(describeCheck(check([country]))).toEqual([
      'trips.xlsx, sheet “Q2”: 1,038 rows',
      '  1,001  ready      would be sent',
      '     37  invalid    would not be sent: correct them',
      '',
      'Problems:',
      '  37 × destination: must be one of the 132 values in the list. Did you mean “Portugal”? (G17, G18, G19, G20, G21, …)',
      '',
      'What a check cannot know:',
      '  - what was sent before',
    ])
  })

  it('keeps problems, warnings and what is left out apart', () => {
    const warning = { ...country, outcome: 'warning', rule: 'is odd', hint: '', count: 1, cells: ['A2'] }
    const skipped = { ...warning, outcome: 'skipped', field: '', rule: 'nothing to decide', cells: ['row 3'] }
    const lines = describeCheck(check([country, warning, skipped]))
    expect(lines).toContain('Warnings, which do not stop a row:')
    expect(lines).toContain('  1 × destination: is odd (A2)')
    expect(lines).toContain('  1 × the row: nothing to decide (row 3)')
  })

  it('stays readable when there are very many kinds', () => {
    const groups = Array.from({ length: 45 }, (_, index) => ({ ...country, rule: `rule ${index}` }))
    const lines = describeCheck(check(groups, 7))
    expect(lines).toContain('  … and 5 other kinds; -o lists every one')
    expect(lines).toContain('7 further problems are of more kinds than are kept apart here.')
  })

  it('as JSON has all groups, without the state that they leave rows in', () => {
    const { outcome: _, ...group } = country
    expect(summariseCheck(check([country]))).toEqual({
      file: 'trips.xlsx',
      sheets: [{ name: 'Q2', rows: 1_038 }],
      rows: 1_038,
      outcomes: { ready: 1_001, invalid: 37 },
      problems: [group],
      warnings: [],
      skipped: [],
      furtherProblems: 0,
      cannotKnow: ['what was sent before'],
      output: null,
    })
  })
})
