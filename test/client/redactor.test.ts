import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, placeholder } from '../rooms/client.ts'
import { anyAddress } from '../support/any-address.ts'
import { anyCharacter } from '../support/any-character.ts'
import { forbidden, spelledToken, spellings } from '../support/token-spellings.ts'

const redact = createRedactor(spelledToken)

function findParts(text: string): string[] {
  return forbidden.filter((part) => text.includes(part))
}

describe('a secret is replaced', () => {
  it.each(spellings)('written as $name', ({ text, json }) => {
    const clean = redact(`before, ${text} and behind`, false)
    expect(clean).toContain(placeholder)
    expect(clean).toMatch(/^before, .* and behind$/)
    expect(findParts(clean)).toEqual([])
    expect(findParts(redact(`{"message":"${json}"}`, true))).toEqual([])
  })

  it('each time, and only what it was written with', () => {
    const text = `a ${spelledToken}, b=${encodeURIComponent(spelledToken)}&c=\\u002F`
    expect(redact(text, false)).toBe(`a ${placeholder}, b=${placeholder}&c=\\u002F`)
  })

  it.each(spellings)('at the end of a text that breaks off within it, as $name', ({ text }) => {
    for (let length = text.length - 1; length > text.length - 12; length -= 1) {
      const clean = redact(`cut: ${text.slice(0, length)}`, true)
      expect(clean).toContain(placeholder)
      expect(findParts(clean)).toEqual([])
    }
  })

  it.each([
    ['eight characters of it', `cut: ${spelledToken.slice(0, 8)}`, `cut: ${placeholder}`],
    ['seven', `cut: ${spelledToken.slice(0, 7)}`, `cut: ${spelledToken.slice(0, 7)}`],
    ['eight and half an escape', `cut: sk%2Blive%2fA%4`, `cut: ${placeholder}`],
    ['eight that are not at the end', `${spelledToken.slice(0, 8)} .`, `${spelledToken.slice(0, 8)} .`],
  ])('when the text breaks off after %s', (_, text, expected) => {
    expect(redact(text, true)).toBe(expected)
  })

  it('which holds escapes itself', () => {
    const odd = 'a%41b\\u0042&amp;c'
    const texts = [odd, JSON.stringify(odd), encodeURIComponent(odd), odd.replaceAll('&', '&amp;'), 'aAbB&c']
    for (const text of texts) expect(createRedactor(odd)(`x ${text} y`, false)).toMatch(/^x "?\[token\]"? y$/)
  })
})

describe('a text without the secret', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '\\',
      '%',
      '&',
      '&amp;',
      '%25',
      '\\u00',
      '\\u0041',
      '&#65',
      '+',
      '/',
      '==',
      'sk+live/',
      'c2s',
      '[token]',
    ),
    fc.base64String(),
    anyAddress,
    fc.json(),
  )

  it('comes back as it is', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, mayBeCut) => {
        const text = `${pieces.join('')}.`
        expect(redact(text, mayBeCut)).toBe(text)
      }),
    )
  })

  it('is kept around the secret, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.constantFrom(...spellings), (left, right, { text }) => {
        const [before, after] = [`${left.join('')} `, ` ${right.join('')}.`]
        // Two escapes that only together mean something would be torn apart.
        fc.pre(!/[\\%&][\w#{}]*\s?$/.test(before))
        const clean = redact(before + text + after, false)
        expect(clean.startsWith(before)).toBe(true)
        expect(clean.endsWith(after)).toBe(true)
        expect(clean).toContain(placeholder)
      }),
    )
  })
})

it.each([
  ['%25', 350_000],
  ['\\', 1_000_000],
  ['&#0', 350_000],
  ['&amp;', 200_000],
  ['sk+live/', 130_000],
  ['\\u005c', 170_000],
])('a text of %j without end is looked at a few times, not once for each character', (piece, count) => {
  const text = piece.repeat(count)
  const before = process.cpuUsage().user
  expect(redact(text, true).length).toBeGreaterThan(0)
  // Quadratic work would take minutes; this bound is one for a very busy machine.
  expect(process.cpuUsage(undefined).user - before).toBeLessThan(5_000_000)
})
