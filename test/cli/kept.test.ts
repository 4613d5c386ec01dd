import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { editWorkbook } from '../support/edit-workbook.ts'
import { fillInCsv, readCsvOutput, readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, trip, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

const output = assessed('trips')
const extended = trip('E-001', { 'Trip end': '2026-04-15' })

const toCsvFile = ['-o', 'out.csv']
const changedFile = 'out.changed.csv'

/** Two trips were created; the first is edited, and waits to be answered, in the file beside a CSV output. */
const ends: (() => void | Promise<void>)[] = []
let space: Workspace
let before: string
let restore: () => void
beforeAll(async () => {
  space = new Workspace(sandbox.variables, (end) => void ends.unshift(end))
  space.write('trips.csv', toCsv(trips(2)))
  await space.assess('trips.csv', ...toCsvFile)
  before = sandbox.created()[0]?.id ?? ''
  space.write('trips.csv', toCsv([extended, trip('E-002')]))
  await space.assess('trips.csv', ...toCsvFile)
  restore = space.keep()
})
afterAll(async () => {
  for (const end of ends) await end()
})
beforeEach(() => {
  restore()
  sandbox.forget()
})

function answer(send: string): void {
  fillInCsv(space.path(changedFile), () => ({ send }))
}

/** The same in the workbook, which another program than ours saves. */
function answerInSheet(send: string): Promise<void> {
  return editWorkbook(space.path(output), [{ sheet: 'Changed', row: 'E-001', values: { send } }])
}

describe('an edited row that is answered with no', () => {
  it('is kept: done, with the scores of the earlier version, in no list of problems, ready to be decided, run after run', async () => {
    await space.assess('trips.csv')
    await answerInSheet('no')
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
      assessmentId: before,
      overallTrip: expect.any(Number),
      problem: null,
      hint: expect.stringContaining(`${before} stands`),
    })
    expect(read.sheets).not.toContain('Problems')
    expect(read.table('Decisions').rows.map(({ assessmentId }) => assessmentId)).toContain(before)
    expect(read.table('Changed').rows).toMatchObject([{ employeeId: 'E-001', send: 'no' }])
    const elsewhere = await space.assess('trips.csv', '-o', 'elsewhere.csv')
    expect([elsewhere.code, elsewhere.summary.outcomes]).toEqual([0, { kept: 1, scored: 1 }])
    const all = await space.assess('trips.csv', '--send-changed')
    expect([all.code, all.summary.outcomes, sandbox.count()]).toEqual([0, { kept: 1, scored: 1 }, 0])
  })

  it('is asked about again when it is edited again; a later yes sends it', async () => {
    answer('no')
    await space.assess('trips.csv', ...toCsvFile)
    answer('yes')
    const sent = await space.assess('trips.csv', ...toCsvFile)
    expect([sent.code, sent.summary.outcomes]).toEqual([0, { scored: 2 }])
    space.write('trips.csv', toCsv([trip('E-001', { 'Trip end': '2026-04-20' }), trip('E-002')]))
    const edited = await space.assess('trips.csv', ...toCsvFile)
    expect([edited.code, edited.summary.outcomes]).toEqual([3, { changed: 1, scored: 1 }])
  })

  it('needs nobody: the report does not ask for it', async () => {
    const needs = async () => {
      await space.run(['report', '-o', 'report.html'])
      return readFileSync(space.path('report.html'), 'utf8').includes('edited trips that are held back')
    }
    expect(await needs()).toBe(true)
    answer('no')
    await space.assess('trips.csv', ...toCsvFile)
    expect(await needs()).toBe(false)
  })

  it('in other words, "Ja" or "Yes please", is refused with a warning, and stays in its cell', async () => {
    await space.assess('trips.csv')
    const read = async () => (await readOutput(space.path(output))).table('Changed')
    const readBeside = async () => readCsvOutput(space.path(changedFile))
    for (const [word, say, options, readChanged] of [
      ['Ja', answerInSheet, [], read],
      ['Yes please', answer, toCsvFile, readBeside],
    ] as const) {
      await say(word)
      const asked = await space.assess('trips.csv', ...options)
      expect([asked.code, asked.summary.outcomes]).toEqual([3, { changed: 1, scored: 1 }])
      expect(asked.stderr).toContain(`“${word}” is not understood; expected yes or no`)
      expect((await readChanged()).rows).toMatchObject([{ send: word }])
    }
  })
})
