import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toShortLine } from '../rooms/sandbox/mail.ts'
import { anyCharacter } from '../support/any-character.ts'

describe('text in one line', () => {
  it.each([
    ['is left alone when it is one', 'Ana-María  Ñúñez 😀', 'Ana-María  Ñúñez 😀'],
    ['has a blank for line breaks', 'Ana\r\nBcc: x@y.example', 'Ana Bcc: x@y.example'],
    ['has a blank for Unicode line and paragraph separators', 'a\u2028b\u2029c\u0085d', 'a b c d'],
    ['has a blank for NUL, tab and escape', 'a\0b\tc\u001b[31m', 'a b c [31m'],
    ['does not turn the reading direction', 'a\u202egnp.exe', 'a gnp.exe'],
    ['has no half of a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['is trimmed', '\n Ana \n', 'Ana'],
    ['is cut after 100 characters, not within one', '😀'.repeat(101), `${'😀'.repeat(99)}…`],
  ])('%s', (_name, text, line) => {
    expect(toShortLine(text)).toBe(line)
  })

  it('never breaks, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const line = toShortLine(text)
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u)
        expect([...line].length).toBeLessThanOrEqual(100)
      }),
    )
  })
})
