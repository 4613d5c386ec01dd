import { expect, it } from 'vitest'
import { detectUnicodeEncoding } from '../../rooms/sheet/csv.ts'

it.each([
  ['\ufeffa,b', 'utf8', 'utf-8', 3],
  ['\ufeffa,b', 'utf16le', 'utf-16le', 2],
  ['a,b\n1,2', 'utf16le', 'utf-16le', 0],
  ['名前,国\n山田,日本\n', 'utf16le', 'utf-16le', 0],
  ['a,b', 'utf8', undefined, undefined],
  ['Staff ID,Country\nE\0,Spain\n', 'utf8', undefined, undefined],
  ['Staff ID,Côte\n,\0Spain and more than that\n', 'utf8', undefined, undefined],
] as const)('%j in %s is %s', (text, encoding, detected, bomBytes) => {
  const pattern = detectUnicodeEncoding(Buffer.from(text, encoding))
  expect([pattern?.encoding, pattern?.bomBytes]).toEqual([detected, bomBytes])
})

it('knows big-endian UTF-16 by its NUL bytes, and binary data by none', () => {
  expect(detectUnicodeEncoding(Buffer.from('a,b\n', 'utf16le').swap16())?.encoding).toBe('utf-16be')
  expect(detectUnicodeEncoding(Buffer.from([1, 0, 0, 0, 2, 0, 0, 0]))).toBeUndefined()
})
