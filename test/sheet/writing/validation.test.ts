import { describe, expect, it } from 'vitest'
import { fitsDropDown, inputFormat, type OutputColumn, validationXml } from '../../rooms/sheet/writing.ts'

describe('what may be typed into a column', () => {
  const shows = 'allowBlank="1" showErrorMessage="1"'
  const formulas = (...all: string[]): string =>
    all.map((each, at) => `<formula${at + 1}>${each}</formula${at + 1}>`).join('')

  it.each<[string, OutputColumn, string[]]>([
    ['anything', { heading: 'a' }, []],
    ['text', { heading: 'a', entry: { kind: 'text' } }, []],
    [
      'a value of a list',
      { heading: 'a', dropDown: ['x', 'say "y"'] },
      [`type="list" ${shows} errorTitle="Not in the list"`, formulas('&quot;x,say &quot;&quot;y&quot;&quot;&quot;')],
    ],
    [
      'a value of a range',
      { heading: 'a', dropDown: { range: 'Lists!$A$2:$A$9' } },
      [`type="list" ${shows}`, formulas('Lists!$A$2:$A$9')],
    ],
    [
      'a date',
      { heading: 'a', entry: { kind: 'date', notBefore: undefined, error: 'a date, please' } },
      [`type="date" ${shows} errorTitle="Not a date" error="a date, please"`, formulas('61', '109939')],
    ],
    [
      'a date not before another one',
      { heading: 'a', entry: { kind: 'date', notBefore: 1, error: 'later, please' } },
      [`type="custom" ${shows} errorTitle="Not a date" error="later, please"`, formulas('AND(ISNUMBER(C2),C2&gt;=B2)')],
    ],
    [
      'a whole number',
      { heading: 'a', entry: { kind: 'integer', error: 'a number, please' } },
      [`type="whole" operator="greaterThanOrEqual" ${shows} errorTitle="Not a whole number"`, formulas('0')],
    ],
  ])('is %s', (_, column, expected) => {
    const found = validationXml(column, 'C', 2, 9)
    if (expected.length === 0) expect(found).toBe('')
    for (const part of expected) expect(found).toContain(part)
    expect(found === '' || found.includes(' sqref="C2:C9">')).toBe(true)
  })

  it('refuses a drop-down that Excel could not open', () => {
    expect(() => validationXml({ heading: 'a', dropDown: ['x'.repeat(256)] }, 'C', 2, 9)).toThrow('does not fit')
  })

  it.each([
    [['a', 'b'], true],
    [['a, b'], false],
    [Array.from({ length: 128 }, () => 'a'), true],
    [Array.from({ length: 129 }, () => 'a'), false],
    [['"'.repeat(127)], true],
    [['"'.repeat(128)], false],
  ])('knows whether a list fits into the drop-down itself (%#)', (list, fits) => {
    expect(fitsDropDown(list)).toBe(fits)
  })

  it.each([
    [undefined, undefined],
    [{ kind: 'text' } as const, '@'],
    [{ kind: 'date', notBefore: undefined, error: '' } as const, 'yyyy-mm-dd'],
    [{ kind: 'integer', error: '' } as const, undefined],
  ])('formats empty cells (%#)', (entry, format) => {
    expect(inputFormat(entry)).toBe(format)
  })
})
