import { expect, it } from 'vitest'
import { hasOwnCharts } from '../../../src/sheet/enriching/own-names.ts'

const whole = ['Results', 'Summary', 'Problems', 'Unknown', 'Orphans']

it.each([
  ['ours as a whole, with charts', [...whole, 'Charts'], true],
  ['ours as a whole, without charts', whole, false],
  ['somebody’s with charts of their own', ['Trips', 'Charts'], false],
])('a workbook that is %s', (_, titles, expected) => {
  const sheets = titles.map((title, index) => `<sheet name="${title}" sheetId="${index + 1}"/>`)
  expect(hasOwnCharts(`<workbook><sheets>${sheets.join('')}</sheets></workbook>`)).toBe(expected)
})
