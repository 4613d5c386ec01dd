import { describe, expect, it } from 'vitest'
import { parseCells, storeCells } from '../../rooms/pipeline/rows.ts'
import { type Cell, emptyCell, uncomputedCell } from '../../rooms/sheet.ts'

const cells: readonly Cell[] = [
  { t: 's', v: 'E1' },
  emptyCell,
  { t: 's', v: '' },
  { t: 'n', v: 7, f: '0.0' },
  { t: 'b', v: false },
  { t: 'd', v: '2026-03-01T00:00:00' },
  { t: 'e', v: '#N/A' },
  uncomputedCell,
]

describe('the cells of a row in a ledger', () => {
  it('come back as they were, without the empty ones at the end', () => {
    expect(parseCells(storeCells({ cells: [...cells, emptyCell, emptyCell] }))).toEqual(cells)
  })

  it('take no more room than their texts need', () => {
    expect(storeCells({ cells: cells.slice(0, 3) })).toBe('["E1"]')
    expect(storeCells({ cells: cells.slice(0, 4) })).toBe('["E1",null,"",{"t":"n","v":7,"f":"0.0"}]')
  })

  it('of earlier builds are read', () => {
    expect(parseCells(JSON.stringify(cells))).toEqual(cells)
  })

  it('are refused where they are none', () => {
    expect(() => parseCells('[{"t"')).toThrow('row')
  })
})
