import { describe, expect, it } from 'vitest'
import { parseObject, parseStored } from '../rooms/ledger.ts'

describe('JSON that the ledger keeps', () => {
  it.each(['{"a":1}', '[1]', '{}'])('is given as it was written: %s', (json) => {
    expect(parseStored(json, 'request')).toEqual(JSON.parse(json))
    expect(parseObject(json)).toEqual(JSON.parse(json))
  })

  it.each(['', '{"a":', 'null', '7', '"text"', 'not JSON at all'])(
    'is said to be altered, without what it holds: %j',
    (json) => {
      expect(() => parseStored(json, 'request')).toThrow(
        expect.objectContaining({
          code: 'ledger',
          message: 'a request in the ledger cannot be read: the file was altered or is damaged',
        }),
      )
      expect(parseObject(json)).toBeUndefined()
    },
  )
})
