import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { editWorkbook } from '../support/edit-workbook.ts'
import { fillInCsv, readCsvOutput, readOutput } from '../support/outputs.ts'
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
const toCsvFile = ['-o', 'out.csv']
const sets = ['--set', 'status=Canceled', '--set', 'cancelledByStaffId=C-001']
const extended = trip('E-001', { 'Trip end': '2026-04-15' })
const moved = trip('E-002', { 'Host country': 'Spain' })

/** Of the workbook, or of the file beside a CSV output. */
function cancel(space: Workspace, ...input: [string, ...string[]]) {
  return space.run(['decide', ...input, ...sets, '-o', 'decided.csv', '--yes', '--json'])
}

function listedBeside(space: Workspace) {
  return readCsvOutput(space.path('out.orphans.csv')).rows
}

/** What is wrong with lines of it, as the output of decide says. */
function problemsOf(space: Workspace) {
  return readCsvOutput(space.path('decided.problems.csv')).rows.map(({ problem }) => problem)
}

/** Four trips were created; the third is taken out of the sheet, and the first two are edited. */
async function createAndEdit(space: Workspace, ...options: string[]): Promise<void> {
  space.write('trips.csv', toCsv(trips(4)))
  await space.assess('trips.csv', ...options)
  space.write('trips.csv', toCsv([extended, moved, trip('E-004')]))
}

/** Writes into the column cancel of the file beside, by employee. */
function mark(space: Workspace, answers: Readonly<Record<string, string>>): void {
  fillInCsv(space.path('out.orphans.csv'), ({ employeeId }) => {
    const cancel = answers[String(employeeId)]
    return cancel === undefined ? undefined : { cancel }
  })
}

describe('the sheet Orphans', () => {
  it('never has what an edited row stands for, whether it was answered or not: README’s line cancels no live trip', async () => {
    const space = new Workspace(sandbox.variables)
    await createAndEdit(space)
    const held = await space.assess('trips.csv')
    expect([held.summary.outcomes, held.summary.orphans]).toEqual([{ changed: 2, scored: 1 }, 1])
    expect(held.stderr).toContain('1 assessment of an earlier run has no row in trips.csv (sheet Orphans)')
    await editWorkbook(space.path(output), [{ sheet: 'Changed', row: 'E-001', values: { send: 'no' } }])
    await space.assess('trips.csv')
    const { rows } = (await readOutput(space.path(output))).table('Orphans')
    expect(rows.map(({ employeeId, why, cancel }) => [employeeId, why, cancel])).toEqual([
      ['E-003', 'taken out of the sheet', null],
    ])
    const decided = await cancel(space, output, '--sheet', 'Orphans')
    expect([decided.code, decided.summary.outcomes]).toEqual([0, { skipped: 1 }])
  })

  describe('after the edited rows were sent', () => {
    const ends: (() => void | Promise<void>)[] = []
    let space: Workspace
    let restore: () => void
    beforeAll(async () => {
      space = new Workspace(sandbox.variables, (end) => void ends.unshift(end))
      await createAndEdit(space, '--no-wait', ...toCsvFile)
      await space.assess('trips.csv', '--no-wait', '--send-changed', ...toCsvFile)
      restore = space.keep()
      return async () => {
        for (const end of ends) await end()
      }
    })
    beforeEach(() => restore())

    it('a line is cancelled where cancel says "yes" or 1, and listed no more', async () => {
      expect(listedBeside(space).map(({ employeeId, why }) => [employeeId, why])).toEqual([
        ['E-001', 'replaced by row 2'],
        ['E-002', 'replaced by row 3'],
        ['E-003', 'taken out of the sheet'],
      ])
      await space.assess('trips.csv', '--no-wait')
      const answers = Object.entries({ 'E-001': 'yes', 'E-002': 1, 'E-003': 'no' })
      await editWorkbook(
        space.path(output),
        answers.map(([row, cancel]) => ({ sheet: 'Orphans', row, values: { cancel } })),
      )
      const decided = await cancel(space, output, '--sheet', 'Orphans')
      expect([decided.code, decided.summary.outcomes], decided.stderr).toEqual([0, { decided: 2, skipped: 1 }])
      const after = await space.assess('trips.csv', '--no-wait', ...toCsvFile)
      expect(after.summary.orphans).toBe(1)
      expect(listedBeside(space).map(({ employeeId }) => employeeId)).toEqual(['E-003'])
    })

    it('shows what was decided last; a word that is not understood, and another decision than Canceled, are refused', async () => {
      mark(space, { 'E-001': 'Yes please', 'E-002': 'yes' })
      const pending = ['--set', 'status=Pending', '-o', 'decided.csv', '--yes', '--json']
      const decided = await space.run(['decide', 'out.orphans.csv', ...pending])
      expect(decided.summary.outcomes).toEqual({ invalid: 2, skipped: 1 })
      expect(problemsOf(space)).toEqual(['must be Yes or No', 'must be Canceled where cancel says yes'])
    })

    it('a line whose trip is in the sheet again is refused, with the row that stands for it', async () => {
      mark(space, { 'E-001': 'yes', 'E-003': 'yes' })
      space.write('trips.csv', toCsv([extended, moved, trip('E-004'), trip('E-003')]))
      await space.assess('trips.csv', '--no-wait', '-o', 'elsewhere.csv')
      const decided = await cancel(space, 'out.orphans.csv')
      expect([decided.code, decided.summary.outcomes], decided.stderr).toEqual([
        3,
        { decided: 1, invalid: 1, skipped: 1 },
      ])
      expect(problemsOf(space)).toEqual([expect.stringContaining('row 5 of trips.csv stands for it')])
    })

    it('a line whose trip is in the sheet again is refused although --where leaves its row out', async () => {
      mark(space, { 'E-003': 'yes' })
      space.write('trips.csv', toCsv([extended, moved, trip('E-004'), trip('E-003')]))
      await space.assess('trips.csv', '--no-wait', '-o', 'elsewhere.csv', '--where', 'Staff ID=E-004')
      const decided = await cancel(space, 'out.orphans.csv')
      expect(decided.summary.outcomes, decided.stderr).toEqual({ invalid: 1, skipped: 2 })
      expect(problemsOf(space)).toEqual([expect.stringContaining('row 5 of trips.csv stands for it')])
    })
  })

  it('does not say that a trip was taken out whose row could not be read', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(2)))
    await space.assess('trips.csv', '--no-wait', ...toCsvFile)
    space.write('trips.csv', toCsv([trip('E-001', { 'Trip end': 'soon' }), trip('E-002')]))
    await space.assess('trips.csv', '--no-wait', ...toCsvFile)
    expect(listedBeside(space).map(({ why }) => why)).toEqual([
      'not found in the sheet; perhaps row 2, which is invalid and has the same Employee ID',
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
