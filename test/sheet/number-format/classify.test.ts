import { describe, expect, it } from 'vitest'
import { classifyFormat, formatOf } from '../../rooms/sheet/number-format.ts'

describe('classifyFormat', () => {
  it.each([
    ['0.00', 'number'],
    ['#,##0 "days"', 'number'],
    ['#,##0\\ \\d', 'number'],
    ['[$kr-41D] #,##0.00', 'number'],
    ['[Red][<0]0;"y"', 'number'],
    ['0.00E+00', 'number'],
    ['_(* #,##0_);_(@_)', 'number'],
    ['@', 'number'],
    ['"day"', 'number'],
    ['# ?/?', 'number'],
    ['General', 'number'],
    ['0;[Red]dd/mm/yyyy', 'number'],
    ['dd/mm/yyyy', 'date'],
    ['[$-409]d\\-mmm\\-yy;@', 'date'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ['YYYY-MM-DD HH:MM', 'date'],
    ['mmm', 'date'],
    ['[$-411]ge.m.d', 'date'],
    ['yyyy"年"m"月"d"日"', 'date'],
    ['[$-41E]d mmm bbbb', 'date'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['[$-F400]h:mm:ss AM/PM', 'time'],
    ['[h]:mm:ss', 'duration'],
    ['[mm]:ss', 'duration'],
    ['[SS].00', 'duration'],
  ])('%s is a %s', (code, kind) => {
    expect(classifyFormat(code).kind).toBe(kind)
  })

  it.each([
    ['mm:ss.0', true],
    ['h:mm:ss', false],
    ['[ss].00', true],
  ])('%s shows parts of a second: %s', (code, hasFraction) => {
    expect(classifyFormat(code).hasFraction).toBe(hasFraction)
  })
})

describe('formatOf', () => {
  it.each([
    [14, 'date'],
    [22, 'date'],
    [31, 'date'],
    [32, 'time'],
    [45, 'time'],
    [46, 'duration'],
    [57, 'date'],
    [44, 'number'],
    [0, 'number'],
    [163, 'number'],
  ])('built-in format %i is a %s', (id, kind) => {
    expect(formatOf(id, new Map()).kind).toBe(kind)
  })

  it("prefers the file's own code and has none for General", () => {
    expect(formatOf(14, new Map([[14, '0.0']]))).toEqual({ code: '0.0', kind: 'number', hasFraction: false })
    expect(formatOf(0, new Map()).code).toBeUndefined()
    expect(formatOf(170, new Map([[170, 'GENERAL']])).code).toBeUndefined()
  })
})
