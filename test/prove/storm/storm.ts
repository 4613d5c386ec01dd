import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { evaluateRehearsal, type Verdict } from '../../rooms/app/rehearsal.ts'
import { createServiceClient, createTransport, type ServiceClient, Token } from '../../rooms/client.ts'
import { openLedger } from '../../rooms/ledger/sqlite.ts'
import type { Operation, RunReport } from '../../rooms/pipeline/model.ts'
import { runBatch } from '../../rooms/pipeline.ts'
import { parseFaultPlan } from '../../rooms/sandbox/faults.ts'
import { type OpenSandbox, openSandbox } from '../../rooms/sandbox.ts'
import { BatchError, silentLogger } from '../../rooms/support.ts'
import { noSurroundings } from '../../support/host.ts'
import { hurryClock } from '../../support/hurry-clock.ts'
import { readCsvOutput } from '../../support/outputs.ts'
import { loadDefaults } from '../../support/run-defaults.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { type Row, toCsv } from '../../support/trips.ts'

/** A fifth of all requests, of every kind. */
export const everyFault =
  'refuse=0.2%,reset-before=2%,reset-after=3%,hang=0.5%,hang-before=0.3%,cut=2%,bad-json=1.5%,html=1.5%,429=0.5%,429-bare=0.3%,503=0.5%,503-bare=1.5%,500-before=1%,500-after=1.2%,slow=1%,huge=0.5%,no-id=2.5%'

/**
 * Waits and Retry-After take a two-hundredth of their time. Time-outs of requests are real: short, and so long that a
 * busy machine, too, answers most requests in time.
 */
const hurry = 200
const requestTimeoutMs = 1_000
const concurrency = 32
const mostRuns = 40

export interface Weather {
  faults: string
  /** Replaces the product's client, for twins. */
  wrapClient?: (client: ServiceClient) => ServiceClient
}

export interface Storm {
  sandbox: OpenSandbox
  /** Runs an operation over a sheet, of its own name, with the same command again and again, until nothing is left to do. */
  weather(operation: Operation, rows: readonly Row[], name?: string, sendChanged?: boolean): Promise<Aftermath>
}

export interface Aftermath {
  runs: number
  /** The rows of the output after the last run. */
  results: Record<string, unknown>[]
  outcomes: Map<string, number>
  /** By the product itself. */
  verdict: Verdict
}

/** A sandbox that misbehaves, and a workspace with a ledger beside it. */
export async function raiseStorm({ faults, wrapClient = (client) => client }: Weather): Promise<Storm> {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-storm-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const clock = hurryClock(hurry)
  const data = join(folder, 'sandbox.sqlite')
  const sandbox = await openSandbox({ port: 0, data, clock, random: seededRandom(1), faults: parseFaultPlan(faults) })
  onTestFinished(() => sandbox.close())
  const ledgerFile = join(folder, 'ledger.sqlite')
  const token = new Token(sandbox.companies[0]?.token ?? '')

  /** One start of the program: a ledger and connections of its own. */
  async function run(operation: Operation, name: string, number: number, sendChanged: boolean): Promise<RunReport> {
    const ledger = openLedger({ file: ledgerFile, clock, onSpill: refuseSpill })
    const { baseUrl } = sandbox
    const transport = createTransport({ baseUrl, token, requestTimeoutMs, connections: concurrency, env: {}, clock })
    const client = wrapClient(
      createServiceClient({ transport, token, policy: { retryStatuses: new Set(), distrustStatuses: new Set() } }),
    )
    const target = await ledger.targets.find(`sandbox:${data}`, 'default')
    const options = {
      input: join(folder, `${name}.csv`),
      output: join(folder, `${name}.out.csv`),
      load: loadDefaults,
      retryUnknown: false,
      allowDuplicates: false,
      sendChanged,
      again: false,
      concurrency,
      rate: undefined,
      retries: 5,
      maxUnknown: 10,
      maxErrors: undefined,
      waitForServiceMs: 120_000,
      pollTimeoutMs: 3_600_000,
      wait: true,
    }
    try {
      return await runBatch(operation, { ledger, target, client, rememberToken() {} }, options, {
        clock,
        random: seededRandom(number),
        logger: silentLogger,
        interrupt: new AbortController().signal,
        ask: async ({ kind }) => (kind === 'plan' ? true : undefined),
      })
    } finally {
      await client.close()
      await ledger.close()
    }
  }

  return {
    sandbox,
    async weather(operation, rows, name = operation.name, sendChanged = false) {
      writeFileSync(join(folder, `${name}.csv`), toCsv(rows))
      let report = await run(operation, name, 1, sendChanged)
      let runs = 1
      while (isLeftToDo(report)) {
        if (runs === mostRuns) throw new Error(`${runs} runs were not enough: ${JSON.stringify(report.balance)}`)
        runs += 1
        report = await run(operation, name, runs, sendChanged)
      }
      const { results, outcomes } = readOutcomes(report.output?.file ?? '')
      const rehearsed = {
        id: report.runId,
        operation: operation.name,
        ledger: ledgerFile,
        surroundings: noSurroundings,
      }
      const { verdict } = await evaluateRehearsal({ sandbox, company: 'Acme' }, rehearsed)
      return { runs, results, outcomes, verdict }
    },
  }
}

/** The same command would do something more. */
function isLeftToDo({ halt, balance }: RunReport): boolean {
  const open = new Set(['ready', 'sending', 'accepted', 'pending', 'failed', 'skipped'])
  return halt !== undefined || balance.some(({ state, count }) => count > 0 && open.has(state))
}

function readOutcomes(file: string): Pick<Aftermath, 'results' | 'outcomes'> {
  const { rows: results } = readCsvOutput(file)
  const outcomes = new Map<string, number>()
  for (const { outcome } of results) outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1)
  return { results, outcomes }
}

function refuseSpill(record: unknown): void {
  throw new BatchError('defect', `the ledger could not take ${JSON.stringify(record)}`)
}
