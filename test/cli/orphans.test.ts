import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { editWorkbook, type Fill } from '../support/edit-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, toWorkbook, trip, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

const output = assessed('trips')
const sets = ['--set', 'status=Canceled', '--set', 'cancelledByStaffId=C-001']
const extended = trip('E-001', { 'Trip end': '2026-04-15' })
const moved = trip('E-002', { 'Host country': 'Spain' })

function cancel(space: Workspace, ...options: string[]) {
  return space.run(['decide', output, '--sheet', 'Orphans', ...sets, '--yes', '--json', ...options])
}

async function orphansOf(space: Workspace) {
  const read = await readOutput(space.path(output))
  return read.sheets.includes('Orphans') ? read.table('Orphans').rows : []
}

/** What is wrong with lines of it, as the output of decide says. */
async function problemsOf(space: Workspace) {
  const read = await readOutput(space.path('output/trips.assessed.decided.xlsx'))
  return read.table('Problems').rows.map(({ problem }) => problem)
}

/** Four trips were created; the third is taken out of the sheet, and the first two are edited. */
async function createAndEdit(): Promise<Workspace> {
  const space = new Workspace(sandbox.variables)
  space.write('trips.csv', toCsv(trips(4)))
  await space.assess('trips.csv')
  space.write('trips.csv', toCsv([extended, moved, trip('E-004')]))
  return space
}

async function mark(space: Workspace, ...fills: Omit<Fill, 'sheet'>[]): Promise<void> {
  await editWorkbook(
    space.path(output),
    fills.map((fill) => ({ sheet: 'Orphans', ...fill })),
  )
}

describe('the sheet Orphans', () => {
  it('never has what an edited row stands for, whether it was answered or not: README’s line cancels no live trip', async () => {
    const space = await createAndEdit()
    const held = await space.assess('trips.csv')
    expect([held.summary.outcomes, held.summary.orphans]).toEqual([{ changed: 2, scored: 1 }, 1])
    expect(held.stderr).toContain('1 assessment of an earlier run has no row in trips.csv (sheet Orphans)')
    await editWorkbook(space.path(output), [{ sheet: 'Changed', row: 'E-001', values: { send: 'no' } }])
    await space.assess('trips.csv')
    expect((await orphansOf(space)).map(({ employeeId, why, cancel }) => [employeeId, why, cancel])).toEqual([
      ['E-003', 'taken out of the sheet', null],
    ])
    const decided = await cancel(space)
    expect([decided.code, decided.summary.outcomes]).toEqual([0, { skipped: 1 }])
  })

  it('a line is cancelled where cancel says "yes" or 1, and listed no more', async () => {
    const space = await createAndEdit()
    await space.assess('trips.csv', '--send-changed')
    const listed = await orphansOf(space)
    expect(listed.map(({ employeeId, why }) => [employeeId, why])).toEqual([
      ['E-001', 'replaced by row 2'],
      ['E-002', 'replaced by row 3'],
      ['E-003', 'taken out of the sheet'],
    ])
    const answers = { 'E-001': 'yes', 'E-002': 1, 'E-003': 'no' }
    await mark(space, ...Object.entries(answers).map(([row, cancel]) => ({ row, values: { cancel } })))
    const decided = await cancel(space)
    expect([decided.code, decided.summary.outcomes], decided.stderr).toEqual([0, { decided: 2, skipped: 1 }])
    const after = await space.assess('trips.csv')
    expect(after.summary.orphans).toBe(1)
    expect((await orphansOf(space)).map(({ employeeId }) => employeeId)).toEqual(['E-003'])
  })

  it('shows what was decided last; a word that is not understood, and another decision than Canceled, are refused', async () => {
    const space = await createAndEdit()
    await space.assess('trips.csv', '--send-changed')
    await mark(space, { row: 'E-001', values: { cancel: 'Yes please' } }, { row: 'E-002', values: { cancel: 'yes' } })
    const decided = await space.run([
      'decide',
      output,
      '--sheet',
      'Orphans',
      '--set',
      'status=Pending',
      '--yes',
      '--json',
    ])
    expect(decided.summary.outcomes).toEqual({ invalid: 2, skipped: 1 })
    expect(await problemsOf(space)).toEqual(['must be Yes or No', 'must be Canceled where cancel says yes'])
  })

  it('a line whose trip is in the sheet again is refused, with the row that stands for it', async () => {
    const space = await createAndEdit()
    await space.assess('trips.csv', '--send-changed')
    await mark(space, { row: 'E-001', values: { cancel: 'yes' } }, { row: 'E-003', values: { cancel: 'yes' } })
    space.write('trips.csv', toCsv([extended, moved, trip('E-004'), trip('E-003')]))
    await space.assess('trips.csv', '-o', 'elsewhere.xlsx')
    const decided = await cancel(space)
    expect([decided.code, decided.summary.outcomes], decided.stderr).toEqual([
      3,
      { decided: 1, invalid: 1, skipped: 1 },
    ])
    expect(await problemsOf(space)).toEqual([expect.stringContaining('row 5 of trips.csv stands for it')])
  })

  it('a line whose trip is in the sheet again is refused although --where leaves its row out', async () => {
    const space = await createAndEdit()
    await space.assess('trips.csv', '--send-changed')
    await mark(space, { row: 'E-003', values: { cancel: 'yes' } })
    space.write('trips.csv', toCsv([extended, moved, trip('E-004'), trip('E-003')]))
    await space.assess('trips.csv', '-o', 'elsewhere.xlsx', '--where', 'Staff ID=E-004')
    const decided = await cancel(space)
    expect(decided.summary.outcomes, decided.stderr).toEqual({ invalid: 1, skipped: 2 })
    expect(await problemsOf(space)).toEqual([expect.stringContaining('row 5 of trips.csv stands for it')])
  })

  it('does not say that a trip was taken out whose row could not be read', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(2)))
    await space.assess('trips.csv')
    space.write('trips.csv', toCsv([trip('E-001', { 'Trip end': 'soon' }), trip('E-002')]))
    await space.assess('trips.csv')
    expect((await orphansOf(space)).map(({ why }) => why)).toEqual([
      'not found in the sheet; perhaps row 2, which is invalid and has the same employeeId',
    ])
  })

  it('of an earlier version, without that column, is refused as a whole', async () => {
    const space = new Workspace(sandbox.variables)
    const rows = trips(2).map((row) => ({ assessmentId: 'A-1', ...row }))
    space.write('old.xlsx', await toWorkbook({ Orphans: rows }))
    const decided = await space.run(['decide', 'old.xlsx', '--sheet', 'Orphans', ...sets, '--yes', '--json'])
    expect([decided.code, decided.stderr]).toEqual([2, expect.stringContaining('has no column “cancel”')])
  })
})
