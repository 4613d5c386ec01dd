import { afterEach, describe, expect, it, vi } from 'vitest'
import { SheetSplitter } from '../../rooms/sheet/enriching.ts'

interface Cut {
  head: string
  rows: [number: number, xml: string][]
  between: string
  tail: string
}

function cut(xml: string, size = xml.length): Cut {
  const found: Cut = { head: '', rows: [], between: '', tail: '' }
  const splitter = new SheetSplitter()
  const bytes = Buffer.from(xml)
  for (let at = 0; at < bytes.length; at += size) {
    for (const piece of splitter.push(bytes.subarray(at, at + size))) {
      if (Buffer.isBuffer(piece)) found.between += piece.toString('utf8')
      else found.rows.push([piece.number, piece.bytes.toString('utf8')])
    }
  }
  splitter.end()
  return { ...found, head: splitter.head, tail: splitter.tail }
}

const rows = '<row r="2"><c><v>ü &lt;</v></c></row>\n<row/><row r="7"></row>'
const sheet = `<?xml version="1.0"?><!-- <sheetData> --><worksheet a="&gt;"><cols/><sheetData>${rows}</sheetData><pageMargins/></worksheet>`

afterEach(() => vi.restoreAllMocks())

describe('a worksheet', () => {
  it.each([1, 2, 3, 7, 50, 1000])('is cut the same when it comes in pieces of %i bytes', (size) => {
    const plain = sheet.replace('<!-- <sheetData> -->', '')
    const found = cut(plain, size)
    expect(found).toMatchObject({ between: '\n', tail: '</sheetData><pageMargins/></worksheet>' })
    expect(found.rows.map(([number]) => number)).toEqual([2, 3, 7])
    expect(found.head + found.rows[0]?.[1] + found.between + found.rows[1]?.[1] + found.rows[2]?.[1] + found.tail).toBe(
      plain,
    )
  })

  it.each([1, 5, 1000])('is cut where its rows end, whatever its texts are full of, in pieces of %i bytes', (size) => {
    const row = (number: number, text: string): string => `<row r="${number}"><c t="str"><v>${text}</v></c></row >`
    const texts = ['w', 'ww row w/row', 'w'.repeat(50), `${'row '.repeat(20)}`, '']
    const xml = texts.map((text, index) => row(index + 1, text))
    const found = cut(`<worksheet><sheetData>${xml.join('')}</sheetData>`, size)
    expect(found.rows).toEqual(xml.map((text, index) => [index + 1, text]))
  })

  it('has its rows numbered as they say, however they say it', () => {
    const tags = ['r="3"', 's="1" r="5"', "r='6'", 'r = "7"', '', 'r="1234567890"', 'r="12x"', 'r=""']
    const found = cut(`<worksheet><sheetData>${tags.map((tag) => `<row ${tag}/>`).join('')}</sheetData>`)
    expect(found.rows.map(([number]) => number)).toEqual([3, 5, 6, 7, 8, 1_234_567_890, 1_234_567_891, 1_234_567_892])
  })

  it.each([
    ['with its table in a comment', sheet, /a comment or section without an end/],
    ['that ends before its rows do', '<worksheet><sheetData><row r="1">', /missing or incomplete/],
    ['without a table', '<worksheet><cols/></worksheet>', /missing or incomplete/],
    ['with something else among its rows', '<worksheet><sheetData><col/></sheetData></worksheet>', /more than rows/],
  ])('%s is left alone', (_, xml, reason) => {
    expect(() => cut(xml)).toThrow(reason)
  })

  it('is looked through once, however many rows it has', () => {
    let looked = 0
    const find = Buffer.prototype.indexOf
    vi.spyOn(Buffer.prototype, 'indexOf').mockImplementation(function (this: Buffer, what, from, encoding) {
      const at = find.call(this, what, from, encoding)
      looked += (at < 0 ? this.length : at) - Number(from ?? 0)
      return at
    })
    const many = Array.from(
      { length: 5000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`,
    )
    const xml = `<worksheet><sheetData>${many.join('')}</sheetData></worksheet>`
    expect(cut(xml).rows).toHaveLength(5000)
    expect(looked).toBeGreaterThan(xml.length / 2)
    expect(looked).toBeLessThan(xml.length * 3)
  })
})
