import { readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations/all.ts'
import { exampleMark } from '../../src/pipeline/tables/example-row.ts'
import { checkWorkbook } from '../sheet/writing/ooxml/check-workbook.ts'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { type Edit, hasLibreOffice, typeInto } from '../support/libre-office.ts'
import { Workspace } from '../support/program.ts'

const lists = new URL('../../samples/lists.json', import.meta.url).pathname

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
    Status: 'Manager Approved',
    'Manager ID': '0042',
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

async function makeTemplates(...options: readonly string[]): Promise<Workspace> {
  const space = new Workspace()
  const made = await Promise.all(names.map((name) => space.run(['template', name, '-o', `${name}.xlsx`, ...options])))
  expect(made.map(({ code, stdout }) => [code, stdout])).toEqual(names.map((name) => [0, `${name}.xlsx\n`]))
  for (const name of names) expect(checkWorkbook(await readParts(space.path(`${name}.xlsx`)))).toEqual([])
  return space
}

async function readTemplate(space: Workspace, name: string): Promise<ExcelJS.Workbook> {
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

/** The same with exceljs, which must be told the type of each cell. */
async function fillWithExceljs({ file, sheet, cells }: Edit): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const abouts = operations.flatMap(({ sheet }) => sheet.fields.map(({ about }) => about))
  for (const [address, text] of Object.entries(cells)) {
    const cell = workbook.getWorksheet(sheet)?.getCell(address)
    const heading = workbook.getWorksheet(sheet)?.getCell(address.replace(/\d+$/, '1')).text
    const kind = abouts.find(({ title }) => title === heading)?.kind
    if (cell !== undefined) cell.value = kind === 'date' ? new Date(text) : kind === 'integer' ? Number(text) : text
  }
  await workbook.xlsx.writeFile(file)
}

describe('a template for each operation', () => {
  const filler = hasLibreOffice ? 'LibreOffice' : 'exceljs (there is no soffice here: LibreOffice is skipped)'

  it(`is filled in by ${filler} and read without any option`, async () => {
    const space = await makeTemplates('--lists', lists)
    const edits = await Promise.all(names.map((name) => planEdit(space, name)))
    if (hasLibreOffice) typeInto(edits)
    else for (const edit of edits) await fillWithExceljs(edit)
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
  }, 60_000)
})

describe('the workbook of assess', () => {
  it('has headings with notes, formats, drop-downs, checks, marked examples and a sheet of long lists', async () => {
    const space = await makeTemplates('--lists', lists)
    const workbook = await readTemplate(space, 'assess')
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Trips and hires', 'Read me', 'Lists'])
    const [sheet, readMe] = workbook.worksheets
    if (sheet === undefined || readMe === undefined) throw new Error('sheets are missing')
    const at = (heading: string): string => {
      let letter = ''
      sheet.getRow(1).eachCell((cell) => {
        if (cell.text === heading) letter = cell.address.replace('1', '')
      })
      return letter
    }
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    sheet.getRow(1).eachCell((cell) => {
      expect(JSON.stringify(cell.note), cell.text).toContain('Example: ')
    })
    expect(sheet.getColumn(at('Employee ID')).numFmt).toBe('@')
    expect(sheet.getColumn(at('Start date')).numFmt).toBe('yyyy-mm-dd')
    expect(sheet.getCell(`${at('Start date')}2`).numFmt).toBe('yyyy-mm-dd')
    expect([2, 3].map((row) => sheet.getCell(`${at('Employee ID')}${row}`).value)).toEqual([exampleMark, exampleMark])
    const rule = (heading: string): ExcelJS.DataValidation => sheet.getCell(`${at(heading)}5001`).dataValidation
    expect(rule('Purpose')).toMatchObject({ type: 'list', formulae: ['"Work From Anywhere,Hire From Anywhere"'] })
    expect(rule('Destination')).toMatchObject({
      type: 'list',
      formulae: [expect.stringMatching(/^Lists!\$B\$2:\$B\$\d+$/)],
    })
    expect(rule('Start date')).toMatchObject({ type: 'date', error: 'Start date: please type a date.' })
    expect(rule('Working days')).toMatchObject({ type: 'whole', operator: 'greaterThanOrEqual', formulae: [0] })
    expect(workbook.getWorksheet('Lists')?.getCell('B2').text).toBe(
      JSON.parse(readFileSync(lists, 'utf8')).destination[0],
    )
    expect(readMe.getColumn(1).values.join('\n')).toContain('npx rwa-batch check assess assess.xlsx')
  })
})

describe('template', () => {
  it('goes to the folder output, and never over a file that is there', async () => {
    const space = new Workspace()
    const first = await space.run(['template', 'invite'])
    const second = await space.run(['template', 'invite'])
    expect([first.code, first.stdout]).toEqual([0, 'output/invite.template.xlsx\n'])
    expect([second.code, second.stdout]).toEqual([2, ''])
    expect(second.stderr).toContain('exists already')
  })

  it.each([
    ['an output that is no workbook', ['template', 'assess', '-o', 'out.csv'], /\.xlsx/],
    ['an operation that there is not', ['template', 'approve'], /assess, decide, invite/],
    ['lists that do not exist', ['template', 'assess', '--lists', 'none.json'], /none\.json does not exist/],
  ])('refuses %s with exit 2', async (_, args, says) => {
    const { code, stdout, stderr } = await new Workspace().run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
  })
})
