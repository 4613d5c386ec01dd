import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { expect, it, onTestFinished } from 'vitest'
import { digestCells } from '../rooms/sheet.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-cells-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Book {
  trips: ExcelJS.Worksheet
  notes: ExcelJS.Worksheet
  workbook: ExcelJS.Workbook
}

async function digestOfWorkbook(change: (book: Book) => unknown): Promise<string> {
  const workbook = new ExcelJS.Workbook()
  const [trips, notes] = [workbook.addWorksheet('Trips'), workbook.addWorksheet('Notes')]
  notes.addRow(['kept by Ann'])
  trips.addRows([
    ['Staff ID', 'Days', 'Start', 'Share'],
    ['E-1', 12, new Date('2026-03-01'), 44257.384891898146],
    ['E-2\nsecond line', 5, new Date('2026-04-01'), 0.1],
  ])
  trips.getCell('A2').note = 'call her'
  change({ trips, notes, workbook })
  const file = join(createFolder(), 'trips.xlsx')
  await workbook.xlsx.writeFile(file)
  return (await digestCells(file)).digest
}

/** Of a cell: value, note or look. */
function set(address: string, part: Partial<Pick<ExcelJS.Cell, 'value' | 'note' | 'fill'>>) {
  return ({ trips }: Book) => Object.assign(trips.getCell(address), part)
}

it.each<[string, (book: Book) => unknown]>([
  ['nothing', () => {}],
  ['a colour', set('A2', { fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFF0000' } } })],
  ['a width', ({ trips }) => Object.assign(trips.getColumn(1), { width: 40 })],
  ['a hidden row', ({ trips }) => Object.assign(trips.getRow(3), { hidden: true })],
  ['an empty sheet', ({ workbook }) => workbook.addWorksheet('Sheet1')],
  ['a digit that no program shows', set('D2', { value: 44257.3848918981 })],
  ['other line ends', set('A3', { value: 'E-2\r\nsecond line' })],
  ['an empty text in an empty cell', set('F9', { value: '' })],
])('is the same after %s', async (_, change) => {
  expect(await digestOfWorkbook(change)).toBe(await digestOfWorkbook(() => {}))
})

it.each<[string, (book: Book) => unknown]>([
  ['a value', set('B2', { value: 13 })],
  ['a text in place of a number', set('B2', { value: '12' })],
  ['an emptied cell', set('B2', { value: null })],
  ['a value in a new cell', set('F9', { value: 'seen' })],
  ['an inserted row', ({ trips }) => trips.insertRow(2, [])],
  ['a comment', set('A3', { note: 'ask him' })],
  ['another comment', set('A2', { note: 'called her' })],
  ['a cell of another sheet', ({ notes }) => Object.assign(notes.getCell('A1'), { value: 'kept by Bo' })],
  ['a renamed sheet', ({ notes }) => Object.assign(notes, { name: 'Remarks' })],
  ['a sheet', ({ workbook }) => workbook.addWorksheet('More').addRow(['1'])],
])('is another after %s', async (_, change) => {
  expect(await digestOfWorkbook(change)).not.toBe(await digestOfWorkbook(() => {}))
})

it.each([
  ['quotes and line ends', 'a;b\r\n"E-1";"12"\r\n', true],
  ['a value', 'a;b\nE-1;13\n', false],
  ['a column', 'a;b;c\nE-1;12;x\n', false],
])('of a CSV file with other %s: %s, the same: %s', async (_, text, isSame) => {
  const [one, other] = [join(createFolder(), 'out.csv'), join(createFolder(), 'other.csv')]
  writeFileSync(one, 'a;b\nE-1;12\n')
  writeFileSync(other, text)
  const digests = [await digestCells(one), await digestCells(other)].map(({ digest }) => digest)
  expect(digests[0] === digests[1]).toBe(isSame)
})
