import { describe, expect, it } from 'vitest'
import { findResultColumns, isHeadedAs } from '../../rooms/pipeline/rows.ts'

const names = ['outcome', 'overallTrip', 'problem', 'hint', 'reportUrl', 'assessmentId']

function find(headings: readonly string[], fields: Readonly<Record<number, string>> = {}): Record<string, number> {
  const columns = headings.map((heading, index) => ({ heading, index, field: fields[index] }))
  return Object.fromEntries(findResultColumns(columns, names))
}

describe('columns of ours in an earlier output', () => {
  it.each<[string, string[], Record<string, number>]>([
    [
      'headed for people',
      ['Staff', 'Outcome', 'Overall', 'Problem', 'What to do', 'Assessment ID'],
      { outcome: 1, overallTrip: 2, problem: 3, hint: 4, assessmentId: 5 },
    ],
    [
      'of versions before, in their order',
      ['Staff', 'outcome', 'assessmentId', 'reportUrl', 'overallTrip', 'problem', 'hint'],
      { outcome: 1, assessmentId: 2, reportUrl: 3, overallTrip: 4, problem: 5, hint: 6 },
    ],
    [
      'behind the customer’s own words',
      ['Report', 'Problem', 'Outcome', 'Staff', 'Outcome', 'Problem', 'What to do', 'Report'],
      { outcome: 4, problem: 5, hint: 6, reportUrl: 7 },
    ],
    [
      'beside the customer’s own, under another name',
      ['Outcome', 'Problem', 'Assessment outcome', 'Overall', 'Assessment problem', 'What to do'],
      { outcome: 2, overallTrip: 3, problem: 4, hint: 5 },
    ],
    [
      'behind the customer’s column with that name',
      ['Assessment outcome', 'Outcome', 'Problem', 'What to do'],
      { outcome: 1, problem: 2, hint: 3 },
    ],
    ['never a lone word of the customer’s', ['Report', 'Problem', 'Overall', 'Outcome'], {}],
    [
      'never the customer’s column in place of one that was left out',
      ['Report', 'Outcome', 'Problem', 'What to do'],
      { outcome: 1, problem: 2, hint: 3 },
    ],
  ])('%s', (_, headings, found) => {
    expect(find(headings)).toEqual(found)
  })

  it('are found by their field under any heading, and not where the column is read as another field', () => {
    expect(find(['RWA number'], { 0: 'assessmentId' })).toEqual({ assessmentId: 0 })
    const other = find(['Outcome', 'Problem', 'What to do', 'Report'], { 3: 'note' })
    expect(other).not.toHaveProperty('reportUrl')
  })
})

it.each([
  ['overallTrip', 'Overall', true],
  ['overallTrip', 'overall trip', true],
  ['overallTrip', 'Problem', false],
  ['unheard', 'unheard', true],
] as const)('%s and “%s” are one column: %s', (name, heading, expected) => {
  expect(isHeadedAs(name, heading)).toBe(expected)
})
