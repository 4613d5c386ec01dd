import { describe, expect, it } from 'vitest'
import { classifyFormat } from '../../../src/sheet/number-format/classify.ts'
import { isValidFormat } from '../../../src/sheet/number-format/is-valid-format.ts'
import { showNumber } from '../../../src/sheet/number-format/show-number.ts'
import { splitFormat } from '../../../src/sheet/number-format/tokens.ts'

/** Each token as `kind:text`, sections apart. */
function outline(code: string): string[][] {
  return splitFormat(code).map((tokens) => tokens.map(({ kind, text }) => `${kind}:${text}`))
}

describe('the tokens of a number format', () => {
  it.each<[string, string[][]]>([
    ['', [[]]],
    [';', [[], []]],
    ['0.0', [['character:0', 'character:.', 'character:0']]],
    ['"a;b"\\;_);*-', [['text:a;b', 'text:;', 'padding:)'], ['fill:-']]],
    ['[Red][h]', [['bracket:Red', 'bracket:h']]],
    ['YYYY-mm', [['letters:YYYY', 'character:-', 'letters:mm']]],
    ['AM/PM a/p', [['halfDay:AM/PM', 'character: ', 'halfDay:a/p']]],
    ['0E+0', [['character:0', 'exponent:E+', 'character:0']]],
    ['GENERAL;G/通用格式', [['general:GENERAL'], ['general:G/通用格式']]],
    ['\\😀', [['text:😀']]],
  ])('%j', (code, expected) => {
    expect(outline(code)).toEqual(expected)
  })

  it.each([
    ['"kg;0', 'text', 'kg;0'],
    ['[h', 'bracket', 'h'],
    ['\\', 'text', ''],
    ['_', 'padding', ''],
    ['*', 'fill', ''],
  ])('%j ends before its token does', (code, kind, text) => {
    expect(splitFormat(code)).toEqual([[{ kind, text, isClosed: false }]])
  })

  it.each(['0"', '0[', '0\\', '0"kg', '0[h', '0[Red', '0[>5'])('%j means the same to all who ask', (code) => {
    expect(isValidFormat(code)).toBe(false)
    expect(showNumber(7, code)).toBe('7')
    expect(classifyFormat(code).kind).toBe('number')
  })
})
