import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyEnriched } from '../../../src/sheet/enriching/verify-enriched.ts'
import { readParts } from '../writing/read-workbook.ts'
import { zip } from '../xlsx/workbook-parts.ts'
import { enrich, inFolder, resultColumns } from './enrich.ts'
import { richWorkbook } from './rich-workbook.ts'

const trips = {
  sheet: 'Trips',
  headingRow: 3,
  headings: ['employeeId', 'destination', 'days'],
  lastRow: 6,
  columns: resultColumns,
}
const part = 'xl/worksheets/sheet1.xml'

/** What is found wrong with a copy whose sheet was damaged in this way. */
function judge(damage: (xml: string) => string, rows = 3): Promise<string | undefined> {
  return inFolder(async (folder) => {
    const [file, output, damaged] = ['a', 'b', 'c'].map((name) => join(folder, `${name}.xlsx`)) as [
      string,
      string,
      string,
    ]
    const { 'xl/vbaProject.bin': _, ...parts } = richWorkbook()
    await writeFile(file, zip(parts))
    const enriched = await enrich(file, output, [trips], { rows: [4, 5, 6] })
    if (typeof enriched === 'string') throw new Error(enriched)
    const copy = await readParts(output)
    const xml = copy.get(part) ?? ''
    await writeFile(damaged, zip({ ...Object.fromEntries(copy), [part]: damage(xml) }))
    return verifyEnriched(enriched.plan, damaged, new Map([['Trips', rows]]))
  })
}

it('finds nothing wrong with what was written', async () => {
  expect(await judge((xml) => xml)).toBeUndefined()
})

it.each<[string, (xml: string) => string]>([
  ['a value', (xml) => xml.replace('Spain', 'Japan')],
  ['a number', (xml) => xml.replace('<v>12</v>', '<v>13</v>')],
  ['a cell that is gone', (xml) => xml.replace(/<c r="B5".*?<\/c>/, '')],
  ['the format of a number', (xml) => xml.replace('r="C4" s="4"', 'r="C4" s="0"')],
  ['a row that is shown', (xml) => xml.replace(' hidden="1"><c r="A5"', '><c r="A5"')],
  ['a row below the table', (xml) => xml.replace(/<row r="8".*?<\/row>/, '')],
  ["two rows in each other's place", (xml) => xml.replace('E-1', 'E-x').replace('E-3', 'E-1').replace('E-x', 'E-3')],
])('finds %s', async (_, damage) => {
  expect(await judge(damage)).toMatch(/that are not ours would be others/)
})

it('finds a row without its result', async () => {
  expect(await judge((xml) => xml.replace(/<c r="[D-H]5".*?(?:<\/c>|\/>)/g, ''))).toMatch(/results in 2 rows, not in 3/)
  expect(await judge((xml) => xml, 4)).toMatch(/results in 3 rows, not in 4/)
})
