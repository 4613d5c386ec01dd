import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readExactId, readId } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

describe('readId', () => {
  it.each<[Cell, string]>([
    [{ t: 's', v: 'E-1042' }, 'E-1042'],
    [{ t: 's', v: ' 00123\u00a0' }, '00123'],
    [{ t: 's', v: "'00123" }, '00123'],
    [{ t: 's', v: '="00123"' }, '00123'],
    [{ t: 's', v: "'-Nx17953" }, '-Nx17953'],
    [{ t: 's', v: "'Neil" }, "'Neil"],
    [{ t: 's', v: '12345678901234567890' }, '12345678901234567890'],
    [{ t: 's', v: '12E3' }, '12E3'],
    [{ t: 's', v: '5E-12' }, '5E-12'],
    [{ t: 's', v: 'EMP 001' }, 'EMP 001'],
    [{ t: 's', v: 'constructor' }, 'constructor'],
    [{ t: 'n', v: 123, f: '00000' }, '00123'],
    [{ t: 'n', v: 123, f: '"E"00000' }, 'E00123'],
    [{ t: 'n', v: 123456789, f: '000-00-0000' }, '123-45-6789'],
    [{ t: 'n', v: 12 }, '12'],
    [{ t: 'n', v: 12, f: '0.00' }, '12'],
    [{ t: 'n', v: 1234567, f: '#,##0' }, '1234567'],
    [{ t: 'n', v: 1234567, f: '# ##0' }, '1234567'],
    [{ t: 'n', v: 0 }, '0'],
    [{ t: 'n', v: 123_456_789_012 }, '123456789012'],
    [{ t: 'n', v: 123_456_789_012, f: '0.00E+00' }, '123456789012'],
    [{ t: 'n', v: 999_999_999_999_999 }, '999999999999999'],
    [{ t: 'n', v: 999_999_999_999_999, f: '0' }, '999999999999999'],
  ])('%j reads as %s', (cell, value) => {
    expect(readId(cell)).toEqual({ ok: true, value })
  })

  it.each<[Cell, string]>([
    [{ t: 's', v: '1.23E+15' }, 'damaged'],
    [{ t: 's', v: '1,23E+15' }, 'damaged'],
    [{ t: 's', v: '1.23457e+11' }, 'damaged'],
    [{ t: 's', v: '1E+15' }, 'damaged'],
    [{ t: 'n', v: 1.23e15 }, '1.23E+15 was damaged'],
    [{ t: 'n', v: 1234567890123456 }, 'damaged'],
    [{ t: 'n', v: 1234567890123456, f: '0' }, 'damaged'],
    [{ t: 'n', v: 123_000_000_000, f: '0.00E+00' }, 'damaged'],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'd-mmm' }, 'turned it into the date 2026-03-01'],
    [{ t: 'b', v: true }, 'must be an id, not TRUE'],
    [{ t: 'e', v: '#N/A' }, '#N/A'],
    [{ t: 's', v: '#N/A' }, '#N/A'],
    [{ t: 's', v: 'E1\nE2' }, 'one line'],
    [{ t: 's', v: 'E1\u0000' }, 'U+0000'],
    [{ t: 's', v: '\u200b' }, 'must not be empty'],
    [{ t: 's', v: '#NV' }, 'not the error #NV'],
    [{ t: 's', v: '#BEZUG!' }, 'not the error #BEZUG!'],
    [{ t: 's', v: '#¿NOMBRE?' }, 'not the error'],
    [{ t: 's', v: '-' }, 'placeholder'],
    [{ t: 's', v: ' – ' }, 'placeholder'],
    [{ t: 's', v: '???' }, 'placeholder'],
    [{ t: 's', v: 'N/A' }, 'placeholder'],
    [{ t: 's', v: 'n.a.' }, 'placeholder'],
    [{ t: 's', v: 'Unknown' }, 'placeholder'],
  ])('%j is refused', (cell, rule) => {
    expect(readId(cell)).toMatchObject({ ok: false, rule: expect.stringContaining(rule) })
  })

  it.each<[Cell, string, string]>([
    [{ t: 'n', v: 12.5 }, '12.5', 'zeros at its end'],
    [{ t: 's', v: '1-Mar' }, '1-Mar', 'turned into a date'],
    [{ t: 's', v: 'Mar-01' }, 'Mar-01', 'turned into a date'],
    [{ t: 's', v: '01/03/2026' }, '01/03/2026', 'turned into a date'],
    [{ t: 's', v: '12345.0' }, '12345.0', 'decimal'],
    [{ t: 's', v: 'TBC' }, 'TBC', 'placeholder'],
    [{ t: 's', v: 'С-001' }, 'С-001', '“С” is Cyrillic'],
    [{ t: 's', v: 'ΑΒ12' }, 'ΑΒ12', '“Α” is Greek'],
    [{ t: 's', v: '\u0415-1' }, '\u0415-1', '“Е” is Cyrillic'],
    [{ t: 's', v: 'E-Ж1' }, 'E-Ж1', '“Ж” is Cyrillic'],
  ])('%j reads as %s with a warning', (cell, value, warning) => {
    expect(readId(cell)).toMatchObject({ ok: true, value, warning: { rule: expect.stringContaining(warning) } })
  })

  it.each([
    ['between', '00\u200b123', '00123', 'U+200B'],
    ['a reversed part', 'E-\u202e321\u202c', 'E-321', 'U+202E, U+202C'],
    ['in front', '\u200eE-1', 'E-1', 'U+200E'],
    ['behind, with white space', 'E-1 \ufeff\r\n', 'E-1', 'U+FEFF'],
    ['within quotes of an export', '="\u200b007"', '007', 'U+200B'],
  ])('what nobody sees is dropped, said, and a correction: %s', (_, v, id, characters) => {
    const rule = `The id is sent as “${id}”, without the invisible characters of its cell: ${characters}.`
    expect(readId({ t: 's', v })).toMatchObject({ ok: true, value: id, isCorrected: true, warning: { rule } })
    const exact = readExactId({ t: 's', v })
    expect(exact).toMatchObject({ ok: true, warning: { code: expect.stringMatching(/^id-unseen/) } })
  })

  it.each([
    ['a variation selector', 'E-1\ufe0f', 'U+FE0F'],
    ['a joiner', 'E\u200d-1', 'U+200D'],
    ['a tag', 'E-1\u{e0041}', 'U+E0041'],
    ['a Hangul filler', 'E-1\u3164', 'U+3164'],
  ])('what nobody sees and is sent, is said: %s', (_, v, character) => {
    const rule = `The id “${v}” is sent with the invisible characters in it: ${character}.`
    for (const read of [readId, readExactId]) {
      expect(read({ t: 's', v })).toMatchObject({ ok: true, value: v, isCorrected: false, warning: { rule } })
    }
  })

  it.each([
    'E-1 ',
    ' E-1\r\n',
    '\u00a0E\u00a0-\u20091\t',
    'É-1',
    'e\u0301-1',
    '東京-1',
    'ДЕНЬ-1',
    'Ж-1',
    'عامل-1',
    'עובד-1',
    'E–1',
  ])('%j is an id like any other', (v) => {
    for (const read of [readId, readExactId]) {
      const reading = read({ t: 's', v })
      expect(reading).toEqual({ ok: true, value: expect.any(String) })
    }
  })

  it('one of two that is dropped at an end is a correction as well', () => {
    const reading = readId({ t: 's', v: 'E\u200d-1\u200d' })
    expect(reading).toMatchObject({ value: 'E\u200d-1', isCorrected: true, warning: { code: 'id-unseen-sent' } })
  })

  it('an exact id keeps what is in it, and says it', () => {
    const v = 'A\u202e321\u202c-1'
    expect(readExactId({ t: 's', v })).toMatchObject({ ok: true, value: v, isCorrected: false })
    expect(readExactId({ t: 'n', v: 7 })).toEqual({ ok: true, value: '7' })
    expect(readExactId({ t: 's', v: '#N/A' })).toMatchObject({ ok: false })
  })

  it('keeps every number of up to 15 digits, plain or masked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (value) => {
        expect(readId({ t: 'n', v: value })).toEqual({ ok: true, value: String(value) })
        expect(readId({ t: 'n', v: value, f: '0'.repeat(15) })).toEqual({
          ok: true,
          value: String(value).padStart(15, '0'),
        })
      }),
      { seed: 7 },
    )
  })
})
