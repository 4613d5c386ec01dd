import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editWorkbook } from '../support/edit-workbook.ts'
import { hasLibreOffice, saveAs } from '../support/libre-office.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, toWorkbook, toXlsx, trip, trips } from '../support/trips.ts'

it('an output never takes the place of that of other sheets, a rehearsal or another company, nor a refused run its own', {
  timeout: 60_000,
}, async () => {
  let isExpired = false
  const service = await startService(({ authorization }) =>
    isExpired || authorization.includes('bad') ? { status: 401, body: '' } : undefined,
  )
  const space = new Workspace(service.variables)
  space.write('trips.xlsx', await toWorkbook({ EMEA: [trip('E-1')], AMER: [trip('A-1')] }))
  const written = async (...options: string[]) =>
    (await space.assess('trips.xlsx', '--no-wait', ...options)).summary.output
  expect(await written('--sheet', 'EMEA')).toBe(assessed('trips'))
  const first = readFileSync(space.path(assessed('trips')))

  // Other sheets, time and again, and by the name of the first.
  const amer = 'output/trips.AMER.assessed.xlsx'
  expect(await written('--sheet', 'AMER')).toBe(amer)
  expect(await written('--sheet', 'AMER')).toBe(amer)
  expect(await written('--sheet', 'AMER', '-o', assessed('trips'))).toBe(amer)
  expect(await written('--sheet', 'all')).toBe('output/trips.EMEA+AMER.assessed.xlsx')

  // A rehearsal after the real run: it says so in each sheet of ours and before our headings, and nothing of it goes to
  // the service.
  const rehearsed = await space.assess('trips.xlsx', '--sheet', 'EMEA', '--sandbox')
  const simulated = 'output/trips.assessed.simulated.xlsx'
  expect(rehearsed.summary.output).toBe(simulated)
  const { default: ExcelJS } = await import('exceljs')
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(space.path(simulated))
  const [emea, , ...ours] = workbook.worksheets
  const outcome = emea?.getRow(1).values as string[]
  expect(emea?.getRow(1).getCell(outcome.indexOf('Outcome')).numFmt).toContain('SIMULATED')
  for (const sheet of ours) {
    const { oddHeader, oddFooter } = sheet.headerFooter
    expect([oddHeader, oddFooter, sheet.properties.tabColor]).toMatchObject([
      ...[/SIMULATED/, /SIMULATED/].map((text) => expect.stringMatching(text)),
      { argb: 'FF16684A' },
    ])
    const column = { Summary: 2, Charts: 1 }[sheet.name]
    const shown = column === undefined ? sheet.getCell('A1').numFmt : String(sheet.getColumn(column).values)
    expect(shown, sheet.name).toContain('SIMULATED')
  }
  const requests = service.requests.length
  const fedBack = await space.assess(simulated)
  const decided = await space.run(['decide', simulated, '--yes', '--set', 'status=Pending'])
  expect([fedBack.code, decided.code, service.requests.length]).toEqual([2, 2, requests])
  expect(decided.stderr).toMatch(/names an assessment that the sandbox made up \(row 2: .*Nothing was sent/)
  expect((await space.assess('trips.xlsx', '--sheet', 'EMEA', '--sandbox', '-o', 'out.csv')).summary.output).toBe(
    'out.simulated.csv',
  )

  // Another company with a token that is refused; then the own token, which has expired.
  const other = await space.start(
    ['assess', 'trips.xlsx', '--json', '--no-wait', '--sheet', 'EMEA', '--company', 'x'],
    { RWA_API_TOKEN: 'bad' },
  ).ended
  expect([other.code, other.summary.output]).toEqual([2, 'output/trips.x.assessed.xlsx'])
  expect(other.stderr).toContain(`${assessed('trips')} holds the results of the company “default” and is left as it is`)
  isExpired = true
  const refused = await space.assess('trips.xlsx', '--sheet', 'EMEA', '--no-wait', '--again')
  expect([refused.code, refused.summary.output]).toEqual([2, null])
  expect(refused.stderr).toContain(`nothing was sent, and the earlier ${assessed('trips')} is left as it is`)

  expect(readFileSync(space.path(assessed('trips'))).equals(first)).toBe(true)
})

it('what somebody added to an output is kept beside it when it is written anew', { timeout: 60_000 }, async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const output = space.path(assessed('trips'))
  const run = () => space.assess('trips.csv', '--no-wait')
  await run()
  await run()
  await editWorkbook(output, [{ sheet: 'Results', row: 2, values: { Role: 'for the board' } }])
  const { stderr } = await run()
  await run()
  const names = readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))
  expect(names).toHaveLength(1)
  expect(stderr).toContain(`was changed since it was written: it is kept as output/${names[0]}`)
  expect((await readOutput(space.path(`output/${names[0]}`))).column('Role')[0]).toBe('for the board')
  expect((await readOutput(output)).column('Role')[0]).toBe('Engineering')
})

it.skipIf(!hasLibreOffice).each([
  ['a copy of the workbook', 'trips.xlsx'],
  ['a new workbook', 'trips.csv'],
])('%s that LibreOffice has only saved again is not called edited', { timeout: 120_000 }, async (_, input) => {
  const service = await startService()
  const space = new Workspace(service.variables)
  const rows = [...trips(3), trip('E-9', { 'Trip end': 'soon' })]
  space.write(input, input.endsWith('.csv') ? toCsv(rows) : await toXlsx(rows))
  const output = space.path(assessed('trips'))
  await space.assess(input)
  saveAs('xlsx', [output], space.path('saved'))
  copyFileSync(space.path('saved/trips.assessed.xlsx'), output)
  const { stderr } = await space.assess(input)
  expect(stderr).not.toContain('was changed')
  expect(readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))).toEqual([])
})
