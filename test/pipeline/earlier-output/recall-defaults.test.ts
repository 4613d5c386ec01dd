import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkEdited, checkSheet } from '../../rooms/app/check.ts'
import { runSheet, type SheetOptions } from '../../rooms/app.ts'
import { assess } from '../../rooms/operations.ts'
import { displayCell } from '../../rooms/sheet/values.ts'
import { openSheet } from '../../rooms/sheet.ts'
import { hurrySystemClock } from '../../support/hurry-clock.ts'
import { readCsvOutput } from '../../support/outputs.ts'
import { startService, token } from '../../support/service.ts'
import { useSharedFingerprints } from '../../support/shared-fingerprints.ts'
import { toCsv, trip } from '../../support/trips.ts'
import { createLogger } from '../stage.ts'

useSharedFingerprints()

beforeAll(() => hurrySystemClock(10))
afterAll(() => {
  vi.restoreAllMocks()
})

/** Trips without a purpose, which `--set` gave them; one of them is refused for another reason. */
async function createScene(output: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-recall-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const service = await startService()
  const withoutPurpose = ['E-1', 'E-2', ''].map((id) => {
    const { Purpose: _, ...rest } = trip(id)
    return rest
  })
  writeFileSync(join(folder, 'trips.csv'), toCsv(withoutPurpose))
  const said = createLogger()
  const run = (options: Partial<SheetOptions>) =>
    runSheet('assess', {
      input: join(folder, 'trips.csv'),
      output: join(folder, output),
      baseUrl: service.baseUrl,
      token,
      ledger: join(folder, 'ledger.sqlite'),
      logger: said,
      ...options,
    })
  await run({ set: { purpose: 'Work From Anywhere' } })
  return { folder, service, said, run }
}

async function readLines(file: string, sheet: string): Promise<string[][]> {
  const source = await openSheet(file, { sheet })
  try {
    const lines: string[][] = []
    for await (const { cells } of source.rows()) lines.push(cells.map(displayCell))
    return lines
  } finally {
    await source.close()
  }
}

const counts = ({ balance }: { balance: readonly { state: string; count: number }[] }): unknown =>
  Object.fromEntries(balance.map(({ state, count }) => [state, count]))

describe('an output of ours that is given as input', () => {
  it('is checked as it is run', async () => {
    const { folder } = await createScene('out.xlsx')
    const input = join(folder, 'out.xlsx')
    const ports = { logger: createLogger(), cleaningUp: <Result>(_: () => void, run: () => Promise<Result>) => run() }
    const { report } = await checkSheet(assess, { input, output: undefined }, ports)
    const { rows } = await checkEdited(assess, { input, edits: [], reading: {} }, ports)
    for (const found of [report, rows.map(({ problems }) => problems)]) {
      expect(JSON.stringify(found)).toContain('employeeId')
      expect(JSON.stringify(found)).not.toContain('purpose')
    }
  })

  it('says what --set filled in, and needs no --set again, also in another ledger', async () => {
    const { folder, service, said, run } = await createScene('out.xlsx')
    const input = join(folder, 'out.xlsx')
    expect(await readLines(input, 'Summary')).toContainEqual(['Filled in by ‹set›', 'purpose', 'Work From Anywhere'])
    const again = { input, output: join(folder, 'again.xlsx') }
    expect(counts(await run(again))).toEqual({ scored: 2, invalid: 1 })
    expect(said.said).toContainEqual(expect.stringContaining('empty cells of purpose are “Work From Anywhere”'))
    const elsewhere = { newLedger: true, ledger: join(folder, 'elsewhere.sqlite') }
    await run({ ...again, ...elsewhere })
    await run({ ...elsewhere, output: join(folder, 'third.xlsx'), set: { purpose: 'Work From Anywhere' } })
    expect(service.created()).toHaveLength(2)
  })

  it('as a table needs no other column where a row names its assessment; the other rows say what is missing', async () => {
    const { folder, service, run } = await createScene('out.csv')
    const output = join(folder, 'again.csv')
    expect(counts(await run({ input: join(folder, 'out.csv'), output }))).toEqual({ scored: 2, invalid: 1 })
    expect(readCsvOutput(output).rows.map(({ problem }) => problem)).toEqual([
      '',
      '',
      expect.stringContaining('purpose'),
    ])
    expect(service.created()).toHaveLength(2)
  })
})
