import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPlainLine } from '../../rooms/cli/output.ts'
import { escapeCodes } from '../../rooms/messages.ts'
import { anyCharacter } from '../../support/any-character.ts'

describe('a line for people', () => {
  it.each([
    ['a title for the terminal', '\u001b]0;gotcha\u0007', '\\u{1b}]0;gotcha\\u{7}'],
    ['a second line', 'a\r\n2026-01-01 info done', 'a\\u{d}\\u{a}2026-01-01 info done'],
    ['C1 and DEL', 'a\u009b2Jb\u007f', 'a\\u{9b}2Jb\\u{7f}'],
    ['letters turned around', 'a\u202exslx.exe\u2069', 'a\\u{202e}xslx.exe\\u{2069}'],
    ['line separators', 'a\u2028b\u2029c\u0085d', 'a\\u{2028}b\\u{2029}c\\u{85}d'],
    ['a tab and what people write', 'a\té 東京 😀 “x” ‎', 'a\té 東京 😀 “x” \\u{200e}'],
  ])('shows %s', (_, text, expected) => {
    expect(toPlainLine(text)).toBe(expected)
  })
})

describe('JSON', () => {
  it('means the same, and holds nothing that acts on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const json = escapeCodes(JSON.stringify({ [text]: text }))
        expect(JSON.parse(json)).toEqual({ [text]: text })
        expect(toPlainLine(json)).toBe(json)
      }),
    )
  })
})
