import { describe, expect, it } from 'vitest'
import { RowAddresses } from '../../rooms/pipeline/rows.ts'

describe('rows and cells', () => {
  it.each([
    [['EMEA'], 0, 'row 5', 'H5'],
    [['EMEA', 'AMER'], 1, 'row 5 of AMER', 'AMER!H5'],
    [['EMEA', 'North America'], 1, 'row 5 of North America', "'North America'!H5"],
    [['EMEA', "Q3 '26"], 1, "row 5 of Q3 '26", "'Q3 ''26'!H5"],
    [['EMEA', '2026'], 1, 'row 5 of 2026', "'2026'!H5"],
  ])('of %j, sheet %i: %s, %s', (names, position, row, cell) => {
    const places = new RowAddresses(names)
    expect([places.row(position, 5), places.cell(position, 'H5')]).toEqual([row, cell])
  })

  it('without a cell have no address, and without a known sheet no name', () => {
    const places = new RowAddresses(['EMEA', 'AMER'])
    expect([places.cell(1, ''), places.row(Number.NaN, 5)]).toEqual(['', 'row 5'])
  })
})
