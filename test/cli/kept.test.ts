import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { editWorkbook } from '../support/edit-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, trip, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

const output = assessed('trips')
const extended = trip('E-001', { 'Trip end': '2026-04-15' })

/** Two trips were created; the first is edited, and waits to be answered. */
async function createAndEdit(): Promise<Workspace> {
  const space = new Workspace(sandbox.variables)
  space.write('trips.csv', toCsv(trips(2)))
  await space.assess('trips.csv')
  space.write('trips.csv', toCsv([extended, trip('E-002')]))
  await space.assess('trips.csv')
  return space
}

function answer(space: Workspace, send: string): Promise<void> {
  return editWorkbook(space.path(output), [{ sheet: 'Changed', row: 'E-001', values: { send } }])
}

describe('an edited row that is answered with no', () => {
  it('is kept: done, with the scores of the earlier version, in no list of problems, ready to be decided, run after run', async () => {
    const space = await createAndEdit()
    const [before] = sandbox.created()
    await answer(space, 'no')
    const kept = await space.assess('trips.csv')
    expect([kept.code, kept.summary.outcomes, kept.summary.orphans], kept.stderr).toEqual([
      0,
      { kept: 1, scored: 1 },
      0,
    ])
    expect(kept.stderr).not.toContain('Next:')
    const read = await readOutput(space.path(output))
    expect(read.results[0]).toMatchObject({
      outcome: 'kept',
      assessmentId: before?.id,
      overallTrip: expect.any(Number),
      problem: null,
      hint: expect.stringContaining(`${before?.id} stands`),
    })
    expect(read.sheets).not.toContain('Problems')
    expect(read.table('Decisions').rows.map(({ assessmentId }) => assessmentId)).toContain(before?.id)
    expect(read.table('Changed').rows).toMatchObject([{ employeeId: 'E-001', send: 'no' }])
    const elsewhere = await space.assess('trips.csv', '-o', 'elsewhere.csv')
    expect([elsewhere.code, elsewhere.summary.outcomes]).toEqual([0, { kept: 1, scored: 1 }])
    const all = await space.assess('trips.csv', '--send-changed')
    expect([all.code, all.summary.outcomes, sandbox.count()]).toEqual([0, { kept: 1, scored: 1 }, 2])
  })

  it('is asked about again when it is edited again; a later yes sends it', async () => {
    const space = await createAndEdit()
    await answer(space, 'no')
    await space.assess('trips.csv')
    await answer(space, 'yes')
    const sent = await space.assess('trips.csv')
    expect([sent.code, sent.summary.outcomes]).toEqual([0, { scored: 2 }])
    space.write('trips.csv', toCsv([trip('E-001', { 'Trip end': '2026-04-20' }), trip('E-002')]))
    const edited = await space.assess('trips.csv')
    expect([edited.code, edited.summary.outcomes]).toEqual([3, { changed: 1, scored: 1 }])
  })

  it('needs nobody: the report does not ask for it', async () => {
    const space = await createAndEdit()
    const needs = async () => {
      await space.run(['report', '-o', 'report.html'])
      return readFileSync(space.path('report.html'), 'utf8').includes('edited trips that are held back')
    }
    expect(await needs()).toBe(true)
    await answer(space, 'no')
    await space.assess('trips.csv')
    expect(await needs()).toBe(false)
  })

  it('in other words, "Ja" or "Yes please", is refused with a warning, and stays in its cell', async () => {
    const space = await createAndEdit()
    for (const word of ['Ja', 'Yes please']) {
      await answer(space, word)
      const asked = await space.assess('trips.csv')
      expect([asked.code, asked.summary.outcomes]).toEqual([3, { changed: 1, scored: 1 }])
      expect(asked.stderr).toContain(`“${word}” is not understood; expected yes or no`)
      expect((await readOutput(space.path(output))).table('Changed').rows).toMatchObject([{ send: word }])
    }
  })
})
