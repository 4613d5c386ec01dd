import { describe, expect, it } from 'vitest'
import { createId, createSetupToken, hashSetupToken } from '../rooms/sandbox.ts'
import { seededRandom } from '../support/seeded-random.mjs'

describe('createId', () => {
  it.each([
    ['zeros', () => 0, '1719830400123x000000000000000000'],
    ['the largest', () => 1 - Number.EPSILON / 2, '1719830400123x999999999999999999'],
    ['anything', seededRandom(7), expect.stringMatching(/^1719830400123x\d{18}$/)],
  ])('keeps its shape when the digits are %s', (_name, random, expected) => {
    expect(createId(1_719_830_400_123, random)).toEqual(expected)
  })
})

it('a token is 128 random bits in characters that an address may hold', () => {
  const tokens = Array.from({ length: 1000 }, createSetupToken)
  expect(new Set(tokens).size).toBe(1000)
  expect(tokens.every((token) => /^[A-Za-z0-9_-]{22}$/.test(token))).toBe(true)
})

it('a hash is the same for the same token, and 32 bytes long', () => {
  expect(hashSetupToken('a')).toEqual(hashSetupToken('a'))
  expect(hashSetupToken('a')).not.toEqual(hashSetupToken('b'))
  expect(hashSetupToken('')).toHaveLength(32)
})
