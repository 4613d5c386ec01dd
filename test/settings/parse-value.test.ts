import { describe, expect, it } from 'vitest'
import { parseValue } from '../rooms/settings.ts'

describe('a duration', () => {
  it.each([
    ['45s', 45_000],
    ['10m', 600_000],
    ['1h', 3_600_000],
    ['250ms', 250],
    ['1.5s', 1_500],
    [' 2 m ', 120_000],
  ])('%s is %i ms', (text, ms) => {
    expect(parseValue({ type: 'duration', leastMs: 1 }, text)).toBe(ms)
  })

  it.each(['', '45', '-1s', 's', '1d', '1e3s'])('“%s” is refused with an example', (text) => {
    expect(() => parseValue({ type: 'duration', leastMs: 1 }, text)).toThrow('45s')
  })

  it.each([
    [1_000, '999ms', '1 s or more'],
    [1_000, '0.1ms', '1 s or more'],
    [1, '0.1ms', '0.001 s or more'],
    [1, '0s', '0.001 s or more'],
    [1_000, '25h', '24h or less'],
    [1_000, '597h', '24h or less'],
    [1, '99999999999999999999h', '24h or less'],
  ])('of %i ms or more is not “%s”', (leastMs, text, said) => {
    expect(() => parseValue({ type: 'duration', leastMs: leastMs }, text)).toThrow(said)
  })

  it('may be a day', () => {
    expect(parseValue({ type: 'duration', leastMs: 1_000 }, '24h')).toBe(86_400_000)
  })
})

describe('a count', () => {
  it('is a whole number from the least on', () => {
    expect([
      parseValue({ type: 'count', least: 1 }, '1'),
      parseValue({ type: 'count', least: 0 }, ' 12 '),
      parseValue({ type: 'rowCount' }, 'all'),
      parseValue({ type: 'rowCount' }, '0'),
    ]).toEqual([1, 12, 'all', 0])
  })

  it.each(['0', '-1', '1.5', '', 'x', '1e3', '0x10'])('“%s” is refused where 1 is the least', (text) => {
    expect(() => parseValue({ type: 'count', least: 1 }, text)).toThrow('1 or more')
  })
})

it('a rate is a number above 0', () => {
  expect([parseValue({ type: 'rate' }, '0.5'), parseValue({ type: 'rate' }, '20')]).toEqual([0.5, 20])
  for (const text of ['0', '-1', 'x', '']) expect(() => parseValue({ type: 'rate' }, text)).toThrow('above 0')
})

it('statuses are HTTP errors with commas between', () => {
  expect(parseValue({ type: 'statuses' }, '503,520')).toEqual(new Set([503, 520]))
  for (const text of ['', '200', '600', '503;520', '50x'])
    expect(() => parseValue({ type: 'statuses' }, text)).toThrow('400 to 599')
})

it('values of fields are gathered; one may hold an equals sign or be empty', () => {
  const gatherPair = (text: string, before?: object) => parseValue({ type: 'pairs' }, text, before) as object
  const first = gatherPair('purpose=Work From Anywhere')
  expect(gatherPair(' seniority =a=b', first)).toEqual({ purpose: 'Work From Anywhere', seniority: 'a=b' })
  expect(Object.entries(gatherPair('__proto__=x'))).toEqual([['__proto__', 'x']])
  for (const text of ['purpose', '=x', '']) expect(() => gatherPair(text)).toThrow('field=value')
})

it('worksheets are gathered, and all of them are more than some', () => {
  const gather = (...names: string[]) =>
    names.reduce<unknown>((before, name) => parseValue({ type: 'sheets' }, name, before), undefined)
  expect([gather('Q1', 'Q2'), gather('Q1', 'all'), gather('all', 'Q1')]).toEqual([['Q1', 'Q2'], 'all', 'all'])
})

it('a delimiter is one character or a name for one', () => {
  expect(
    ['comma', 'semicolon', 'tab', '\\t', 'pipe', '#'].map((text) => parseValue({ type: 'delimiter' }, text)),
  ).toEqual([',', ';', '\t', '\t', '|', '#'])
  for (const text of ['', '||', 'colon']) expect(() => parseValue({ type: 'delimiter' }, text)).toThrow('one character')
})

describe('the time until scores are ready', () => {
  it.each([
    ['500ms-3s', 500, 3_000],
    ['1-5', 1_000, 5_000],
    ['2s', 2_000, 2_000],
    ['0-0', 0, 0],
  ])('%s', (text, min, max) => {
    expect(parseValue({ type: 'timeRange' }, text)).toEqual({ min, max })
  })

  it.each(['', '3s-1s', 'soon', '1s-2s-'])('“%s” is refused', (text) => {
    expect(() => parseValue({ type: 'timeRange' }, text)).toThrow(/Expected/)
  })
})

describe('a port', () => {
  it.each(['0', '4010', '65535'])('may be %s', (text) => {
    expect(parseValue({ type: 'port' }, text)).toBe(Number(text))
  })

  it.each(['65536', '99999', '-1', 'http'])('may not be %s', (text) => {
    expect(() => parseValue({ type: 'port' }, text)).toThrow('Expected a')
  })
})
