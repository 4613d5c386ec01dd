import { expect, it } from 'vitest'
import { childOf, isReplaceableName, parseXml } from '../../rooms/sheet/package.ts'

const places = { filled: new Set([0]), ours: new Set([2]) }

it.each([
  ['a mark of ours', '_rwa.Summary', undefined, true],
  ['the filter of a sheet with our columns', '_xlnm._FilterDatabase', 0, true],
  ['what is printed of it', '_xlnm.Print_Area', 0, true],
  ['the headings that are printed of it on each page', '_xlnm.Print_Titles', 0, false],
  ['those of a sheet of ours', '_xlnm.Print_Titles', 2, true],
  ['what is printed of another sheet', '_xlnm.Print_Area', 1, false],
  ['a name of theirs', 'Rates', undefined, false],
])('%s is ours to change: %s, %s, %s', (_, name, place, expected) => {
  const sheet = place === undefined ? '' : ` localSheetId="${place}"`
  const node = childOf(parseXml(`<definedName name="${name}"${sheet}>A1</definedName>`), 'definedName')
  if (node === undefined) throw new Error('no name')
  expect(isReplaceableName(node, places)).toBe(expected)
})
