import { describe, expect, it } from 'vitest'
import { displayCell, shorten } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

describe('displayCell', () => {
  it.each<[Cell, string]>([
    [{ t: 's', v: ' Spain\u00a0' }, 'Spain'],
    [{ t: 'n', v: 123, f: '00000' }, '00123'],
    [{ t: 'n', v: 0.25, f: '0%' }, '25%'],
    [{ t: 'b', v: true }, 'TRUE'],
    [{ t: 'b', v: false }, 'FALSE'],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }, '2026-03-01'],
    [{ t: 'd', v: '2026-03-01T00:00:00.000' }, '2026-03-01'],
    [{ t: 'd', v: '2026-03-01T14:30:00' }, '2026-03-01 14:30'],
    [{ t: 'd', v: '2026-03-01T00:00:05' }, '2026-03-01 00:00:05'],
    [{ t: 'e', v: '#N/A' }, '#N/A'],
    [{ t: 'z' }, ''],
  ])('%j is shown as %s', (cell, shown) => {
    expect(displayCell(cell)).toBe(shown)
  })
})

describe('shorten', () => {
  it.each([
    ['short', 80, 'short'],
    ['two\r\nlines', 80, 'two lines'],
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['👍👍👍👍', 3, '👍👍…'],
  ])('%j to %d is %j', (text, length, shown) => {
    expect(shorten(text, length)).toBe(shown)
  })

  it('cuts a text of many spaces', () => {
    expect(shorten(`a${' '.repeat(1000)}b`)).toBe('a …')
  })
})
