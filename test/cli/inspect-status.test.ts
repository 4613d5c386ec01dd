import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, toWorkbook, toXlsx, trip, trips } from '../support/trips.ts'

describe('inspect', () => {
  it('--json prints one object: what kind of file it is, its headings and their fields, and typed cells', async () => {
    const space = new Workspace()
    space.write('trips.csv', toCsv([trip('00123', { Coût: 'élevé' })], ';'))
    const { code, stdout, stderr } = await space.run(['inspect', 'trips.csv', '--json'])
    expect([code, stderr]).toEqual([0, ''])
    const inspection = JSON.parse(stdout)
    expect(inspection).toMatchObject({ kind: 'csv', encoding: 'utf-8', delimiter: ';', headingRow: 1 })
    expect(inspection.file).toContain('trips.csv')
    expect(inspection.columns).toContainEqual({ heading: 'Host country', column: 6, field: 'destination' })
    expect(inspection.columns).toContainEqual({ heading: 'Coût', column: 14, field: null })
    expect(inspection.rows).toHaveLength(2)
    expect(inspection.rows[1][0]).toEqual({ t: 's', v: '00123' })
  })

  it('--rows bounds the rows of a workbook, whose sheets are named', async () => {
    const space = new Workspace()
    space.write('trips.xlsx', await toXlsx(trips(5)))
    const { code, stdout } = await space.run(['inspect', 'trips.xlsx', '--json', '--rows', '3'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'xlsx', sheet: 'Trips', sheets: ['Trips'], rows: { length: 3 } })
    const text = await space.run(['inspect', 'trips.xlsx'])
    expect(text.stdout).toContain('Staff ID → employeeId')
  })

  it('shows the sheet that the operation would read, as it is seen, and says what is missing and how to add it', async () => {
    const { default: ExcelJS } = await import('exceljs')
    const workbook = new ExcelJS.Workbook()
    workbook.addWorksheet('Cover').addRow(['Review'])
    const sheet = workbook.addWorksheet('EMEA')
    const { Purpose, 'Right to work': right, ...cells } = trip('400')
    sheet.addRow(['Trips'])
    sheet.addRow([...Object.keys(cells), 'May work'])
    sheet.addRow([400, ...Object.values(cells).slice(1), right]).getCell(1).numFmt = '000000'
    const space = new Workspace()
    await workbook.xlsx.writeFile(space.path('regions.xlsx'))
    space.write('columns.json', '{"May work": "legalRight"}')

    const { code, stdout } = await space.run(['inspect', 'regions.xlsx', '--columns', 'columns.json'])
    expect(code).toBe(0)
    expect(stdout).toContain('sheet read: EMEA; sheets: Cover, EMEA')
    expect(stdout).toContain('sheet “EMEA”, heading row 2: missing: purpose\n')
    expect(stdout).toContain('--set purpose="Work From Anywhere"')
    expect(stdout).toContain('  000400 | Mid')

    const set = ['--columns', 'columns.json', '--set', 'purpose=trip']
    const fitting = await space.run(['inspect', 'regions.xlsx', ...set, '--json'])
    expect(JSON.parse(fitting.stdout)).toMatchObject({ sheet: 'EMEA', headingRow: 2, missing: [] })
    const other = await space.run(['inspect', 'regions.xlsx', '--for', 'invite', '--json'])
    expect(JSON.parse(other.stdout)).toMatchObject({ sheet: 'Cover', missing: expect.arrayContaining(['email']) })
  })

  it('--draft writes every heading of a sheet in which nothing is known, as guesses that are never sent', async () => {
    const space = new Workspace()
    const row = {
      社員番号: 'A-1001',
      国籍: '日本',
      渡航先: 'ドイツ',
      出発日: '2026-03-01',
      帰国日: '2026-03-31',
      就労資格: 'はい',
    }
    space.write('jp.csv', toCsv([row, { ...row, 社員番号: 'A-1002', 渡航先: 'スペイン' }]))
    const { code, stderr } = await space.run(['inspect', 'jp.csv', '--draft'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('with 6 guesses')])
    expect(stderr).not.toContain('everything is understood')
    const country = '? citizenship, destination or residency'
    expect(JSON.parse(readFileSync(space.path('rwa-batch.json'), 'utf8'))).toEqual({
      assess: {
        columns: {
          社員番号: '? employeeId',
          国籍: country,
          渡航先: country,
          出発日: '? startDate',
          帰国日: '? endDate',
          就労資格: '?',
        },
      },
    })
    const early = await space.run(['assess', 'jp.csv', '--sandbox'])
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('has 6 guesses for assess')])
    space.write('rwa-batch.json', readFileSync(space.path('rwa-batch.json'), 'utf8').replaceAll('? ', ''))
    const blind = await space.run(['check', 'assess', 'jp.csv'])
    expect([blind.code, blind.stderr]).toEqual([2, expect.stringContaining('"国籍": expected a field')])
  })

  it('names the other sheets with most of the columns, and what they miss', async () => {
    const space = new Workspace()
    const { Purpose: _, ...row } = trip('E-1')
    const { Role: __, ...less } = row
    space.write('q3.xlsx', await toWorkbook({ Cover: [{ Title: 'Q3' }], EMEA: [row], AMER: [row], APAC: [less] }))
    const { code, stdout } = await space.run(['inspect', 'q3.xlsx'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('sheet read: EMEA;')])
    expect(stdout).toContain('sheet AMER has most of the columns too; missing: purpose\n')
    expect(stdout).toContain('sheet APAC has most of the columns too; missing: purpose, roleType\n')
    expect(stdout).not.toContain('sheet Cover')
  })

  it('prints file and error for what cannot be read, and exits 2', async () => {
    const space = new Workspace()
    space.write('broken.xlsx', 'PK\u0003\u0004')
    const { code, stdout } = await space.run(['inspect', 'broken.xlsx', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toEqual({ file: 'broken.xlsx', error: expect.stringContaining('broken.xlsx') })
  })
})

describe('status', () => {
  it('--json says of each input its latest run: where to, when, how it ended, the balance and the output', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv([...trips(2), trip('E-9', { Seniority: 'Boss' })]))
    space.write('others.csv', toCsv([trip('F-1')]))
    await space.assess('trips.csv', '--no-wait')
    await space.assess('others.csv', '--no-wait')

    const { code, stdout } = await space.run(['status', '--json'])
    expect(code).toBe(0)
    const { holder, runs } = JSON.parse(stdout)
    expect([holder, runs.length]).toEqual([null, 2])
    expect(runs[1]).toMatchObject({
      operation: 'assess',
      address: service.baseUrl,
      company: 'default',
      file: space.path('trips.csv'),
      ending: 'done',
      rows: 3,
      output: assessed('trips'),
    })
    expect(runs[1].balance).toContainEqual({ state: 'invalid', wasDone: false, count: 1 })

    const one = await space.run(['status', 'others.csv'])
    expect(one.stdout).toContain('others.csv')
    expect(one.stdout).not.toContain('trips.csv')
  })

  it('says how often a status was taken for “not processed”, and which ones the profile distrusts', async () => {
    let answers = 0
    const service = await startService(() => {
      answers += 1
      return answers <= 2 ? { status: 429, headers: { 'retry-after': '0' }, body: '' } : undefined
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(1)))
    await space.assess('trips.csv', '--no-wait')
    const { stdout } = await space.run(['status'])
    expect(stdout).toMatch(/Taken for “not processed” because of the HTTP status: 429 2 times\..*--distrust-status\n$/)
    space.writeProfile({ distrustStatus: [429, 503] })
    expect((await space.run(['status'])).stdout).toContain('The profile distrusts 429, 503: a row with such an answer')
    const { trusted, distrusted } = JSON.parse((await space.run(['status', '--json'])).stdout)
    expect({ trusted, distrusted }).toEqual({ trusted: { 429: 2 }, distrusted: [429, 503] })
  })

  it('without a ledger says so and what to do, and exits 1', async () => {
    const { code, stderr } = await new Workspace().run(['status'])
    expect(code).toBe(1)
    expect(stderr).toContain('--ledger')
  })
})
