import fc from 'fast-check'

const surrogates = 0x800

/** Any character of Unicode, for `fc.string`. Its own `binary` fills a table of all of them first, which takes a second. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - surrogates)
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + surrogates))
