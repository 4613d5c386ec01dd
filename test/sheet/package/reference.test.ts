import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseReference } from '../../rooms/sheet/package.ts'
import { cellAddress } from '../../rooms/sheet.ts'

it('reads every address that a sheet has, in either case and with dollar signs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_048_576 }), fc.integer({ min: 0, max: 16_383 }), (row, column) => {
      const address = cellAddress(row, column)
      expect(parseReference(address)).toEqual({ row, column })
      expect(parseReference(address.toLowerCase())).toEqual({ row, column })
      expect(parseReference(address.replace(/^([A-Z]+)/, '$$$1$$'))).toEqual({ row, column })
    }),
  )
})

it.each(['', '7', 'A', 'A0', 'A1B', 'A-1', 'ABCDEFG1', 'É1'])('%j is no address', (text) => {
  expect(parseReference(text)).toBeUndefined()
})
