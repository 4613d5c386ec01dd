import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decisionsSheet } from '../../../src/operations/assess/output.ts'
import { keepFilledIn } from '../../../src/pipeline/write/keep-filled-in.ts'

const now = Date.UTC(2026, 2, 1, 9, 30)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function writeEarlier(cells: readonly (string | null)[]): Promise<string> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Decisions')
  sheet.addRow(['assessmentId', 'employeeId', 'status', 'note'])
  sheet.addRow(['1x1', 'E-1', ...cells])
  const file = join(folder, 'trips.assessed.xlsx')
  await workbook.xlsx.writeFile(file)
  return file
}

it.each([
  ['a status', ['Rejected', null]],
  ['a note', [null, 'Ask Legal.']],
])('an earlier output with %s filled in is kept, byte for byte', async (_, cells) => {
  const output = await writeEarlier(cells)
  const kept = await keepFilledIn(output, [decisionsSheet], now)
  expect(kept).toBe(join(folder, 'trips.assessed.filled-in-20260301T093000.xlsx'))
  expect(readFileSync(String(kept)).equals(readFileSync(output))).toBe(true)
})

it('an earlier output that nobody has filled in is not kept', async () => {
  const output = await writeEarlier([null, null])
  expect(await keepFilledIn(output, [decisionsSheet], now)).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['trips.assessed.xlsx'])
})

it.each(['missing.xlsx', 'table.csv'])('%s is no earlier workbook of ours', async (name) => {
  const output = join(folder, name)
  if (name === 'table.csv') writeFileSync(output, 'status,note\nRejected,x\n')
  expect(await keepFilledIn(output, [decisionsSheet], now)).toBeUndefined()
})

it('operations without a sheet to fill in keep nothing', async () => {
  const output = await writeEarlier(['Rejected', null])
  expect(await keepFilledIn(output, [], now)).toBeUndefined()
})
