import { expect, it } from 'vitest'
import { createSetupToken, hashSetupToken } from '../../src/sandbox/setup-token.ts'

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
