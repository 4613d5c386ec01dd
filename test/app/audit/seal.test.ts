import { describe, expect, it } from 'vitest'
import { type SealedLine, sealedColumns, sealLine } from '../../../src/app/audit/seal.ts'

const line = Object.fromEntries(sealedColumns.map((column) => [column, column])) as SealedLine

describe('the seal of a line', () => {
  it.each(sealedColumns)('is another one when %s is', (column) => {
    expect(sealLine('', { ...line, [column]: 'x' })).not.toBe(sealLine('', line))
  })

  it('is another one behind other lines, and the same behind the same', () => {
    expect(sealLine('a', line)).not.toBe(sealLine('b', line))
    expect(sealLine('a', line)).toBe(sealLine('a', { ...line }))
  })

  it('takes nothing and an empty cell for the same, and no text for two', () => {
    expect(sealLine('', { ...line, account: null })).toBe(sealLine('', { ...line, account: '' }))
    expect(sealLine('', { ...line, account: 'a","b', machine: '' })).not.toBe(
      sealLine('', { ...line, account: 'a', machine: 'b' }),
    )
  })

  it('is of what a cell can hold', () => {
    const long = 'x'.repeat(40_000)
    expect(sealLine('', { ...line, detail: long })).toBe(
      sealLine('', { ...line, detail: `${'x'.repeat(32_761)}…[cut]` }),
    )
  })
})
