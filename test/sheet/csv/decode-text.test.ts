import { expect, it } from 'vitest'
import { decodeBytes } from '../../rooms/sheet/package.ts'

it('is ISO 8859-1 but for the bytes 0x80 to 0x9F', () => {
  expect(decodeBytes(Buffer.from([0x80, 0x8a, 0x93, 0x94, 0x99, 0x9f, 0xa0, 0xe9, 0xff]), 'windows-1252')).toBe(
    '€Š“”™Ÿ\u00a0éÿ',
  )
})
