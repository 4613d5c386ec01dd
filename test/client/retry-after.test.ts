import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../rooms/client.ts'

const nowMs = Date.parse('1994-11-06T08:49:00Z')

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7000],
    ['1.5', 1500],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:48:37 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-3', undefined],
    ['+3', undefined],
    ['5 apples', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1994-11-06T08:49:37Z', undefined],
    ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 08:49:37 PST', undefined],
  ])('%j asks for %s ms', (header, expected) => {
    expect(parseRetryAfter(header, nowMs)).toBe(expected)
  })
})
