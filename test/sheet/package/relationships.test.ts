import { expect, it } from 'vitest'
import { resolvePart } from '../../rooms/sheet/package.ts'

it.each([
  ['xl/', 'worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml'],
  ['xl/', '/xl/Worksheets/Sheet1.XML', 'xl/worksheets/sheet1.xml'],
  ['xl/', '..\\data\\a.xml', 'data/a.xml'],
  ['xl/', '../../../a.xml', 'a.xml'],
  ['xl/', './my%20sheet.xml', 'xl/my sheet.xml'],
  ['', 'xl/workbook.xml#x', 'xl/workbook.xml'],
])('from %j, %s is %s', (folder, target, part) => {
  expect(resolvePart(folder, target)).toBe(part)
})
