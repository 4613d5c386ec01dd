import { expect, it } from 'vitest'
import { decodeOfficeEscapes } from '../../rooms/sheet/package.ts'

it.each([
  ['a_x000D_\nb', 'a\r\nb'],
  ['_x005F_x000D_', '_x000D_'],
  ['_xD83D__xDE00_', '😀'],
  ['_x00zz_ and x_y', '_x00zz_ and x_y'],
])('Office writes %j for %j', (written, meant) => {
  expect(decodeOfficeEscapes(written)).toBe(meant)
})
