import { describe, expect, it } from 'vitest'
import { countLines, measureCell, measureText } from '../../rooms/sheet/writing.ts'
import type { Cell } from '../../rooms/sheet.ts'

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['Ærø', 3],
    ['e\u0301a', 2],
    ['東京', 4],
    ['ＡＢ', 4],
    ['한국', 4],
    ['😀!', 3],
    ['👩\u200d👩', 4],
    ['שלום', 4],
    ['a\nlonger\r\nb', 6],
  ])('%j is %d', (text, width) => {
    expect(measureText(text)).toBe(width)
  })
})

describe('the lines of a text', () => {
  it.each([
    ['short', 10, 1],
    ['exactly 10', 10, 1],
    ['as letters are narrower than digits, this fits', 42, 1],
    ['as letters are narrower than digits, this fits', 39, 2],
    ['a\nb\r\nc', 10, 3],
    ['', 10, 1],
    ['東京東京東', 10, 1],
    ['東京東京東京', 10, 2],
    ['x'.repeat(100), 0, 94],
  ])('%j in %d characters are %d', (text, width, lines) => {
    expect(countLines(text, width)).toBe(lines)
  })
})

describe('the width of a cell as it is shown', () => {
  it.each<[Cell, number]>([
    [{ t: 'z' }, 0],
    [{ t: 's', v: '東京' }, 4],
    [{ t: 'n', v: 1234.5, f: '#,##0.00' }, 8],
    [{ t: 'b', v: true }, 4],
    [{ t: 'd', v: '2026-03-01T00:00:00' }, 10],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }, 10],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'd-mmm-yy' }, 10],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy' }, 31],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy hh:mm;@' }, 16],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'yyyy"年"m"月"d"日"' }, 14],
    [{ t: 'd', v: '1899-12-30T09:30:00', f: '[h]:mm AM/PM' }, 16],
  ])('%j is %d', (cell, width) => {
    expect(measureCell(cell)).toBe(width)
  })
})
