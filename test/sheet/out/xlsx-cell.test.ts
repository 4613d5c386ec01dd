import { describe, expect, it } from 'vitest'
import type { OutCell } from '../../../src/sheet/out/plan.ts'
import { toXlsxCell } from '../../../src/sheet/out/xlsx-cell.ts'

const richOf = (text: string) => ({ richText: [{ text }] })

describe('a cell for exceljs', () => {
  it.each<[string, OutCell, object]>([
    ['text', { t: 's', v: 'a' }, { value: 'a' }],
    ['a formula is text', { t: 's', v: '=1+1' }, { value: '=1+1' }],
    ['empty text', { t: 's', v: '' }, { value: null }],
    ['white space is kept', { t: 's', v: ' a' }, { value: richOf(' a') }],
    ['control characters are escaped', { t: 's', v: 'a\rb' }, { value: richOf('a_x000D_b') }],
    ['number with its format', { t: 'n', v: 123, f: '00000' }, { value: 123, format: '00000' }],
    ['NaN', { t: 'n', v: Number.NaN }, { value: 'NaN' }],
    ['infinity', { t: 'n', v: Number.NEGATIVE_INFINITY }, { value: '-Infinity' }],
    ['a format too long for Excel is dropped', { t: 'n', v: 1, f: '0'.repeat(256) }, { value: 1 }],
    ['boolean', { t: 'b', v: false }, { value: false }],
    ['date', { t: 'd', v: '2026-03-01T00:00:00' }, { value: 46_082, format: 'yyyy-mm-dd' }],
    ['date with time', { t: 'd', v: '2026-03-01T12:00:00' }, { value: 46_082.5, format: 'yyyy-mm-dd hh:mm' }],
    [
      'date with format',
      { t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' },
      { value: 46_082, format: 'dd/mm/yyyy' },
    ],
    ['time of day', { t: 'd', v: '1899-12-30T12:00:00' }, { value: 0.5, format: 'hh:mm:ss' }],
    ['date out of range', { t: 'd', v: '1850-01-01T00:00:00' }, { value: '1850-01-01T00:00:00' }],
    ['error', { t: 'e', v: '#N/A' }, { value: { error: '#N/A' } }],
    ['error that files do not hold', { t: 'e', v: '#SPILL!' }, { value: '#SPILL!' }],
    ['empty', { t: 'z' }, { value: null }],
    [
      'link',
      { t: 'link', v: 'report', href: 'https://example.test/r?a=1' },
      { value: { text: 'report', hyperlink: 'https://example.test/r?a=1' }, isLink: true },
    ],
    ['script', { t: 'link', v: 'javascript:alert(1)', href: 'javascript:alert(1)' }, { value: 'javascript:alert(1)' }],
    ['file', { t: 'link', v: 'x', href: 'file:///etc/passwd' }, { value: 'x' }],
    ['no address', { t: 'link', v: 'x', href: 'x' }, { value: 'x' }],
    [
      'an address too long for Excel',
      { t: 'link', v: 'x', href: `https://a.test/${'x'.repeat(2080)}` },
      { value: 'x' },
    ],
    [
      'jump',
      { t: 'jump', v: 'row 3', sheet: "Bob's", cell: 'A3' },
      { value: { text: 'row 3', hyperlink: "#'Bob''s'!A3" }, isLink: true },
    ],
  ])('%s', (_, cell, expected) => {
    expect(toXlsxCell(cell, true)).toEqual(expected)
  })

  it.each<[OutCell]>([
    [{ t: 'link', v: 'https://a.test/', href: 'https://a.test/' }],
    [{ t: 'jump', v: 'https://a.test/', sheet: 'A', cell: 'A1' }],
  ])('is plain text when no link may be made any more', (cell) => {
    expect(toXlsxCell(cell, false)).toEqual({ value: 'https://a.test/' })
  })

  it.each(['s', 'n', 'd', 'e'])('of type %s never hands an object from data on', (t) => {
    const cell = { t, v: { formula: 'HYPERLINK("https://evil.test")', richText: [], error: 'x' } } as unknown as OutCell
    expect(typeof toXlsxCell(cell, true).value).toBe('string')
  })
})
