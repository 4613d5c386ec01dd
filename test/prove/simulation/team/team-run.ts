import { createServiceClient, Token, type Transport } from '../../../rooms/client.ts'
import { acquireLease, GroupCommit, UnconfirmedOutcomes } from '../../../rooms/ledger/postgres.ts'
import { createSubmissionReads, createTransitions, replayOutcome } from '../../../rooms/ledger/store.ts'
import { hashRequest, type Ledger } from '../../../rooms/ledger.ts'
import { assess } from '../../../rooms/operations.ts'
import { Gate, Limiter, PollSchedule, type RunContext, Tally, WakeableSleep } from '../../../rooms/pipeline/engine.ts'
import { RowAddresses } from '../../../rooms/pipeline/rows.ts'
import { sendRows } from '../../../rooms/pipeline/send.ts'
import { type Random, silentLogger } from '../../../rooms/support.ts'
import type { LossyLine } from './lossy-line.ts'
import type { ModelDatabase } from './model-database.ts'
import type { TeamProcess } from './team-process.ts'
import type { TeamSpool } from './team-spool.ts'

export interface TeamRun {
  database: ModelDatabase
  process: TeamProcess
  line: LossyLine
  transport: Transport
  random: Random
  concurrency: number
  runId: number
  /** Submissions that its rows stand for. */
  rows: readonly number[]
  spilled: unknown[]
  spool: TeamSpool
}

const beatMs = 4_000
const token = new Token('simulation-token')

/** One start of the command after its sheet was loaded, until nothing is left to send: the product's own sending and group commit. */
export async function sendAll(run: TeamRun): Promise<void> {
  const { database, process, line, random, rows } = run
  const { clock, interrupt } = process
  const lease = await acquireLease(line, clock)
  const onSpill = (record: unknown): void => void run.spilled.push(record)
  const outcomes = new UnconfirmedOutcomes({ onSpill, spool: run.spool.open(), interrupt })
  line.onLost = () => outcomes.spool()
  interrupt.addEventListener('abort', () => outcomes.spool())
  const commits = new GroupCommit(line, lease, { clock, outcomes })
  let isOver = false
  const beat = async (): Promise<void> => {
    while (!isOver) {
      await clock.sleep(beatMs)
      commits.requestHeartbeat()
    }
  }
  void beat()
  await run.spool.replay((change) => replayOutcome(commits, change))
  // As loading does.
  for (const id of rows) if (database.find(id).state === 'failed') database.move(database.find(id), 'ready')
  try {
    await sendRows(createContext(run, createLedger(run, commits), random))
    await commits.flush()
  } finally {
    isOver = true
    database.release(commits.holding.id)
  }
}

interface SentLedger extends Pick<Ledger, 'id' | 'submissions'> {
  order: Pick<Ledger['order'], 'release'>
}

/** Of a ledger what sending asks it for. Only what is written is lost or late: that is what counts. */
function createLedger({ database, line, rows }: TeamRun, commits: GroupCommit): SentLedger {
  const submissions: Ledger['submissions'] = {
    ...createSubmissionReads(line),
    ...createTransitions(line, commits),
    readyPage: async (_run, afterSeq, limit) =>
      rows
        .map((id, seq) => ({ ...database.find(id), seq }))
        .filter(({ state, seq }) => state === 'ready' && seq > afterSeq)
        .slice(0, limit)
        .map(({ id, seq, employeeId }) => ({
          seq,
          sheet: 0,
          rowNumber: seq + 2,
          orderKey: null,
          id,
          request: JSON.stringify({ employeeId }),
          requestHash: hashRequest({ employeeId }),
          isVerified: false,
          ordinal: 0,
          generation: 0,
        })),
    async openRows() {
      const states = rows.map((id) => database.find(id).state)
      const sending = states.filter((state) => state === 'sending').length
      const senders = sending === 0 ? [] : [{ name: 'somebody', rows: sending, heardMs: undefined }]
      return { isReady: states.includes('ready'), senders }
    },
    get: async () => undefined,
  }
  // No trip waits for another one.
  return { id: '00000000-0000-4000-8000-000000000000', submissions, order: { release: async () => [] } }
}

function createContext(
  { process, transport, concurrency, runId }: TeamRun,
  ledger: SentLedger,
  random: Random,
): RunContext {
  const { clock } = process
  const limiter = new Limiter({
    maxInFlight: concurrency,
    maxPerSecond: undefined,
    random,
    snapshot: { inFlight: concurrency, perSecond: undefined },
  })
  const options = {
    concurrency,
    rate: undefined,
    retries: 5,
    maxUnknown: 10,
    maxErrors: undefined,
    waitForServiceMs: 120_000,
    pollTimeoutMs: 600_000,
    wait: true,
  }
  const ports = { clock, random, logger: silentLogger, interrupt: process.interrupt, ask: async () => undefined }
  const gate = new Gate({
    limiter,
    send: options,
    address: 'https://service.example',
    ports: { clock, logger: silentLogger },
  })
  if (process.interrupt.aborted) gate.stop({ kind: 'interrupted' })
  process.interrupt.addEventListener('abort', () => gate.stop({ kind: 'interrupted' }))
  return {
    runId,
    operation: assess,
    client: createServiceClient({
      transport,
      token,
      policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
    }),
    ledger: ledger as unknown as Ledger,
    options,
    ports,
    gate,
    schedule: new PollSchedule(),
    tally: new Tally(),
    pollWait: new WakeableSleep(),
    addresses: new RowAddresses(['']),
  }
}
