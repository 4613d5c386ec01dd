import { expect, it } from 'vitest'
import { decodeWindows1252 } from '../../rooms/sheet/package.ts'

it('is ISO 8859-1 but for the bytes 0x80 to 0x9F', () => {
  expect(decodeWindows1252(Buffer.from([0x80, 0x8a, 0x93, 0x94, 0x99, 0x9f, 0xa0, 0xe9, 0xff]))).toBe('€Š“”™Ÿ\u00a0éÿ')
})
