import { describe, expect, it } from 'vitest'
import { emptyForm, type OutputCell, toXlsxCell } from '../../rooms/sheet/writing.ts'

/** With what stands behind its place and style, undefined when it is empty. */
function describeCell(cell: OutputCell, canLink: boolean): object {
  const { form, content, ...others } = toXlsxCell(cell, canLink)
  return { xml: form === emptyForm ? undefined : form.before + content + form.after, ...others }
}

const textXml = (text: string) => ` t="str"><v>${text}</v></c>`
const richXml = (text: string) => ` t="inlineStr"><is><r><t xml:space="preserve">${text}</t></r></is></c>`
const numberXml = (value: number) => `><v>${value}</v></c>`

describe('a cell of a worksheet', () => {
  it.each<[string, OutputCell, object]>([
    ['text', { t: 's', v: 'a' }, { xml: textXml('a') }],
    ['a formula is text', { t: 's', v: '=1+1' }, { xml: textXml('=1+1') }],
    ['markup is text', { t: 's', v: '<v>&' }, { xml: textXml('&lt;v&gt;&amp;') }],
    ['empty text', { t: 's', v: '' }, { xml: undefined }],
    ['white space is kept', { t: 's', v: ' a' }, { xml: richXml(' a') }],
    ['control characters are escaped', { t: 's', v: 'a\rb<' }, { xml: richXml('a_x000D_b&lt;') }],
    ['number with its format', { t: 'n', v: 123, f: '00000' }, { xml: numberXml(123), format: '00000' }],
    ['NaN', { t: 'n', v: Number.NaN }, { xml: textXml('NaN') }],
    ['infinity', { t: 'n', v: Number.NEGATIVE_INFINITY }, { xml: textXml('-Infinity') }],
    ['zero', { t: 'n', v: -0 }, { xml: numberXml(0) }],
    ['boolean', { t: 'b', v: false }, { xml: ' t="b"><v>0</v></c>' }],
    ['date', { t: 'd', v: '2026-03-01T00:00:00' }, { xml: numberXml(46_082), usualFormat: 'yyyy-mm-dd' }],
    [
      'date with time',
      { t: 'd', v: '2026-03-01T12:00:00' },
      { xml: numberXml(46_082.5), usualFormat: 'yyyy-mm-dd hh:mm' },
    ],
    [
      'date with format',
      { t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' },
      { xml: numberXml(46_082), format: 'dd/mm/yyyy', usualFormat: 'yyyy-mm-dd' },
    ],
    ['time of day', { t: 'd', v: '1899-12-30T12:00:00' }, { xml: numberXml(0.5), usualFormat: 'hh:mm:ss' }],
    [
      'length of time',
      { t: 'd', v: '1899-12-31T06:00:00', f: '[h]:mm' },
      { xml: numberXml(1.25), format: '[h]:mm', usualFormat: '[h]:mm:ss' },
    ],
    ['date out of range', { t: 'd', v: '1850-01-01T00:00:00' }, { xml: textXml('1850-01-01T00:00:00') }],
    ['error', { t: 'e', v: '#N/A' }, { xml: ' t="e"><v>#N/A</v></c>' }],
    ['error that files do not hold', { t: 'e', v: '#SPILL!' }, { xml: textXml('#SPILL!') }],
    ['empty', { t: 'z' }, { xml: undefined }],
    [
      'link',
      { t: 'link', v: 'report', href: 'https://example.test/r?a=1' },
      { xml: textXml('report'), link: { kind: 'web', href: 'https://example.test/r?a=1' } },
    ],
    ['script', { t: 'link', v: 'x', href: 'javascript:alert(1)' }, { xml: textXml('x') }],
    [
      'jump',
      { t: 'jump', v: 'row 3', sheet: "Bob's", cell: 'A3' },
      { xml: textXml('row 3'), link: { kind: 'cell', location: "'Bob''s'!A3" } },
    ],
  ])('%s', (_, cell, expected) => {
    expect(describeCell(cell, true)).toEqual(expected)
  })

  it.each<[OutputCell]>([
    [{ t: 'link', v: 'https://a.test/', href: 'https://a.test/' }],
    [{ t: 'jump', v: 'https://a.test/', sheet: 'A', cell: 'A1' }],
  ])('is plain text when no link may be made any more', (cell) => {
    expect(describeCell(cell, false)).toEqual({ xml: textXml('https://a.test/') })
  })

  it.each(['s', 'n', 'd', 'e'])('of type %s takes an object from data for text', (t) => {
    const cell = {
      t,
      v: { formula: 'HYPERLINK("https://evil.test")', error: 'x' },
      f: { a: 1 },
    } as unknown as OutputCell
    const { form, content, format } = toXlsxCell(cell, true)
    expect(form.before).toBe(' t="str"><v>')
    expect(content).toMatch(/^\{&quot;formula&quot;/)
    expect(format).toBeUndefined()
  })

  it('holds each number as JavaScript writes it', () => {
    const near = (value: number): number[] => [value, -value, value * (1 + Number.EPSILON), value + 0.01]
    const values = Array.from({ length: 1_100 }, (_, count) => count / 10).flatMap(near)
    expect(values.filter((v) => toXlsxCell({ t: 'n', v }, true).content !== String(v))).toEqual([])
  })
})
