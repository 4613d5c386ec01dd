import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainNumber, scaleOf, showMasked, showNumber } from '../../rooms/sheet/number-format.ts'

describe('showNumber', () => {
  it('reads a format once, in proportion to its length', () => {
    const format = `${'['.repeat(200)}0`
    const shown = Array.from({ length: 50_000 }, (_, value) => showNumber(value, format))
    expect(shown.at(-1)).toBe('49999')
    expect(showNumber(7, '['.repeat(100_000))).toBe('7')
  })

  it.each(['[Red', '"kg', '00"', '00['])('shows a number plainly under %s, where something is not closed', (format) => {
    expect(showNumber(7, format)).toBe('7')
  })

  it.each([
    [12, undefined, '12'],
    [12.5, 'General', '12.5'],
    [0.1 + 0.2, undefined, '0.3'],
    [123, '00000', '00123'],
    [0, '00000', '00000'],
    [123456, '00000', '123456'],
    [12, '0.00', '12.00'],
    [1.005, '0.00', '1.01'],
    [2.5, '0', '3'],
    [12.5, '0.##', '12.5'],
    [1234567, '#,##0', '1,234,567'],
    [1234567.891, '#,##0.00', '1,234,567.89'],
    [0.5, '0%', '50%'],
    [0.07, '0%', '7%'],
    [0.1234, '0.0%', '12.3%'],
    [1500, '0,', '2'],
    [123456789, '000-00-0000', '123-45-6789'],
    [6789, '000-00-0000', '000-00-6789'],
    [123, '"E-"00000', 'E-00123'],
    [123, String.raw`\E00000`, 'E00123'],
    [1234567, '# ##0', '1234 567'],
    [-5, '0', '-5'],
    [-0.4, '0', '0'],
    [-5, '0;(0)', '(5)'],
    [-5, '0.0_);[Red](0.0)', '(5.0)'],
    [0, '0;-0;"none"', 'none'],
    [5, '[$€-407] 0.00', '€ 5.00'],
    [5, '"€"* 0', '€5'],
    [0.5, '# ?/?', '0.5'],
    [123456, '0.00E+00', '123456'],
    [5, '[>100]0;"few"', '5'],
    [5, ';;;', '5'],
    [1234, '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', '1,234'],
    [7, '000;-000;;@', '007'],
    [5, '0\\', '5'],
    [5, '@', '5'],
    [5, '', '5'],
    [1.5, '[h]:mm', '1.5'],
  ])('%d in %s shows %s', (value, format, shown) => {
    expect(showNumber(value, format)).toBe(shown)
  })

  it('shows whole numbers in zeros as padded digits, whatever the number', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.integer({ min: 1, max: 12 }), (value, width) => {
        expect(showNumber(value, '0'.repeat(width))).toBe(String(value).padStart(width, '0'))
      }),
      { seed: 7 },
    )
  })

  it('groups as English does, whatever the number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(showNumber(value, '#,##0')).toBe(value.toLocaleString('en'))
      }),
      { seed: 7 },
    )
  })

  it('shows any number in any format without failing', () => {
    const format = fc.string({ unit: fc.constantFrom(...'0#?.,%;"\\_*[]-E@hm/ €General') })
    fc.assert(
      fc.property(fc.double(), format, (value, text) => {
        expect(showNumber(value, text)).not.toBe('')
      }),
      { seed: 7, numRuns: 1000 },
    )
  })
})

describe('showMasked', () => {
  it.each([
    [123, '00000', '00123'],
    [6789, '000-00-0000', '000-00-6789'],
    [7, '"E"0', 'E7'],
    [12345, '0000 000', '0012 345'],
    [7, '000;-000;;@', '007'],
    [12, '0', undefined],
    [12, '0.00', undefined],
    [12, '#,##0', undefined],
    [1234, '# ##0', undefined],
    [12, '0%', undefined],
    [12, undefined, undefined],
    [-12, '00000', undefined],
  ])('%d in %s is %s', (value, format, shown) => {
    expect(showMasked(value, format)).toBe(shown)
  })
})

describe('scaleOf', () => {
  it.each([
    ['0%', 100],
    ['0,', 0.001],
    ['#,##0', 1],
    ['"%"0', 1],
    ['General', 1],
    [undefined, 1],
  ])('%s scales by %d', (format, scale) => {
    expect(scaleOf(5, format)).toBe(scale)
  })
})

describe('plainNumber', () => {
  it.each([
    [123_456_789_012, '123456789012'],
    [1e20, '100000000000000000000'],
    [1e-7, '1E-7'],
    [-0, '0'],
    [2.9999999999999996, '3'],
  ])('%d is %s', (value, text) => {
    expect(plainNumber(value)).toBe(text)
  })
})
