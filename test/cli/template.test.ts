import { readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { operations } from '../rooms/operations.ts'
import { exampleMarker } from '../rooms/pipeline/tables.ts'
import type { Edit } from '../support/libre-office.ts'
import { Workspace } from '../support/program.ts'
import { expectToBeRead, lists, makeTemplates, readTemplate } from './filled-templates.ts'

/** As a person types, with exceljs, which must be told the type of each cell. */
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

it('a template for each operation is filled in by exceljs and read without any option', async () => {
  await expectToBeRead(async (edits) => {
    for (const edit of edits) await fillWithExceljs(edit)
  })
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
      expect(sheet.getCell(cell.address).dataValidation.prompt, cell.text).toContain('Example: ')
    })
    expect(sheet.getColumn(at('Employee ID')).numFmt).toBe('@')
    expect(sheet.getColumn(at('Start date')).numFmt).toBe('yyyy-mm-dd')
    expect(sheet.getCell(`${at('Start date')}2`).numFmt).toBe('yyyy-mm-dd')
    expect([2, 3].map((row) => sheet.getCell(`${at('Employee ID')}${row}`).value)).toEqual([
      exampleMarker,
      exampleMarker,
    ])
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
    expect(readMe.getColumn(1).values.join('\n')).toContain('rwa-batch check assess assess.xlsx')
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
