import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PlainCellParser } from '../../rooms/sheet/reading.ts'
import { readAll, styles, workbookParts, zip } from './workbook-parts.ts'

const others = {
  'xl/sharedStrings.xml': `<sst>${Array.from({ length: 30 }, (_, index) => `<si><t>text ${index}</t></si>`).join('')}</sst>`,
  'xl/styles.xml': styles('', 'dd/mm/yyyy', '0.00', '[h]:mm'),
}

const digits = fc.stringMatching(/^-?[0-9]{1,18}(?:\.[0-9]{0,18})?(?:E-?[0-9]{1,2})?$/)
const words = fc.constantFrom('', ' ', 'plain', 'Größe', '漢字', 'a_x000D_b', '&amp;&lt;', 'a\rb', '<![CDATA[&]]>', '1')
const value = fc.oneof(digits, fc.nat({ max: 29 }).map(String), words, fc.double().map(String))
const number = fc.oneof(digits, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String))

const formula = fc.constantFrom(
  '<f>A1&amp;B1</f>',
  '<f t="shared" ref="A1:B9" si="0">A1</f>',
  '<f t="shared" si="0"/>',
  '<f/>',
  '<f x="a>b">A1</f>',
  '<f t=shared>A1</f>',
  '<f><![CDATA[A1]]></f>',
  '<fx/>',
)

/** A cell's attributes, and what stands between its tags. */
const cell = fc.record({
  column: fc.integer({ min: 0, max: 6 }),
  isPlaced: fc.boolean(),
  style: fc.option(fc.nat({ max: 5 })),
  content: fc.oneof(
    number.map((text) => ({ type: '', body: `<v>${text}</v>` })),
    fc.nat({ max: 29 }).map((index) => ({ type: 's', body: `<v>${index}</v>` })),
    words.map((text) => ({ type: 'inlineStr', body: `<is><t>${text}</t></is>` })),
    words.map((text) => ({ type: 'inlineStr', body: `<is><t xml:space="preserve">${text}</t></is>` })),
    fc
      .tuple(fc.constantFrom('n', 'str', 'b', 'e', 'd', 'odd'), value)
      .map(([type, text]) => ({ type, body: `<v>${text}</v>` })),
    fc
      .tuple(formula, fc.constantFrom('n', 'str', 's', 'b'), value)
      .map(([before, type, text]) => ({ type, body: `${before}<v>${text}</v>` })),
    fc.constantFrom('', '<f>A1</f>', '<f>A1</f><v>1</v>', '<is/>', '<v/>').map((body) => ({ type: '', body })),
  ),
})

function toXml(cells: readonly (typeof cell extends fc.Arbitrary<infer Made> ? Made : never)[]): string {
  const list = cells.map(({ column, isPlaced, style, content: { type, body } }) => {
    const place = isPlaced ? ` r="${'ABCDEFG'[column]}1"` : ''
    const format = style === null ? '' : ` s="${style}"`
    const start = `<c${place}${format}${type === '' ? '' : ` t="${type}"`}`
    return body === '' ? `${start}/>` : `${start}>${body}</c>`
  })
  return `<row r="1">${list.join('')}</row>`
}

/** The same for XML, and nothing that the short cut knows. */
function withPrefixes(xml: string): string {
  return xml.replace(/<(\/?)(?=[a-z])/g, '<$1x:')
}

async function outcomeOf(rows: string): Promise<unknown> {
  try {
    const { rows: read, notes } = await readAll(
      zip(workbookParts(`${rows}<row r="2"><c r="A2"><v>1</v></c></row>`, others)),
    )
    return { read, notes }
  } catch (error) {
    return String(error).replace(/^.* is damaged/, 'is damaged')
  }
}

it('reads every cell as the scanner itself does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { maxLength: 12 }), async (cells) => {
      const xml = toXml(cells)
      expect(await outcomeOf(xml)).toEqual(await outcomeOf(withPrefixes(xml)))
    }),
    { numRuns: 60 },
  )
})

it('reads plain numbers to the last digit', () => {
  fc.assert(
    fc.property(number, (text) => {
      const bytes = Buffer.from(`<c r="B7" s="3"><v>${text}</v></c></row>`)
      const plain = new PlainCellParser()
      expect(plain.parse(bytes, bytes.toString('latin1'), 0)).toBe(bytes.length - '</row>'.length)
      expect([plain.column, plain.style]).toEqual([1, 3])
      expect(plain.text === undefined ? plain.number : Number(plain.text)).toBe(Number(text))
    }),
  )
})

it.each([
  ['<c r="A1"><v>1</v></c></row>', 22],
  ['<c r="A1" s="1"/></row>', 17],
  ['<c r="A1" t="inlineStr"><is><t>Größe</t></is></c></row>', 51],
  ['<c r="A1" x="1"><v>1</v></c></row>', -1],
  ["<c r='A1'><v>1</v></c></row>", -1],
  ['<c r="A1"><v>1</x></c></row>', -1],
  ['<c r="A1"><f>B1</f><v>1</v></c></row>', 31],
  ['<c r="A1"><f t="shared" si="0"/><v>1</v></c></row>', 44],
  ['<c r="A1"><f>B1<!-- --></f><v>1</v></c></row>', -1],
  ['<c r="A1"><f>B1</f></c></row>', -1],
  ['<c r="A1"><f t="</row>', -1],
  ['<c r="A1"><v>a&amp;b</v></c></row>', -1],
  ['<col r="A1"></row>', -1],
  ['<c r="A1" t="inlineStr"><is><t>cut</row>', -1],
  ['<c r="A1"><v></row>', -1],
  ['<c r="A</row>', -1],
  ['<c </row>', -1],
])('of %s it takes up to %i', (xml, end) => {
  const bytes = Buffer.from(xml)
  expect(new PlainCellParser().parse(bytes, bytes.toString('latin1'), 0)).toBe(end)
})
