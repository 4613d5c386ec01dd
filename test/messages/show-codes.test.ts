import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hideCodes, showCodes } from '../rooms/messages.ts'
import { anyCharacter } from '../support/any-character.ts'

it('shows what turns the reading around, and leaves what people write: lines, accents, joined emoji, other scripts', () => {
  expect(showCodes('E-\u202e321\u202c')).toBe('E-\\u{202e}321\\u{202c}')
  for (const text of ['a\tb\r\nc', 'Zoë 👩‍💻', 'محمد علي', 'דוד כהן', 'می‌خواهم']) expect(showCodes(text)).toBe(text)
})

it('an edit of what is shown keeps every character of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(hideCodes(showCodes(text))).toBe(text)
    }),
  )
  expect(hideCodes('\\u{41} \\u{202e} \\u{0202e} \\u{ffff')).toBe('\\u{41} \u202e \\u{0202e} \\u{ffff')
})
