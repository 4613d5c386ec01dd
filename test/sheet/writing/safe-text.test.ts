import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeWorkbookText, escapeXml } from '../../rooms/sheet/package.ts'
import {
  escapeCsvFormulas,
  isPlainText,
  isPlainXml,
  maxCellText,
  textOf,
  truncateCellText,
} from '../../rooms/sheet/writing.ts'
import { anyCharacter } from '../../support/any-character.ts'

/** What Excel does on reading. */
function decode(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '_',
        '_x',
        'x0041',
        '_x0041_',
        '_x000d',
        '\u0001',
        '\r',
        '\n',
        '\t',
        '\u007f',
        '\uffff',
        'A',
        '0',
        '=',
        '😀',
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

describe('text in a workbook', () => {
  it.each([
    ['plain', 'plain'],
    ['a\tb\nc', 'a\tb\nc'],
    ['\r', '_x000D_'],
    ['\u0000\u001f\u007f', '_x0000__x001F_\u007f'],
    ['\uffff', '_xFFFF_'],
    ['_x0041_', '_x005F_x0041_'],
    ['_x000d_', '_x005F_x000d_'],
    ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['_x0041\u0001', '_x005F_x0041_x0001_'],
    ['_x004', '_x004'],
    ['snake_case', 'snake_case'],
  ])('%j is escaped as %j', (text, escaped) => {
    expect(escapeWorkbookText(text)).toBe(escaped)
  })

  it('comes back unchanged from any reader that decodes escapes', () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        expect(decode(escapeWorkbookText(text))).toBe(text)
      }),
      { seed: 20260301 },
    )
  })

  it('holds nothing that XML forbids or changes once escaped', () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        expect(escapeWorkbookText(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/)
      }),
      { seed: 20260301 },
    )
  })

  it('is its own XML where one look says so', () => {
    fc.assert(
      fc.property(fc.oneof(trickyText, fc.string({ unit: anyCharacter })), (text) => {
        if (isPlainXml(text)) expect([isPlainText(text), escapeXml(text)]).toEqual([true, text])
      }),
    )
    for (const text of ['a', 'Zoë Müller, 1+1', '', '(1.5) = {x}; a/b']) {
      expect(isPlainXml(text)).toBe(true)
    }
    for (const text of [' a', 'a ', 'a&b', '<', '"', 'a\nb', '\u00a0', '\u1680a', '_', 'a'.repeat(maxCellText + 1)]) {
      expect(isPlainXml(text)).toBe(false)
    }
  })

  it('is plain only when neither escaping nor fitting would change it', () => {
    fc.assert(
      fc.property(trickyText.filter(isPlainText), (text) => {
        expect(escapeWorkbookText(truncateCellText(text))).toBe(text)
        expect(text.trim()).toBe(text)
      }),
      { seed: 20260301 },
    )
  })

  it.each([' a', 'a ', '\u00a0', 'a\nb', 'a\rb', '😀', '\ud800', '_x'])('%j is not plain', (text) => {
    expect(isPlainText(text)).toBe(false)
  })

  it('is not plain when it is too long', () => {
    expect(isPlainText('a'.repeat(maxCellText))).toBe(true)
    expect(isPlainText('a'.repeat(maxCellText + 1))).toBe(false)
  })
})

describe('text too long for a cell', () => {
  it('is kept up to the limit', () => {
    const text = 'a'.repeat(maxCellText)
    expect(truncateCellText(text)).toBe(text)
  })

  it('says that it was cut', () => {
    const cut = truncateCellText('a'.repeat(maxCellText + 1))
    expect(cut).toHaveLength(maxCellText)
    expect(cut.endsWith('a…[cut]')).toBe(true)
  })

  it('is never cut inside a character', () => {
    for (const lead of ['', 'a']) {
      expect(truncateCellText(lead + '😀'.repeat(maxCellText))).toMatch(/😀…\[cut\]$/)
    }
  })
})

describe('lone surrogates', () => {
  it.each([
    ['\ud800a', '\ufffda'],
    ['a\udc00', 'a\ufffd'],
    ['😀', '😀'],
  ])('%j becomes %j', (text, expected) => {
    expect(truncateCellText(text)).toBe(expected)
  })
})

describe('text in CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 151 2345', "'+49 151 2345"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\n=1', "'\n=1"],
    ['＝1+1', "'＝1+1"],
    ['－1', "'－1"],
    ['-', "'-"],
    ['-1+1', "'-1+1"],
    ['-5', '-5'],
    ['+5', '+5'],
    ['-12.5', '-12.5'],
    ['-12,5', '-12,5'],
    ['-1e-7', '-1e-7'],
    ['plain', 'plain'],
    [' =1', ' =1'],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['=1;=2', "'=1;'=2"],
    ['5;-5;+7,5', '5;-5;+7,5'],
    ['late; - see note; =)', 'late; - see note; =)'],
    ['a;-b', "a;'-b"],
    ["'quoted", "'quoted"],
    ['', ''],
  ])('%j is written as %j', (text, expected) => {
    expect(escapeCsvFormulas(text)).toBe(expected)
  })
})

describe('what is no text', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    [7, '7'],
    [Number.NaN, 'NaN'],
    [{ formula: '1' }, '{"formula":"1"}'],
  ])('%j becomes %j', (value, expected) => {
    expect(textOf(value)).toBe(expected)
  })
})
