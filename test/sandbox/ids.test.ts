import { describe, expect, it } from 'vitest'
import { createId } from '../../src/sandbox/ids.ts'
import { seededRandom } from '../../src/support/random.ts'

describe('createId', () => {
  it.each([
    ['zeros', () => 0, '1719830400123x000000000000000000'],
    ['the largest', () => 1 - Number.EPSILON / 2, '1719830400123x999999999999999999'],
    ['anything', seededRandom(7), expect.stringMatching(/^1719830400123x\d{18}$/)],
  ])('keeps its shape when the digits are %s', (_name, random, expected) => {
    expect(createId(1_719_830_400_123, random)).toEqual(expected)
  })
})
