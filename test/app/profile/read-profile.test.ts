import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProfile } from '../../rooms/app/profile.ts'
import { createFolder } from './folder.ts'

/** As DESIGN of the profile shows it, without what is not there yet. */
const whole = {
  $schema: './profile.schema.json',
  baseUrl: 'https://service.example/version-test',
  company: 'acme',
  tokenFile: 'secrets/token',
  ledger: 'ledger.sqlite',
  lists: 'lists.json',
  fourEyes: true,
  secondPair: true,
  rate: 2.5,
  requestTimeout: '45s',
  retryStatus: [520],
  distrustStatus: [429, 503],
  waitForService: '8h',
  retention: { trips: 'P7Y', answers: 'P90D' },
  holds: 'holds.csv',
  assess: {
    sheets: 'all',
    columns: { Staatsangehörigkeit: 'citizenship', Zielland: '? destination', Land: '?' },
    set: { purpose: 'Work From Anywhere' },
    dateFormats: ['DD.MM.YYYY'],
    values: { legalRight: { Ja: 'Yes', x: 'Yes', '': 'No' }, destination: { Deutschland: 'Germany' } },
    hidden: 'skip',
  },
  decide: { sheets: ['Freigaben'], values: { status: { ok: 'Approved' } } },
  invite: { delimiter: ';' },
}

describe('a profile', () => {
  it('holds what a company says of itself, in its order', () => {
    const folder = createFolder({ 'rwa-batch.json': `\uFEFF${JSON.stringify(whole)}` })
    const { file, profile } = readProfile(join(folder, 'rwa-batch.json'))
    expect(file).toBe(join(folder, 'rwa-batch.json'))
    expect(JSON.stringify(profile)).toBe(JSON.stringify(whole))
  })

  it('may map any heading and correct any text', () => {
    const text = '{"assess": {"columns": {"__proto__": "purpose"}, "values": {"legalRight": {"__proto__": "Yes"}}}}'
    const { profile } = readProfile(join(createFolder({ 'p.json': text }), 'p.json'))
    expect(Object.entries(profile.assess?.columns ?? {})).toEqual([['__proto__', 'purpose']])
    expect(Object.entries(profile.assess?.values?.['legalRight'] ?? {})).toEqual([['__proto__', 'Yes']])
  })

  it.each([
    ['100,000 levels', `${'{"assess":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'more than 64 levels deep'],
    [
      '300,000 headings',
      `{"assess": {"columns": {${Array.from({ length: 300_000 }, (_, index) => `"${index}":"x"`).join(',')}}}}`,
      'more than 16384 names in one object',
    ],
  ])('with %s is refused in one short sentence', (_, text, message) => {
    const file = join(createFolder({ 'p.json': text }), 'p.json')
    const refusal = { code: 'configuration', message: expect.stringMatching(new RegExp(`^.{0,200}${message}$`)) }
    expect(() => readProfile(file)).toThrow(expect.objectContaining(refusal))
  })

  it.each<[string, object | string, string]>([
    ['an unknown key', { baseURL: 'x' }, '"baseURL": there is no such key; did you mean "baseUrl"?'],
    [
      'an unknown key within',
      { assess: { colums: {} } },
      '"assess"."colums": there is no such key; did you mean "columns"?',
    ],
    [
      'an unknown field',
      { assess: { set: { purpos: 'x' } } },
      '"assess"."set"."purpos": there is no such key; did you mean "purpose"?',
    ],
    [
      'an unknown field to correct',
      { decide: { values: { stat: {} } } },
      '"decide"."values"."stat": there is no such key; did you mean "status"?',
    ],
    [
      'a heading for no field',
      { assess: { columns: { Ziel: 'destinaton' } } },
      '"assess"."columns"."Ziel": expected a field (did you mean destination?)',
    ],
    [
      'a key of another operation',
      { invite: { dateFormats: 'DD.MM.YYYY' } },
      '"invite"."dateFormats": there is no such key',
    ],
    [
      'a value of another kind',
      { assess: { values: { legalRight: { x: true } } } },
      '"assess"."values"."legalRight"."x": Invalid input: expected string',
    ],
    ['a number that cannot be', { concurrency: 0 }, '"concurrency": Too small'],
    ['a time that is none', { pollTimeout: 'soon' }, '"pollTimeout": expected a time such as 45s, 10m or 1h'],
    [
      'one setting under two names that differ',
      { fourEyes: false, secondPair: true },
      '"fourEyes": it is false, and "secondPair", the same setting, is true: delete one of the two',
    ],
    ['a yes that is none', { fourEyes: 'yes' }, '"fourEyes": Invalid input: expected boolean'],
    [
      'a yes that is none, under the other name',
      { secondPair: 'yes' },
      '"secondPair": Invalid input: expected boolean',
    ],
    [
      'a password of a database',
      { ledger: 'postgres://rwa:secret@db/rwa' },
      '"ledger": an address without a password is expected',
    ],
    ['several mistakes', { assess: { sheet: 'a' }, rate: 'fast' }, '"assess"."sheet": there is no such key'],
    ['no JSON', '{', 'is not JSON'],
    ['a list', [], 'is not a JSON object'],
  ])('with %s is refused with the place', (_, content, message) => {
    const file = join(createFolder({ 'p.json': content }), 'p.json')
    const refusal = { code: 'configuration', message: expect.stringContaining(message) }
    expect(() => readProfile(file)).toThrow(expect.objectContaining(refusal))
  })

  it.each<[string, object]>([
    ['under a key of its own', { token: 'tok-3f9c-not-to-be-seen' }],
    ['in the place of its file', { tokenFile: '3f9c0a71b2d84e6f9a10' }],
    ['anywhere else', { assess: { set: { roleType: 'tok-3f9c-not-to-be-seen' } } }],
  ])('with the token %s is refused, and the token is not repeated', (_, content) => {
    try {
      readProfile(join(createFolder({ 'p.json': content }), 'p.json'), { RWA_API_TOKEN: 'tok-3f9c-not-to-be-seen' })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).toContain('a profile must not contain the token')
      expect(String(error)).not.toMatch(/3f9c/)
    }
  })

  it('that is no JSON is quoted without its words: one of them may be the token', () => {
    const file = join(createFolder({ 'p.json': '{"company": "acme", "token": tok-3f9c-not-to-be-seen}' }), 'p.json')
    expect(() => readProfile(file)).toThrow(`${file} is not JSON: `)
    expect(() => readProfile(file)).not.toThrow(/3f9c|seen/)
  })

  it('may name a token file that looks like a token, where it is there', () => {
    const folder = createFolder({ 'p.json': { tokenFile: '3f9c0a71b2d84e6f9a10' }, '3f9c0a71b2d84e6f9a10': 'x' })
    expect(readProfile(join(folder, 'p.json')).profile.tokenFile).toBe('3f9c0a71b2d84e6f9a10')
  })
})
