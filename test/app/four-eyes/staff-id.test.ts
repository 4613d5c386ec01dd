import { expect, it } from 'vitest'
import { lookAlike, requireOtherStaffId, statePerson } from '../../rooms/app/four-eyes.ts'

it.each([undefined, '', '  ', '\u200b', 'x'.repeat(201)])('%j is nobody', (by) => {
  expect(() => statePerson(by)).toThrow(/staff ID is missing|not a staff ID/)
})

it('a staff ID is what is written, without what surrounds it', () => {
  expect(statePerson('  C-001\u00a0').id).toBe('C-001')
})

it.each([
  ['a joiner', 'C-0\u200d01', '200D'],
  ['a non-joiner', 'C-001\u200c', '200C'],
  ['a tag', 'C-001\u{e0020}', 'E0020'],
  ['a variation selector', 'C-001\ufe0f', 'FE0F'],
  ['a further variation selector', 'C-001\u{e0100}', 'E0100'],
  ['a Hangul filler', 'C-001\u3164', '3164'],
  ['an annotation end', 'C-001\ufffb', 'FFFB'],
  ['a Mongolian variation selector', 'C-001\u180b', '180B'],
  ['a control character', 'C-\u0001001', '0001'],
  ['a soft hyphen', 'C-\u00ad001', '00AD'],
  ['a line separator', 'C-\u2028001', '2028'],
  ['a braille blank', 'C-001\u2800', '2800'],
])('with %s it is no staff ID, and it is said which character that is', (_, by, code) => {
  expect(() => statePerson(by)).toThrow(`it has an invisible character (U+${code})`)
})

it.each(['C-001', 'c-001', ' C-001 ', 'C‐001', 'C -001', 'C-0 01', 'C\u2003-\u3000001', 'Ｃ－００１'])(
  '%j has sealed it as C-001',
  (by) => {
    expect(() => requireOtherStaffId(by, 'C-001')).toThrow('C-001 has sealed this plan, and cannot release it as well')
  },
)

it('somebody else releases it', () => {
  expect(() => requireOtherStaffId('C-0011', 'C-001')).not.toThrow()
})

it.each([
  ['AL1', 'ALI', true],
  ['AL1', 'AlI', true],
  ['C-001', 'С-001', true],
  ['C-001', 'C-OO1', true],
  ['C-001', 'C.001', true],
  ['MAX', 'ΜΑΧ', true],
  ['C-001', 'C-002', false],
  ['C-001', 'C-0011', false],
  ['ANNA', 'HANNA', false],
])('%s and %s look alike: %s', (one, other, isAlike) => {
  expect(lookAlike(one, other)).toBe(isAlike)
  expect(() => requireOtherStaffId(one, other)).not.toThrow()
})
