import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type ExcelJS from 'exceljs'
import { expect, it } from 'vitest'
import { alterWorkbook, fillIn } from '../support/edit-workbook.ts'
import { fillInCsv, readCsvOutput, type Table } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { identifierOf, isCreateOf, json, type Service, startService } from '../support/service.ts'
import { toCsv, toXlsx, trip, trips } from '../support/trips.ts'

const toCsvFile = ['--no-wait', '-o', 'out.csv']

/** Of three trips the second is unknown, as long as the service drops its request. */
async function startDropping(): Promise<{ service: Service; space: Workspace; mend(): void }> {
  let isMended = false
  const service = await startService((received) => {
    return isMended || !isCreateOf('E-002', received) ? undefined : 'drop'
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const mend = (): void => {
    isMended = true
  }
  return { service, space, mend }
}

function readTable(space: Workspace, file: string): Table {
  return readCsvOutput(space.path(file))
}

/** Writes into each line of a CSV file of ours, or into those with this outcome, as a person does. */
function write(space: Workspace, file: string, cells: Record<string, string>, outcome?: string): void {
  fillInCsv(space.path(file), (row) => (outcome === undefined || row['outcome'] === outcome ? cells : undefined))
}

it('what is unknown stands in a file beside a CSV output, and every message names that file', async () => {
  const { space } = await startDropping()
  const { code, stderr, summary } = await space.assess('trips.csv', ...toCsvFile)
  expect([code, summary]).toMatchObject([4, { output: 'out.csv', beside: { Unknown: 'out.unknown.csv' } }])
  expect(stderr).toContain('(see out.unknown.csv)')
  expect(stderr).toContain('Next: look up the rows of out.unknown.csv at the service, then: ')
  expect(stderr).not.toMatch(/sheet Unknown|sheet Problems/)
  const [line, ...others] = readTable(space, 'out.unknown.csv').rows
  expect([line, others]).toMatchObject([{ row: '3', employeeId: 'E-002', resolution: '' }, []])
  expect(readTable(space, 'out.problems.csv').rows).toMatchObject([
    { row: '3', result: 'out.csv 3', outcome: 'unknown' },
  ])
  expect(readTable(space, 'out.csv').rows[1]?.['hint']).toContain('column resolution of out.unknown.csv')
  expect(existsSync(space.path('out.changed.csv')) || existsSync(space.path('out.orphans.csv'))).toBe(false)
})

it.each([
  ['the identifier', 'out.unknown.csv', 'resolution', 'A-77'],
  ['the identifier', 'out.csv', 'assessmentId', 'A-77'],
])('%s, written into %s (%s), is taken, and nothing is sent again', async (_, file, heading, answer) => {
  const { service, space } = await startDropping()
  await space.assess('trips.csv', ...toCsvFile)
  write(space, file, { [heading]: answer }, file === 'out.csv' ? 'unknown' : undefined)
  const again = await space.assess('trips.csv', ...toCsvFile, '--retry-unknown')
  expect([again.code, again.summary.outcomes], again.stderr).toEqual([0, { accepted: 3 }])
  expect(again.stderr).toContain(`1 unknown row moved on as`)
  expect(service.created()).toHaveLength(3)
  expect(readTable(space, 'out.csv').rows[1]?.['assessmentId']).toBe('A-77')
})

/** As a program does that rounds times: a cell near to a whole second is read as that second. */
function moveTimes(sheet: ExcelJS.Worksheet): void {
  sheet.eachRow((row) =>
    row.eachCell((cell) => {
      if (!(cell.value instanceof Date)) return
      const moved = cell.value.getTime() + 4
      const isNearSecond = Math.abs((moved % 1000) - 500) > 494
      cell.value = new Date(isNearSecond ? moved - 8 : moved)
    }),
  )
}

/** Somebody writes an identifier beside the unknown row, and may alter the sheet in another way as well. */
function answerInSheet(file: string, alter: (sheet: ExcelJS.Worksheet) => void): Promise<void> {
  return alterWorkbook(file, (workbook) => {
    const sheet = workbook.getWorksheet('Trips')
    if (sheet === undefined) throw new Error('there is no sheet Trips')
    fillIn(sheet, { row: 'unknown', values: { assessmentId: 'A-77' } })
    alter(sheet)
  })
}

it.each([
  ['as it was written', () => {}],
  ['moved by four milliseconds', moveTimes],
])('an identifier beside an unknown row of a workbook, its time %s, is taken as well', async (_, alter) => {
  const { service, space } = await startDropping()
  space.write('trips.xlsx', await toXlsx(trips(3)))
  const first = await space.assess('trips.xlsx', '--no-wait')
  await answerInSheet(space.path(String(first.summary.output)), alter)
  const again = await space.assess('trips.xlsx', '--no-wait', '--retry-unknown')
  expect([again.code, again.summary.outcomes], again.stderr).toEqual([0, { accepted: 3 }])
  expect(service.created()).toHaveLength(3)
})

it('“not created” in the file beside sends the row once more', async () => {
  const { service, space, mend } = await startDropping()
  await space.assess('trips.csv', ...toCsvFile)
  write(space, 'out.unknown.csv', { resolution: 'not created', reason: 'seen there' })
  mend()
  const { code, stderr } = await space.assess('trips.csv', ...toCsvFile)
  expect(code, stderr).toBe(0)
  expect(service.created().filter((sent) => sent === 'E-002')).toHaveLength(2)
})

it('an identifier at a row that cannot be told is refused with the way out, and nothing is sent', async () => {
  const { service, space } = await startDropping()
  await space.assess('trips.csv', ...toCsvFile)
  write(space, 'out.csv', { assessmentId: 'A-77', sentAt: '' }, 'unknown')
  const { code, stderr } = await space.assess('trips.csv', ...toCsvFile)
  expect(code).toBe(2)
  expect(stderr).toContain('names A-77 beside an unknown row')
  expect(stderr).toContain('Write it into the column resolution of out.unknown.csv instead')
  expect(stderr).not.toContain('was lost')
  expect(service.created()).toHaveLength(3)
})

it('a file that has nothing to say any more goes when it is as it was written, and is kept when somebody wrote in it', async () => {
  const { space, mend } = await startDropping()
  space.write('trips.csv', toCsv([...trips(3), trip('E-004', { workingDays: 'many' })]))
  await space.assess('trips.csv', ...toCsvFile)
  write(space, 'out.unknown.csv', { resolution: 'not created', reason: 'seen there' })
  space.write('trips.csv', toCsv([...trips(3)]))
  mend()
  const { code, stderr } = await space.assess('trips.csv', ...toCsvFile)
  expect(code, stderr).toBe(0)
  const names = readdirSync(space.path('.')).filter((name) => name.startsWith('out.'))
  expect(names).toEqual(['out.csv', expect.stringMatching(/^out\.unknown\.edited-\d{8}T\d{6}\.csv$/)])
  expect(stderr).toMatch(/out\.unknown\.csv was changed since it was written: it is kept as .*out\.unknown\.edited-/)
})

it('somebody else’s file of that name is kept, and so is the input', async () => {
  const { space } = await startDropping()
  space.write('out.problems.csv', 'my own\n')
  space.write('out.unknown.csv', readFileSync(space.path('trips.csv'), 'utf8'))
  const { stderr } = await space.assess('out.unknown.csv', ...toCsvFile)
  const kept = readdirSync(space.path('.')).find((name) => name.startsWith('out.problems.edited-')) ?? ''
  expect(readFileSync(space.path(kept), 'utf8')).toBe('my own\n')
  expect(readTable(space, 'out.unknown.csv').headings).not.toContain('resolution')
  expect(stderr).toContain('(see out.unknown (2).csv)')
  write(space, 'out.unknown (2).csv', { resolution: 'A-78' })
  const again = await space.assess('out.unknown.csv', ...toCsvFile)
  expect([again.code, again.summary.outcomes], again.stderr).toEqual([0, { accepted: 3 }])
})

it('an edited row is answered in the file beside, and what is in no sheet any more stands in another', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  await space.assess('trips.csv', ...toCsvFile)
  space.write('trips.csv', toCsv([trip('E-001', { workingDays: 2, jobTitle: '=1+1' }), trip('E-002')]))
  const held = await space.assess('trips.csv', ...toCsvFile)
  expect(held.stderr).toContain('(see out.changed.csv)')
  expect(held.stderr).toContain('has no row in trips.csv (out.orphans.csv)')
  expect(readTable(space, 'out.orphans.csv').rows.map((row) => row['assessmentId'])).toContain(identifierOf('E-003'))
  write(space, 'out.changed.csv', { send: 'yes' })
  const sent = await space.assess('trips.csv', ...toCsvFile)
  expect([sent.code, sent.summary.outcomes], sent.stderr).toEqual([0, { accepted: 2 }])
  expect(service.created().filter((id) => id === 'E-001')).toHaveLength(2)
  expect(existsSync(space.path('out.changed.csv'))).toBe(false)
})

it('text that would be a formula is guarded in the files beside', async () => {
  const service = await startService((received) =>
    isCreateOf('E-001', received) ? json({ status: 'error', field: 'role', message: '=HYPERLINK("x")' }) : undefined,
  )
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  await space.assess('trips.csv', ...toCsvFile)
  const text = readFileSync(space.path('out.problems.csv'), 'utf8')
  expect(text).not.toMatch(/[,"]=HYPERLINK/)
})
