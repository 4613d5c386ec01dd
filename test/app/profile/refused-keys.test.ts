import { describe, expect, it } from 'vitest'
import { explainKey, explainValue } from '../../rooms/app/profile.ts'

const known = ['baseUrl', 'tokenFile', 'lists', 'assess']

describe('a key that may not stand in a profile', () => {
  it.each([
    ['token', 'a profile must not contain the token'],
    ['apiToken', 'a profile must not contain the token'],
    ['RWA_API_TOKEN', 'a profile must not contain the token'],
    ['api-key', 'a profile must not contain the token'],
    ['password', 'a profile must not contain the token'],
    ['yes', 'it is decided for each run'],
    ['sandbox', 'it is decided for each run'],
    ['noWait', 'it is decided for each run'],
    ['dry-run', 'there is no such key'],
    ['detach', 'it is decided for each run'],
    ['baseURL', 'did you mean "baseUrl"?'],
    ['asses', 'did you mean "assess"?'],
    ['colour', 'there is no such key; expected one of baseUrl, tokenFile, lists, assess'],
  ])('is explained: %s', (key, reason) => {
    expect(explainKey(key, known)).toContain(reason)
  })
})

describe('a value', () => {
  const token = 'tok-3f9c-not-to-be-seen'

  it.each<[string, string, string, string | undefined]>([
    ['is no token: a path', 'tokenFile', 'secrets/rwa-token-2026.txt', undefined],
    ['is no token: a short name', 'tokenFile', 'token2', undefined],
    [
      'is the token in the place of its file',
      'tokenFile',
      '3f9c0a71b2d84e6f9a10',
      'a profile must not contain the token',
    ],
    [
      'is the token of a company in the place of its file',
      'companies',
      '3f9c0a71b2d84e6f9a10',
      'a profile must not contain the token',
    ],
    ['is the token with its word', 'company', 'Bearer abc', 'a profile must not contain the token'],
    ['holds the token in use', 'assess', `x${token}x`, 'a profile must not contain the token'],
    [
      'may be the token in an address',
      'baseUrl',
      'https://x.example/?key=3f9c',
      'a profile must not contain the token',
    ],
    ['is an address', 'baseUrl', 'https://x.example/version-test', undefined],
    ['is an address of a database', 'ledger', 'postgres://rwa@db/rwa', undefined],
    ['is one with a password', 'ledger', 'postgres://rwa:secret@db/rwa', 'without a password'],
    ['is a file', 'ledger', 'team.sqlite', undefined],
  ])('%s', (_, key, value, reason) => {
    const said = explainValue(key, value, token)
    if (reason === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(reason)
    expect(said ?? '').not.toContain(value)
  })
})
