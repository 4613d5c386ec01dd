import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { manyFigures } from '../pipeline/report/figures.ts'
import { writeAudit } from '../rooms/app/audit.ts'
import { checkSheet, saveCorrected } from '../rooms/app/check.ts'
import { sealSheet } from '../rooms/app/four-eyes.ts'
import type { DryRunPorts } from '../rooms/app/ledger.ts'
import { createTemplate, reachService, refreshScores, runSheet, toEvidencePolicy } from '../rooms/app.ts'
import { Token } from '../rooms/client.ts'
import { ledgerAt } from '../rooms/ledger.ts'
import { assess, decide, operations } from '../rooms/operations.ts'
import { writeReport } from '../rooms/pipeline/report.ts'
import { createWorkbook } from '../rooms/sheet/writing.ts'
import { silentLogger, systemClock } from '../rooms/support.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { editWorkbook } from '../support/edit-workbook.ts'
import { germanWorkbook } from '../support/german-workbook.ts'
import { noSurroundings } from '../support/host.ts'
import { findFaults, findNewFaults } from '../support/open-xml-validator.ts'
import { readOutput } from '../support/outputs.ts'
import { scale } from '../support/scale.ts'
import { isCreateOf, type Received, type Reply, refusal, token } from '../support/service.ts'
import { toCsv, toXlsx, trip, trips } from '../support/trips.ts'

// Every kind of workbook that is written, as the Open XML SDK judges it: a fault is what makes Excel offer to repair a file.

const lists = JSON.parse(readFileSync(new URL('../../samples/lists.json', import.meta.url), 'utf8'))
const face: DryRunPorts = {
  logger: silentLogger,
  cleaningUp: (cleanUp, run) => run().finally(cleanUp),
}

function createFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-every-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return (name) => join(folder, name)
}

/** Refuses one row, and leaves another in doubt. */
function misbehave(received: Received): Reply | undefined {
  if (isCreateOf('E-refused', received)) return refusal('Destination is not supported <yet> & "maybe" never')
  return isCreateOf('E-lost', received) ? 'drop' : undefined
}

async function createScene(reply = misbehave) {
  const path = createFolder()
  const service = await startDecisionService(reply)
  return { path, options: { baseUrl: service.baseUrl, token, ledger: path('ledger.sqlite') } }
}

const troubled = [
  trip('E-1'),
  trip('E-1'),
  trip('E-2', { 'Host country': 'UK', Name: 'Ærøskøbing, 東京 & <co>' }),
  trip('E-refused'),
  trip('E-lost'),
  trip('', { 'Trip end': '2025-01-01' }),
]

it('an output with every sheet that there is, and the copy of it once it was handed in again', async () => {
  const { path, options } = await createScene()
  const values = { destination: { UK: 'United Kingdom' } }
  writeFileSync(path('trips.csv'), toCsv([...troubled, trip('E-3'), trip('E-4')]))
  await runSheet('assess', { ...options, input: path('trips.csv'), output: path('first.xlsx'), values })
  // One is gone, and one has another end.
  const rows = [...troubled, trip('E-3', { 'Trip end': '2026-04-09' })]
  writeFileSync(path('trips.csv'), toCsv(rows))
  await runSheet('assess', { ...options, input: path('trips.csv'), output: path('out.xlsx'), values })
  const sheets = [
    'Results',
    'Summary',
    'Problems',
    'Changed',
    'Corrections',
    'Unknown',
    'Orphans',
    'Decisions',
    'Charts',
  ]
  expect((await readOutput(path('out.xlsx'))).sheets).toEqual(sheets)
  expect(await findFaults(path('out.xlsx'))).toEqual([])
  await runSheet('assess', { ...options, input: path('out.xlsx'), output: path('again.xlsx') })
  expect((await readOutput(path('again.xlsx'))).sheets).toEqual(sheets)
  expect(await findFaults(path('again.xlsx'))).toEqual([])
})

it.each<[string, () => Promise<Uint8Array>]>([
  ['of a department', germanWorkbook],
  ['of one sheet', () => toXlsx(troubled)],
])('a copy of a workbook %s, with results and again', async (_, make) => {
  const { path, options } = await createScene()
  writeFileSync(path('input.xlsx'), await make())
  const reading = { sheets: 'all', set: { purpose: 'Work From Anywhere' } } as const
  const first = await runSheet('assess', {
    ...options,
    ...reading,
    input: path('input.xlsx'),
    output: path('first.xlsx'),
  })
  expect(first.output?.file).toBe(path('first.xlsx'))
  expect(await findNewFaults(path('input.xlsx'), path('first.xlsx'))).toEqual([])
  await runSheet('assess', { ...options, ...reading, input: path('first.xlsx'), output: path('second.xlsx') })
  expect(await findNewFaults(path('input.xlsx'), path('second.xlsx'))).toEqual([])
  const checked = { input: path('second.xlsx'), output: path('checked.xlsx'), ...reading }
  await checkSheet(assess, checked, face)
  expect(await findNewFaults(path('input.xlsx'), path('checked.xlsx'))).toEqual([])
})

it('the copies that a check makes: of CSV anew, of a workbook with its cells marked', async () => {
  const path = createFolder()
  writeFileSync(path('trips.csv'), toCsv(troubled))
  writeFileSync(path('trips.xlsx'), await toXlsx(troubled))
  await checkSheet(assess, { input: path('trips.csv'), output: path('anew.xlsx') }, face)
  await checkSheet(assess, { input: path('trips.xlsx'), output: path('marked.xlsx') }, face)
  expect(await findFaults(path('anew.xlsx'))).toEqual([])
  expect(await findNewFaults(path('trips.xlsx'), path('marked.xlsx'))).toEqual([])
})

it('the templates, with lists to choose from and without', async () => {
  const path = createFolder()
  for (const { name } of operations) {
    for (const given of [undefined, lists]) {
      const file = await createTemplate(name, { output: path(`${name}-${given === undefined}.xlsx`), lists: given })
      expect(await findFaults(file), file).toEqual([])
    }
  }
})

it('decisions, invitations, what was asked for again, and the log of it all', async () => {
  const { path, options } = await createScene(() => undefined)
  writeFileSync(path('trips.csv'), toCsv(trips(4)))
  await runSheet('assess', { ...options, input: path('trips.csv'), output: path('out.xlsx') })
  await editWorkbook(
    path('out.xlsx'),
    [
      { sheet: 'Decisions', row: 2, values: { status: 'Pending' } },
      { sheet: 'Decisions', row: 3, values: { status: 'Manager Approved', managerId: '007' } },
      { sheet: 'Decisions', row: 4, values: { status: 'nonsense' } },
    ],
    path('filled.xlsx'),
  )
  const destination = reachService(options.baseUrl, new Token(token))
  const place = {
    ledger: options.ledger,
    surroundings: noSurroundings,
    company: 'default',
    newLedger: false,
    ephemeralLedger: false,
    destination,
    policy: toEvidencePolicy({}),
  }
  const sealed = { input: path('filled.xlsx'), by: 'C-001', plan: path('plan.xlsx') }
  await sealSheet(decide, sealed, place, { ...face, clock: systemClock, onSpill() {} })
  expect(await findFaults(path('plan.xlsx'))).toEqual([])

  const decided = { ...options, input: path('filled.xlsx'), confirm: true } as const
  await runSheet('decide', { ...decided, output: path('decided.xlsx') })
  expect(await findNewFaults(path('filled.xlsx'), path('decided.xlsx'))).toEqual([])
  await runSheet('decide', { ...decided, output: path('anew.xlsx'), newWorkbook: true })
  expect(await findFaults(path('anew.xlsx'))).toEqual([])

  const staff = { 'First name': 'Ann', 'Last name': 'Lee', 'E-mail': 'ann@example.com', 'Staff ID': 'S-1' }
  writeFileSync(path('staff.csv'), toCsv([staff, { ...staff, 'E-mail': 'no address' }]))
  await runSheet('invite', { ...options, input: path('staff.csv'), output: path('invited.xlsx'), confirm: true })
  expect(await findFaults(path('invited.xlsx'))).toEqual([])

  await refreshScores({ ...options, all: true, output: path('refreshed.xlsx') })
  expect(await findFaults(path('refreshed.xlsx'))).toEqual([])

  await writeAudit(ledgerAt(options.ledger, {}), undefined, path('audit.xlsx'))
  expect(await findFaults(path('audit.xlsx'))).toEqual([])
})

it('a report', async () => {
  const path = createFolder()
  await writeReport({ output: path('report.xlsx'), figures: await manyFigures(), people: true, doneWord: 'scored' })
  expect(await findFaults(path('report.xlsx'))).toEqual([])
})

it('a sheet with what was typed over its cells', async () => {
  const path = createFolder()
  writeFileSync(path('trips.xlsx'), await toXlsx(trips(3), { hiddenRows: [3] }))
  const edits = [{ sheet: 'Trips', row: 2, column: 5, text: '=Spain & "more"' }]
  const wishes = {
    input: path('trips.xlsx'),
    edits,
    reading: {},
    output: path('trips.corrected.xlsx'),
    own: new Set<string>(),
  }
  await saveCorrected(assess, wishes, face)
  expect(await findNewFaults(path('trips.xlsx'), path('trips.corrected.xlsx'))).toEqual([])
})

it('a table that says what made it up, and takes several sheets, with more links than a sheet may have', async () => {
  const path = createFolder()
  const rows = scale({ full: 150_000, short: 3_000 })
  const workbook = createWorkbook(path('large.xlsx'), { stamp: 'SIMULATED', isMarked: true, rows: Math.ceil(rows / 2) })
  const columns = Array.from({ length: 20 }, (_, index) => ({ heading: `column ${index}`, note: `note ${index}` }))
  const sheet = workbook.addSheet({
    name: 'Results',
    columns,
    isInputSheet: true,
    hasAutoFilter: true,
    frozenColumns: 2,
  })
  for (let row = 0; row < rows; row += 1) {
    const href = `https://service.example/report?id=${row}`
    await sheet.write([
      { t: 'link', v: href, href },
      { t: 'n', v: row / 7, f: '0.0' },
      { t: 'd', v: '2026-03-01' },
      { t: 'b', v: row % 2 === 0 },
      ...Array.from({ length: 16 }, (_, index) => ({ t: 's', v: `text ${row % 100} ${index}` }) as const),
    ])
  }
  expect((await sheet.finish()).length).toBe(2)
  await workbook.finish()
  expect(await findFaults(path('large.xlsx'))).toEqual([])
})
