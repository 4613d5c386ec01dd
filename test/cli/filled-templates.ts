import ExcelJS from 'exceljs'
import { expect } from 'vitest'
import { operations } from '../rooms/operations.ts'
import { checkWorkbook } from '../sheet/writing/ooxml/check-workbook.ts'
import { readParts } from '../sheet/writing/read-workbook.ts'
import type { Edit } from '../support/libre-office.ts'
import { Workspace } from '../support/program.ts'

export const lists = new URL('../../samples/lists.json', import.meta.url).pathname

/** What a person types into the row below the examples, by heading. */
const typed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assess: {
    Purpose: 'Work From Anywhere',
    'Employee ID': '00123',
    Seniority: 'Mid',
    'Role type': 'Engineering',
    Citizenship: 'Germany',
    Destination: 'Portugal',
    Residency: 'Germany',
    'Start date': '2026-05-04',
    'End date': '2026-05-29',
    'Working days': '20',
    'Sales contracts': 'No',
    'Past trips duration': '0',
    'Right to work': 'Yes',
    'Benefits local market': 'No',
  },
  decide: {
    'Assessment ID': '1700000000000x000000000000000001',
    Decision: 'Manager Approved',
    Manager: '0042',
    Note: 'Agreed, see mail.',
  },
  invite: { 'First name': 'Ada', 'Last name': 'Byron', 'E-mail': 'ada@company.example', 'Staff ID': '0017' },
}

const expected: Readonly<Record<string, object>> = {
  assess: {
    purpose: 'Work From Anywhere',
    employeeId: '00123',
    startDate: '2026-05-04T00:00:00.000Z',
    endDate: '2026-05-29T00:00:00.000Z',
    workingDays: 20,
    pastTripsDuration: 0,
  },
  decide: { assessmentId: '1700000000000x000000000000000001', status: 'Manager Approved', managerId: '0042' },
  invite: { first_name: 'Ada', last_name: 'Byron', email: 'ada@company.example', staff_id: '0017' },
}

const names = operations.map(({ name }) => name)

export async function makeTemplates(...options: readonly string[]): Promise<Workspace> {
  const space = new Workspace()
  const made = await Promise.all(names.map((name) => space.run(['template', name, '-o', `${name}.xlsx`, ...options])))
  expect(made.map(({ code, stdout }) => [code, stdout])).toEqual(names.map((name) => [0, `${name}.xlsx\n`]))
  for (const name of names) expect(checkWorkbook(await readParts(space.path(`${name}.xlsx`)))).toEqual([])
  return space
}

export async function readTemplate(space: Workspace, name: string): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(space.path(`${name}.xlsx`))
  return workbook
}

/** The typed row as edits by address, below the examples. */
async function planEdit(space: Workspace, name: string): Promise<Edit> {
  const sheet = (await readTemplate(space, name)).worksheets[0]
  const cells: Record<string, string> = {}
  const row = (sheet?.rowCount ?? 0) + 1
  sheet?.getRow(1).eachCell((cell) => {
    const text = typed[name]?.[cell.text]
    if (text !== undefined) cells[`${cell.address.replace(/\d+$/, '')}${row}`] = text
  })
  expect(Object.keys(cells)).toHaveLength(Object.keys(typed[name] ?? {}).length)
  return { file: space.path(`${name}.xlsx`), sheet: sheet?.name ?? '', cells }
}

/** What would be sent for the filled template: the first requests of a dry run, without any option on how to read it. */
async function readBack(space: Workspace, name: string): Promise<object[]> {
  const target = ['--base-url', 'https://service.example/version-test', '--dry-run', '--json']
  const { code, stdout, stderr } = await space.run([name, `${name}.xlsx`, ...target])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout).firstRequests
}

/** A template for each operation, filled in by another program, is read without any option. */
export async function expectToBeRead(fill: (edits: readonly Edit[]) => void | Promise<void>): Promise<void> {
  const space = await makeTemplates('--lists', lists)
  await fill(await Promise.all(names.map((name) => planEdit(space, name))))
  await Promise.all(
    names.map(async (name) => {
      const { code, stdout, stderr } = await space.run(['check', name, `${name}.xlsx`, '--json'])
      expect(code, stderr + stdout).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        outcomes: { ready: 1 },
        problems: [],
        skipped: [{ rule: 'an example row of the template: never sent' }],
      })
      expect(await readBack(space, name)).toEqual([expect.objectContaining(expected[name] ?? {})])
    }),
  )
}
