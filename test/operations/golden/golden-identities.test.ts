import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkEdited } from '../../rooms/app/check.ts'
import { assess, decide, invite } from '../../rooms/operations.ts'
import type { Operation } from '../../rooms/pipeline/model.ts'
import { silentLogger } from '../../rooms/support.ts'
import { type GoldenSheet, goldenSheets } from './rows.ts'

const operations = { assess, decide, invite } as unknown as Readonly<Record<GoldenSheet['operation'], Operation>>

const ports = {
  logger: silentLogger,
  cleaningUp: <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> => run().finally(cleanUp),
}

const whatToDo = `
The key of a row's request is what a ledger knows a trip by: where it changes, no ledger of a user knows what was created,
and all is created again or held as "changed". So keys of rows never change.
- A new field gets \`since: '<the version that brings it>'\` in its definition (src/operations): then what was sent before
  is still the same request, whatever the row has in the new field, and these keys stay.
- A cell that is read otherwise than before, a field renamed, left out or built otherwise: leave the request as it was for
  the rows of these sheets, or give the operation an \`identity\` that is as before.
Do not adapt these constants. Rows with the new field are added, with their keys.
`

/** Of 0.1.0. */
const firstFields: Readonly<Record<string, string>> = {
  assess:
    'purpose employeeId seniority roleType citizenship destination residency startDate endDate workingDays salesContracts pastTripsDuration legalRight benefitLocalMarket urgency numberHires assessmentId',
  decide: 'assessmentId status complianceTeamMemberId managerId cancelledByStaffId note externalEventId',
  invite: 'first_name last_name email staff_id',
}

function toCell(text: string): ExcelJS.CellValue {
  if (text.startsWith('@')) return new Date(text.slice(1))
  if (text.startsWith('=')) return JSON.parse(text.slice(1))
  return text === '' ? null : text
}

async function write({ isWorkbook, headings, rows }: GoldenSheet): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-golden-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lines = [headings, ...rows.map(([, cells]) => cells)].map((line) => line.split('|'))
  const file = join(folder, isWorkbook === true ? 'sheet.xlsx' : 'sheet.csv')
  if (isWorkbook !== true) {
    const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
    writeFileSync(file, lines.map((cells) => cells.map(quote).join(',')).join('\n'))
    return file
  }
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Sheet')
  for (const cells of lines) sheet.addRow(cells.map(toCell))
  await workbook.xlsx.writeFile(file)
  return file
}

describe('the identity of a request', () => {
  it.each(goldenSheets.map((sheet, index) => ({ ...sheet, index, title: sheet.headings.slice(0, 40) })))(
    'of a row is what it was in 0.1.0: sheet $index, $title',
    async (sheet) => {
      const { operation, dateFormat } = sheet
      const reading = { allowDuplicates: true, ...(dateFormat === undefined ? {} : { dateFormat }) }
      const { rows } = await checkEdited(
        operations[operation],
        { input: await write(sheet), edits: [], reading },
        ports,
      )
      const found = rows.map(({ request, state, problems }, index) => {
        const said = [state, ...problems.map(({ problem }) => JSON.stringify(problem))].join('; ')
        return [request === '' ? said : request, sheet.rows[index]?.[1]]
      })
      expect(found, whatToDo).toEqual(sheet.rows)
    },
  )

  it('holds fifty rows of all operations, and what was added since', () => {
    expect(goldenSheets.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(50)
    expect(new Set(goldenSheets.map(({ operation }) => operation))).toEqual(new Set(Object.keys(operations)))
  })

  it.each(Object.entries(operations))(
    'of %s takes a field that came later only where it says since when',
    (name, { sheet }) => {
      const { fields } = sheet
      const first = fields.filter(({ since }) => since === undefined).map((field) => field.name)
      expect(first.join(' '), whatToDo).toBe(firstFields[name])
      for (const { since } of fields) if (since !== undefined) expect(since).toMatch(/^\d+\.\d+\.\d+$/)
    },
  )
})
