import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRequest } from '../rooms/ledger.ts'

/** Objects as they are after a way through JSON. */
const jsonObject = fc
  .dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
  .map((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)))

function reverseFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseFields)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([name, field]) => [name, reverseFields(field)]))
}

describe('the hash of a request', () => {
  it('is 128 bits and the same on every machine and in every release', () => {
    expect(hashRequest({ b: [1, 'ä'], a: { d: null, c: true } }).toString('hex')).toBe(
      'd366d16ffaf0ec334d8354313646fcc9',
    )
  })

  it('is the same without nested fields, which it sorts by another way', () => {
    expect(hashRequest({ b: 'ä', a: 1, B: null, c: true }).toString('hex')).toBe('536aeebcdf010f857ee9c0ecfe263312')
  })

  it('does not depend on the order of fields, at any depth', () => {
    fc.assert(
      fc.property(jsonObject, (request) => {
        expect(hashRequest(Object(reverseFields(request)))).toEqual(hashRequest(request))
      }),
    )
  })

  it('differs whenever the content differs', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (left, right) => {
        const isSame = isDeepStrictEqual(left, right)
        expect(hashRequest(left).equals(hashRequest(right))).toBe(isSame)
      }),
    )
  })

  it.each([
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['a field with null and none', { a: null }, {}],
    ['two times', { a: new Date(0) }, { a: new Date(1) }],
    ['a list and an object', { a: ['x'] }, { a: { 0: 'x' } }],
    ['text that looks like two fields', { a: '1","b":"2' }, { a: '1', b: '2' }],
    ['a field called __proto__ and none', JSON.parse('{"__proto__": 1}'), {}],
  ])('tells apart %s', (_title, left, right) => {
    expect(hashRequest(left)).not.toEqual(hashRequest(right))
  })

  it('takes a field that is undefined for one that is missing', () => {
    expect(hashRequest({ a: 1, b: undefined })).toEqual(hashRequest({ a: 1 }))
  })
})
