import { expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { type Row, toWorkbook, trip } from '../support/trips.ts'

/** The same trip with its columns in another order, one of them under another heading. */
function turn(row: Row): Row {
  const { 'Host country': destination = '', ...rest } = row
  return Object.fromEntries([['VIP', 'yes'], ['Destination', destination], ...Object.entries(rest).toReversed()])
}

const start = new Date(Date.UTC(2026, 2, 1))

it('sheets of one workbook are read as one run, once somebody says so, and each row knows its sheet', {}, async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  const emea = [trip('E-1', { 'Trip start': start }), trip('E-2', { 'Cost centre': 77 })]
  const amer = [trip('A-1'), trip('E-2'), trip('A-3', { 'Trip end': 'soon' })].map(turn)
  const sheets = { Cover: [{ Title: 'Quarterly review' }], EMEA: emea, 'North America': amer }
  space.write('trips.xlsx', await toWorkbook(sheets))

  const unsaid = await space.assess('trips.xlsx', '--no-wait')
  expect([unsaid.code, service.requests.length]).toEqual([2, 0])
  expect(unsaid.stderr).toContain('EMEA (2 rows), "North America" (3 rows)')
  expect(unsaid.stderr).toContain('--sheet all reads them as one run, --sheet EMEA one of them')

  const all = await space.assess('trips.xlsx', '--sheet', 'all', '--new-workbook')
  expect(service.created().toSorted()).toEqual(['A-1', 'E-1', 'E-2'])
  const read = [
    { name: 'EMEA', rows: 2 },
    { name: 'North America', rows: 3 },
  ]
  expect(all.summary).toMatchObject({ rows: 5, sheets: read, outcomes: { scored: 3, duplicate: 1, invalid: 1 } })
  expect(all.stderr).toContain('left out, as their headings do not fit: Cover')
  const output = await readOutput(space.path(assessed('trips')))
  const columns = Object.keys(output.results[0] ?? {})
  expect(columns.slice(0, columns.indexOf('overallTrip'))).toEqual([
    ...[...Object.keys(trip('')), 'Cost centre', 'VIP', 'sheet', 'outcome'],
  ])
  expect(output.column('sheet')).toEqual(['EMEA', 'EMEA', ...Array(3).fill('North America')])
  expect(output.column('Staff ID')).toEqual(['E-1', 'E-2', 'A-1', 'E-2', 'A-3'])
  expect(output.column('Host country')).toEqual(Array(5).fill('Portugal'))
  expect(output.results[0]?.['Trip start']).toEqual(start)
  expect(output.column('problem')[3]).toBe('same content as row 3 of EMEA; not sent')
  expect(output.table('Problems').rows).toMatchObject([
    { sheet: 'North America', row: 3, outcome: 'duplicate' },
    { sheet: 'North America', row: 4, cell: expect.stringMatching(/^'North America'![A-Z]4$/), field: 'endDate' },
  ])

  // The output is input like any other: nothing needs to be said, and nothing is created again.
  const fedBack = await space.assess(assessed('trips'), '-o', 'again.xlsx')
  expect(fedBack.summary).toMatchObject({ rows: 5, outcomes: { scored: 3, duplicate: 1, invalid: 1 } })
  expect((await readOutput(space.path('again.xlsx'))).column('sheet')).toEqual(output.column('sheet'))

  // One of the sheets alone: the others are named, and their trips are no orphans of it.
  const one = await space.assess('trips.xlsx', '--sheet', 'EMEA', '-o', 'emea.xlsx')
  expect(one.summary).toMatchObject({ rows: 2, alreadyDone: 2, orphans: 0 })
  expect(one.stderr).toContain('not read, though their headings fit as well: "North America"')
  expect(service.created()).toHaveLength(3)
  const { runs } = JSON.parse((await space.run(['status', 'trips.xlsx', '--json'])).stdout)
  expect(runs.map(({ sheets }: { sheets: unknown }) => sheets)).toEqual([read.slice(0, 1), read])
})

it('check marks the cells of every sheet it reads, and says what else fits', async () => {
  const space = new Workspace()
  const amer = [trip('A-1', { 'Trip end': 'soon' })].map(turn)
  space.write('trips.xlsx', await toWorkbook({ EMEA: [trip('E-1')], AMER: amer, APAC: [trip('E-9')] }))
  const check = (...options: string[]) => space.run(['check', 'assess', 'trips.xlsx', ...options])
  const { code, stdout, stderr } = await check('--sheet', 'EMEA', '--sheet', 'amer', '-o', 'checked.xlsx')
  expect([code, stdout]).toEqual([3, expect.stringContaining('sheets “EMEA” (1), “AMER” (1): 2 rows')])
  expect(stdout).toMatch(/endDate: must be a date.*\(“soon” in AMER![A-Z]2\)/)
  expect(stderr).toContain('not read, though their headings fit as well: APAC')
  const { default: ExcelJS } = await import('exceljs')
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(space.path('checked.xlsx'))
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['EMEA', 'AMER', 'APAC', 'Problems'])
  const column = Object.keys(amer[0] ?? {}).indexOf('Trip end') + 1
  const sheet = workbook.getWorksheet('AMER')
  const cell = sheet?.getRow(2).getCell(column)
  expect([cell?.value, cell?.note]).toEqual(['soon', undefined])
  expect(JSON.stringify(Object(sheet).conditionalFormattings)).toContain(`"${cell?.address}"`)
})
