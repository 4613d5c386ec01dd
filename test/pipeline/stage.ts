import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Call, Proof, RetrieveProof, ServiceClient } from '../rooms/client.ts'
import type { AssessmentInput } from '../rooms/contract.ts'
import { openLedger } from '../rooms/ledger/sqlite.ts'
import type { Ledger } from '../rooms/ledger.ts'
import { assess } from '../rooms/operations.ts'
import { Gate, Limiter, PollSchedule, type RunContext, Tally, WakeableSleep } from '../rooms/pipeline/engine.ts'
import { loadInput } from '../rooms/pipeline/load.ts'
import type { Operation, RunPorts, SendOptions } from '../rooms/pipeline/model.ts'
import { type LoadedInput, RowAddresses } from '../rooms/pipeline/rows.ts'
import { openSheet } from '../rooms/sheet.ts'
import { type Logger, openDatabase } from '../rooms/support.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { loadDefaults, resendNothing, sendDefaults } from '../support/run-defaults.ts'
import { seededRandom } from '../support/seeded-random.mjs'

export const headings =
  'purpose,employeeId,seniority,roleType,citizenship,destination,residency,startDate,endDate,salesContracts,pastTripsDuration,legalRight,benefitLocalMarket'

/** A line that every check accepts. */
export function line(employeeId: string, destination = 'Spain'): string {
  return `Work From Anywhere,${employeeId},Mid,Engineer,Germany,${destination},Germany,2026-05-04,2026-05-15,No,0,Yes,No`
}

/** A folder that is gone when the test is over. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-pipeline-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function createLedger(folder: string, clock: ManualClock): Ledger {
  const ledger = openLedger({ file: join(folder, 'ledger.sqlite'), clock, onSpill() {}, ballastMegabytes: 0 })
  onTestFinished(async () => await ledger.close())
  return ledger
}

/** Keeps what was said, with its level. */
export function createLogger(): Logger & { said: string[] } {
  const said: string[] = []
  const note = (level: string) => (message: string) => void said.push(`${level}: ${message}`)
  return { said, debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') }
}

export function createPorts(clock: ManualClock): RunPorts & { logger: Logger & { said: string[] } } {
  return {
    clock,
    random: seededRandom(3),
    logger: createLogger(),
    interrupt: new AbortController().signal,
    ask: async ({ kind }) => (kind === 'plan' ? true : undefined),
  }
}

export type Send = (request: AssessmentInput) => Promise<Proof> | Proof
export type Retrieve = (identifier: string) => Promise<RetrieveProof> | RetrieveProof

export interface StageChoices {
  /** Lines of the sheet below its headings. */
  lines: readonly string[]
  send?: Send
  retrieve?: Retrieve
  options?: Partial<SendOptions>
  memory?: { inFlight: number; perSecond: number | undefined }
  schedule?: PollSchedule
  ask?: RunPorts['ask']
  /** The stage of an earlier run over the same sheet, whose ledger and clock are used again. */
  after?: Stage
}

export interface Stage {
  folder: string
  clock: ManualClock
  ledger: Ledger
  context: RunContext
  loaded: LoadedInput
  said: string[]
  /** States of the rows in sheet order. */
  states(): string[]
  /** Asks the file itself, over a connection of its own: only what is durable is seen. */
  look<Row>(sql: string): Row[]
}

/** A loaded sheet and everything that the stages share, over a real ledger and a service made of two functions. */
export async function createStage(choices: StageChoices): Promise<Stage> {
  const { lines, options, after } = choices
  const folder = after?.folder ?? createFolder()
  const clock = after?.clock ?? new ManualClock()
  const ledger = after?.ledger ?? createLedger(folder, clock)
  const operation = createOperation(clock, choices)
  const ports = createPorts(clock)
  const loaded = await loadLines(lines, operation, { folder, ledger, ports })
  const send = { ...sendDefaults, ...options }
  const limiter = new Limiter({
    maxInFlight: send.concurrency,
    maxPerSecond: send.rate,
    random: ports.random,
    snapshot: choices.memory ?? { inFlight: send.concurrency, perSecond: undefined },
  })
  const gate = new Gate({
    limiter,
    send,
    address: 'https://service.example',
    ports: { clock, logger: ports.logger, ...(choices.ask && { ask: choices.ask }) },
  })
  const pollWait = new WakeableSleep()
  gate.everything.addEventListener('abort', () => pollWait.wake(), { once: true })
  const context: RunContext = {
    runId: loaded.runId,
    operation,
    client: noClient,
    ledger,
    options: send,
    ports,
    gate,
    schedule: choices.schedule ?? new PollSchedule(),
    tally: new Tally(),
    pollWait,
    addresses: new RowAddresses(loaded.sheets.map(({ name }) => name)),
  }
  const reader = openDatabase(ledger.name, { isReadonly: true })
  onTestFinished(() => {
    reader.close()
  })
  return {
    folder,
    clock,
    ledger,
    context,
    loaded,
    said: ports.logger.said,
    states: () =>
      reader
        .prepare<[number], string>(
          `SELECT COALESCE(held, state) FROM rows LEFT JOIN submissions ON submissions.id = submission_id
            WHERE run_id = ? ORDER BY seq`,
        )
        .pluck()
        .all(loaded.runId),
    look: <Row>(sql: string) => reader.prepare<[], Row>(sql).all(),
  }
}

/** The operations of a stage speak with two functions instead. */
const noClient = {} as ServiceClient

function createOperation(clock: ManualClock, { send, retrieve }: StageChoices): Operation<AssessmentInput> {
  async function attempt<P>(ask: () => Promise<P> | P): Promise<Call<P>> {
    const sentAtMs = clock.now()
    const proof = await ask()
    return { proof, sentAtMs, answeredAtMs: clock.now(), status: 200 }
  }
  return {
    ...assess,
    send: { ...assess.send, call: (_, request) => attempt(() => send?.(request) ?? created(request)) },
    poll: { retrieve: (_, identifier) => attempt(() => retrieve?.(identifier) ?? ready(identifier)) },
  }
}

async function loadLines(
  lines: readonly string[],
  operation: Operation,
  { folder, ledger, ports }: { folder: string; ledger: Ledger; ports: RunPorts },
): Promise<LoadedInput> {
  const file = join(folder, 'trips.csv')
  writeFileSync(file, [headings, ...lines].join('\n'))
  const source = await openSheet(file, {})
  try {
    const target = await ledger.targets.find('https://example.test/version-test', 'default')
    const loaded = await loadInput(
      source,
      { operation, target, file, load: loadDefaults, resend: resendNothing },
      ledger,
      ports,
    )
    await ledger.waiting.release(loaded.runId, { now: ports.clock.now() })
    return loaded
  } finally {
    await source.close()
  }
}

/** An identifier that says whose assessment it is. */
export function created({ employeeId }: AssessmentInput): Proof {
  return { kind: 'done', identifier: `A-${employeeId}`, reportUrl: `https://reports.example/A-${employeeId}` }
}

export function ready(assessmentId: string): RetrieveProof {
  return {
    kind: 'ready',
    result: {
      workingRights: 1,
      payrollTax: 2,
      socialSecurity: 3,
      corporateTax: 4,
      employmentLaw: 5,
      overallTrip: 6.5,
      assessmentId,
      employeeId: assessmentId.slice(2),
      complianceTeamMemberId: '',
      managerId: '',
      cumulativePeRiskLevel: 'Low',
    },
  }
}

export const notSent: Proof = { kind: 'not-sent', reason: 'connection refused' }
export const tooMany: Proof = { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: 5_000 }
export const noAnswer: Proof = { kind: 'unknown', reason: 'no answer within 45 s', raw: '', isForeign: false }
export const refusal: Proof = {
  kind: 'refused',
  field: 'destination',
  message: 'Incorrect Country please review documentation',
  isInContract: true,
  raw: '{}',
  saysMore: false,
}
