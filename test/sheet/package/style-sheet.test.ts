import { expect, it } from 'vitest'
import { StyleSheet } from '../../rooms/sheet/package.ts'

const request = { format: '0.0', isLink: false, isWrapped: false, isOwn: false }

// Whoever names an id that no list has looks general, and must not come to look like ours.
it.each([
  ['none is named', '<cellXfs><xf numFmtId="0"/></cellXfs>', 164],
  ['a style names one that no list has', '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>', 165],
  ['so does a style of the base', '<cellStyleXfs><xf numFmtId="170"/></cellStyleXfs><cellXfs><xf/></cellXfs>', 171],
  [
    'one code stands twice, the higher id first',
    '<numFmts><numFmt numFmtId="170" formatCode="0"/><numFmt numFmtId="165" formatCode="0"/></numFmts><cellXfs><xf/></cellXfs>',
    171,
  ],
  ['a format has no id', '<numFmts><numFmt formatCode="0.0"/></numFmts><cellXfs><xf/></cellXfs>', 164],
])('a format of ours gets an id that is nobody’s: %s', (_, lists, id) => {
  const sheet = new StyleSheet(`<styleSheet>${lists}</styleSheet>`)
  sheet.deriveStyle('0', request)
  expect(sheet.write()).toContain(`<numFmt numFmtId="${id}" formatCode="0.0"/>`)
})
