import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hasLibreOffice, sortTable } from '../../support/libre-office.ts'
import { zip } from '../reading/workbook-parts.ts'
import { enrich, readRows, resultColumns } from './enrich.ts'
import { type Rich, richWorkbook, table } from './rich-workbook.ts'

const headings = ['employeeId', 'destination', 'days']
const count = 60
const request = { sheet: 'Trips', headingRow: 3, headings, lastRow: 3 + count, columns: resultColumns }
const text = (address: string, value: string): string => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`
const rows = Array.from({ length: count }, (_, index) => {
  const row = 4 + index
  return `<row r="${row}">${text(`A${row}`, `E-${100 + ((index * 37) % count)}`)}${text(`B${row}`, 'Japan')}<c r="C${row}"><v>${(index * 13) % 29}</v></c></row>`
})
const heading = `<row r="3">${headings.map((name, index) => text(`${'ABC'.charAt(index)}3`, name)).join('')}</row>`
const below = `<row r="${count + 6}">${text(`A${count + 6}`, 'as of Monday')}</row>`
const sheet: Rich = {
  head: '',
  rows: heading + rows.join('') + below,
  mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
const range = `A3:C${3 + count}`

it.skipIf(!hasLibreOffice).each<[string, Rich]>([
  [
    'a table',
    {
      ...sheet,
      tail: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
      links: { rId1: ['table', '../tables/table1.xml'] },
      others: { 'xl/tables/table1.xml': table(`ref="${range}"`, headings, `<autoFilter ref="${range}"/>`) },
    },
  ],
  [
    'a filter',
    {
      ...sheet,
      tail: `<autoFilter ref="${range}"/>`,
      names: `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Trips!$A$3:$C$${3 + count}</definedName>`,
    },
  ],
])('sorting %s in LibreOffice keeps each result with its row (skipped without soffice)', async (_, rich) => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-sorted-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [file, output] = [join(folder, 'input.xlsx'), join(folder, 'output.xlsx')]
  const { 'xl/vbaProject.bin': _macros, ...parts } = richWorkbook(rich)
  await writeFile(file, zip(parts))
  const enriched = await enrich(file, output, [request])
  if (typeof enriched === 'string') throw new Error(enriched)

  const before = await readTable(output)
  sortTable(output, 'Trips', { column: 0, isDescending: true })
  const after = await readTable(output)

  const order = after.map(([id = '']) => id)
  expect(order).toEqual(order.toSorted().toReversed())
  expect(order).not.toEqual(before.map(([id]) => id))
  expect(after).toHaveLength(count)
  expect(after.toSorted()).toEqual(before.toSorted())
})

/** What the rows of the table hold, results too; texts, since LibreOffice keeps one value in several ways. */
async function readTable(file: string): Promise<string[][]> {
  const { rows } = await readRows(file, 'Trips')
  const table = rows.filter(({ number }) => number > 3 && number <= 3 + count)
  return table.map(({ cells }) => Array.from({ length: 3 + resultColumns.length }, (_, column) => show(cells[column])))
}

function show(cell: { t: string; v?: unknown } | undefined): string {
  return cell === undefined || cell.t === 'z' ? '' : String(cell.v)
}
