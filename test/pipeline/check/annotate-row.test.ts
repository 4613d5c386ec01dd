import { describe, expect, it } from 'vitest'
import { annotateRow } from '../../rooms/pipeline/check.ts'
import type { RowProblem } from '../../rooms/pipeline/tables.ts'
import type { Cell } from '../../rooms/sheet.ts'

const cells: Cell[] = [
  { t: 's', v: 'E1' },
  { t: 'n', v: 1.5, f: '0.0' },
]

function problem(
  column: number | undefined,
  facts: Partial<RowProblem['problem']> = {},
  outcome = 'invalid',
): RowProblem {
  return {
    outcome,
    problem: {
      field: 'workingDays',
      cell: '',
      ...(column === undefined ? {} : { column }),
      heading: '',
      value: '',
      rule: 'must be whole',
      hint: '',
      ...facts,
    },
  }
}

const settings = { width: 3, wholeRowAt: 0, mayComment: true }

describe('an annotated row', () => {
  it('is the row itself, as wide as the sheet, where nothing is wrong', () => {
    expect(annotateRow(cells, [], settings)).toEqual({ cells: [...cells, { t: 'z' }], comments: 0 })
  })

  it('has the bad cell marked, with rule and hint, and its value and format kept', () => {
    const { cells: annotated, comments } = annotateRow(cells, [problem(1, { hint: 'Round it.' })], settings)
    expect(annotated[1]).toEqual({ ...cells[1], mark: 'wrong', note: 'workingDays must be whole\nRound it.' })
    expect(comments).toBe(1)
  })

  it('marks an empty cell too', () => {
    expect(annotateRow(cells, [problem(2)], settings).cells[2]).toMatchObject({ t: 'z', mark: 'wrong' })
  })

  it('says all problems of a cell in one comment, and a mere warning in another colour', () => {
    const warning = problem(1, { rule: 'is odd' }, 'warning')
    const both = annotateRow(cells, [problem(1), warning], settings)
    expect(both.cells[1]).toMatchObject({
      mark: 'wrong',
      note: 'workingDays must be whole\n\nwarning: workingDays is odd',
    })
    expect(annotateRow(cells, [warning], settings).cells[1]).toMatchObject({ mark: 'doubtful' })
  })

  it('says what concerns the whole row where the row is named', () => {
    const duplicate = problem(undefined, { field: '', rule: 'same content as row 2; not sent' }, 'duplicate')
    expect(annotateRow(cells, [duplicate], settings).cells[0]).toMatchObject({
      mark: 'wrong',
      note: 'duplicate: same content as row 2; not sent',
    })
  })

  it('is marked only once there are too many comments', () => {
    const { cells: annotated, comments } = annotateRow(cells, [problem(1)], { ...settings, mayComment: false })
    expect([annotated[1], comments]).toEqual([{ ...cells[1], mark: 'wrong' }, 0])
  })
})
