import { describe, expect, it } from 'vitest'
import { fitsDropDown, inputFormat, type OutputColumn, validationOf } from '../../rooms/sheet/writing.ts'

describe('what may be typed into a column', () => {
  it.each<[string, OutputColumn, object | undefined]>([
    ['anything', { heading: 'a' }, undefined],
    ['text', { heading: 'a', entry: { kind: 'text' } }, undefined],
    ['a value of a list', { heading: 'a', dropDown: ['x', 'say "y"'] }, { type: 'list', formulas: ['"x,say ""y"""'] }],
    [
      'a value of a range',
      { heading: 'a', dropDown: { range: 'Lists!$A$2:$A$9' } },
      { type: 'list', formulas: ['Lists!$A$2:$A$9'] },
    ],
    [
      'a date',
      { heading: 'a', entry: { kind: 'date', notBefore: undefined, error: 'a date, please' } },
      { type: 'date', error: 'a date, please' },
    ],
    [
      'a date not before another one',
      { heading: 'a', entry: { kind: 'date', notBefore: 1, error: 'later, please' } },
      { type: 'custom', formulas: ['AND(ISNUMBER(C2),C2>=B2)'], error: 'later, please' },
    ],
    [
      'a whole number',
      { heading: 'a', entry: { kind: 'integer', error: 'a number, please' } },
      { type: 'whole', operator: 'greaterThanOrEqual', formulas: ['0'] },
    ],
  ])('is %s', (_, column, expected) => {
    const found = validationOf(column, 'C', 2)
    if (expected === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(expected)
  })

  it('refuses a drop-down that Excel could not open', () => {
    expect(() => validationOf({ heading: 'a', dropDown: ['x'.repeat(256)] }, 'C', 2)).toThrow('does not fit')
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
