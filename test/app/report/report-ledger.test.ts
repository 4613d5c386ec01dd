import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  attempt,
  claimOne,
  createWorkspace,
  load,
  settlementTo,
  startOfTest,
  stillClock,
  submissionsOf,
} from '../../ledger/workspace.ts'
import { reportLedger } from '../../rooms/app/report.ts'
import { createReport, readProcessEnvironment } from '../../rooms/app.ts'
import type { RowContent } from '../../rooms/ledger/port.ts'
import { silentLogger } from '../../rooms/support.ts'
import { readOutput } from '../../support/outputs.ts'

const settings = { surroundings: readProcessEnvironment(), onSpill() {} }

function trip(employeeId: string, startDate: string, endDate: string): RowContent {
  const identity = { purpose: 'Work From Anywhere', employeeId, destination: 'Spain', startDate, endDate }
  const similarityKey = { subject: employeeId, traits: [startDate, 'Spain'] as const }
  return { kind: 'request', request: { json: JSON.stringify(identity), identity, similarityKey, claims: [] } }
}

const [one, two, three] = ['E1', 'E2', 'E3'].map((id) => trip(id, '2026-03-30', '2026-04-02')) as [
  RowContent,
  RowContent,
  RowContent,
]

it('a report over a ledger that a run is writing counts what exists once, and says why the rest does not count', async () => {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  const first = await load(ledger, [one, two, three])
  const [done = 0, unknown = 0, edited = 0] = await submissionsOf(ledger, first)
  for (const id of [done, edited]) {
    await ledger.submissions.settle(await claimOne(ledger, id), settlementTo('accepted', id), attempt)
    await ledger.submissions.score(id, '{"overallTrip":4}', attempt)
  }
  await ledger.submissions.settle(await claimOne(ledger, unknown), settlementTo('unknown', unknown), attempt)
  // The next run finds the third trip with other dates, and one more on its way.
  const second = await load(ledger, [
    one,
    two,
    trip('E3', '2026-03-30', '2026-04-09'),
    trip('E4', '2026-05-01', '2026-05-02'),
  ])
  const onItsWay = (await submissionsOf(ledger, second)).at(-1) ?? 0
  await claimOne(ledger, onItsWay)

  const output = join(workspace.folder, 'report.html')
  const warnings: string[] = []
  const { file, figures } = await reportLedger(
    { output, people: true },
    { ...settings, ledger: workspace.file },
    {
      clock: stillClock,
      logger: { ...silentLogger, warn: (text) => void warnings.push(text) },
    },
  )
  expect(file).toBe(output)
  // A run has the file: the look is made, and its reader learns that the log has no line about it.
  expect(warnings).toEqual([
    expect.stringMatching(/^the log of the ledger .* has no line about this look .* in use by/),
  ])
  expect(figures).toMatchObject({ kind: 'test', trips: 2, people: 2, days: 8, scored: 2, readAt: startOfTest })
  expect(Object.fromEntries(figures.excluded)).toEqual({ unknown: 1, changed: 1, sending: 1 })
  const page = readFileSync(output, 'utf8')
  for (const words of [
    'edited trips that are held back',
    'assessments whose outcome is unknown',
    'on their way while this was read',
  ]) {
    expect(page).toContain(words)
  }
})

it('a report by one call has defaults, and numbers people unless they are to be named', async () => {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  const [done = 0] = await submissionsOf(ledger, await load(ledger, [one]))
  await ledger.submissions.settle(await claimOne(ledger, done), settlementTo('accepted', done), attempt)
  await ledger.submissions.score(done, '{"overallTrip":4}', attempt)
  const output = join(workspace.folder, 'report.xlsx')
  const { file, figures } = await createReport({ ledger: workspace.file, output, from: '2026-Q2' })
  expect(figures).toMatchObject({ trips: 1, people: 1, days: 2 })
  const { results, table, sheets } = await readOutput(file, 'Days by person')
  expect(results).toMatchObject([{ Person: 'Person 1', Country: 'Spain', '2026-Q2': 2 }])
  expect(JSON.stringify(sheets.map((sheet) => table(sheet).lines))).not.toContain('"E1"')
})

it('a report of no ledger is none', async () => {
  const { folder } = createWorkspace()
  const output = join(folder, 'report.html')
  await expect(
    reportLedger(
      { output, people: true },
      { ...settings, ledger: join(folder, 'none.sqlite') },
      {
        clock: stillClock,
        logger: silentLogger,
      },
    ),
  ).rejects.toThrow('there is no ledger')
  expect(existsSync(output)).toBe(false)
})
