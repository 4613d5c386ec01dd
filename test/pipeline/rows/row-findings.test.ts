import { describe, expect, it } from 'vitest'
import { parseFindings, serializeFindings } from '../../rooms/pipeline/rows.ts'

const warning = { field: 'workingDays', cell: 'N7', heading: 'Days', value: '99', rule: 'is odd', hint: '' }
const correction = { field: 'legalRight', column: 3, meant: '' }

describe('the notes of a row', () => {
  it.each([
    ['nothing', { warnings: [], corrections: [] }],
    ['a warning', { warnings: [warning], corrections: [] }],
    ['a correction', { warnings: [], corrections: [correction] }],
    ['both', { warnings: [warning], corrections: [correction] }],
  ])('are kept as they were: %s', (_, notes) => {
    expect(parseFindings(serializeFindings(notes))).toEqual(notes)
  })

  it('take no room where there are none', () => {
    expect(serializeFindings({ warnings: [], corrections: [] })).toBeUndefined()
  })
})
