import type { Target } from '../ledger/port/targets.ts'
import type { Chunk, DetachedRun, TeamWork } from '../ledger/port/team.ts'
import type { Ledger } from '../ledger/port.ts'
import { parseObject } from '../ledger/stored-json.ts'
import type { Wait } from '../messages/waits.ts'
import type { Clock } from '../support/clock.ts'
import { type RunContext, WakeableSleep } from './engine/context.ts'
import { Gate } from './engine/gate.ts'
import { Limiter } from './engine/limiter.ts'
import { type LimiterSnapshot, trustSnapshot } from './engine/limiter-snapshot.ts'
import { PollSchedule } from './engine/poll-schedule.ts'
import { SharedPacing } from './engine/shared-pacing.ts'
import type { RunEvent } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { RunPorts, SendOptions } from './model/options.ts'
import type { RunConnection } from './model/run.ts'
import { readStoredRun } from './model/stored-run.ts'
import { RowAddresses } from './rows/loaded-input.ts'

export interface ServiceSession {
  gate: Gate
  schedule: PollSchedule
  stopStallWatch(): void
}

export interface SessionRequest extends Pick<WaitSources, 'findRuns'> {
  options: SendOptions
  /** Reported when nothing moves and nothing else is waited for. */
  idleWaits?: readonly Wait[]
}

/**
 * The life of a session with the service, for a run and for a worker: opened with what earlier ones learned, stopped by
 * an interrupt, closed, and what it learned is stored. `use` must listen for a halt before it awaits anything.
 */
export async function withServiceSession<Result>(
  { ledger, target, label = target.address, rememberToken }: RunConnection,
  { options, findRuns, idleWaits = [] }: SessionRequest,
  ports: RunPorts,
  use: (session: ServiceSession) => Promise<Result>,
): Promise<Result> {
  const { clock, random, interrupt } = ports
  const snapshot = await loadServiceSnapshot(ledger, target, clock.now())
  // Shared with all senders to the target, where the ledger supports several.
  const shared = ledger.paceOf?.(target)
  const initial = snapshot.trusted?.perSecond
  const onFailure = (error: unknown): void => gate.stop({ kind: 'broken', error })
  const pacing = shared && new SharedPacing(shared, { clock, initial, mostPerSecond: options.rate, onFailure })
  const { concurrency: maxInFlight, rate: maxPerSecond } = options
  const limiter = new Limiter({ maxInFlight, maxPerSecond, random, snapshot: snapshot.trusted, pacing })
  const gate = new Gate({ limiter, send: options, address: label, ports, onProven: rememberToken })
  const schedule = new PollSchedule(snapshot.schedule)
  const emitHalted = (): void => {
    if (gate.halt !== undefined) ports.onEvent?.({ kind: 'halted', reason: gate.halt.kind })
  }
  gate.sending.addEventListener('abort', emitHalted, { once: true })
  const over = new AbortController()
  const stopStallWatch = (): void => over.abort()
  const using = use({ gate, schedule, stopStallWatch })
  const onInterrupt = (): void => gate.stop({ kind: 'interrupted' })
  if (interrupt.aborted) onInterrupt()
  interrupt.addEventListener('abort', onInterrupt, { once: true })
  const list = async (): Promise<readonly Wait[]> => {
    const waits = await listWaits({ gate, ledger, clock, findRuns })
    return waits.length === 0 ? idleWaits : waits
  }
  void watchStalls({ gate, clock, over: over.signal, list }, (event) => ports.onEvent?.(event))
  try {
    return await using
  } finally {
    interrupt.removeEventListener('abort', onInterrupt)
    stopStallWatch()
    pacing?.close()
    await ledger.flush()
    if (gate.halt?.kind !== 'broken') await saveLearned(ledger, target, limiter, schedule, clock.now())
  }
}

const stallMs = 60_000

interface StallSources {
  gate: Pick<Gate, 'movedAt'>
  clock: Clock
  over: AbortSignal
  list(): Promise<readonly Wait[]>
}

/** Reports the waits of a run or a worker without progress: a minute after the last progress, then each minute. */
export async function watchStalls(
  { gate, clock, over, list }: StallSources,
  onEvent: (event: RunEvent) => void,
): Promise<void> {
  const isOver = (): boolean => over.aborted
  for (let reportedAt = 0; ; ) {
    await clock.sleep(Math.max(gate.movedAt, reportedAt) + stallMs - clock.now(), over)
    if (isOver()) return
    const now = clock.now()
    if (now < Math.max(gate.movedAt, reportedAt) + stallMs) continue
    reportedAt = now
    const waits = await list()
    // A row may have progressed meanwhile.
    if (gate.movedAt > now || isOver()) continue
    onEvent({ kind: 'still', forMs: now - gate.movedAt, waits })
  }
}

/** `sheets`: the names of the worksheets of the run. */
export function createRunContext(
  { gate, schedule }: ServiceSession,
  sheets: readonly string[],
  facts: Omit<RunContext, 'gate' | 'schedule' | 'addresses' | 'pollWait'>,
): RunContext {
  return { ...facts, gate, schedule, addresses: new RowAddresses(sheets), pollWait: new WakeableSleep() }
}

/** `options`: those that are not stored with the run. */
export interface ChunkContext extends Pick<RunContext, 'ledger' | 'client' | 'options' | 'tally' | 'ports'> {
  team: TeamWork
  session: ServiceSession
}

/** As if the run had only the chunk's rows; rows that others are sending are left to them. */
export function createChunkContext(
  { id, sheets, how }: DetachedRun,
  operation: Operation,
  chunk: Chunk,
  { ledger, team, client, session, options, tally, ports }: ChunkContext,
): RunContext {
  const { waits, tries, pollTimeoutMs } = readStoredRun(how)
  return createRunContext(session, sheets, {
    runId: id,
    operation,
    client,
    ledger: {
      ...ledger,
      submissions: {
        ...ledger.submissions,
        readyPage: (_, afterSeq, limit) => team.readyPage(chunk, Math.max(afterSeq, chunk.from - 1), limit),
        // The worker does not wait here: it looks at the run again later.
        openRows: async () => ({ isReady: (await team.readyPage(chunk, chunk.from - 1, 1)).length > 0, senders: [] }),
        duePolls: (_, now, limit, polling) => team.duePolls(chunk, now, limit, polling),
        nextPollAt: () => team.nextPollAt(chunk),
      },
    },
    options: { ...options, wait: waits, retries: tries, pollTimeoutMs },
    ports,
    tally,
  })
}

/**
 * What earlier sessions learned. `limiter` has any age: `trusted` is undefined when it is too old to start with.
 * `schedule` has any shape: an older version may have written it.
 */
export async function loadServiceSnapshot({ targets }: Pick<Ledger, 'targets'>, target: Target, now: number) {
  const { limiter, pollSchedule } = await targets.readMemory(target)
  // It may have been altered; a run works without it, so no error is thrown.
  const known = parseObject<LimiterSnapshot>(limiter)
  return { limiter: known, trusted: trustSnapshot(known, now), schedule: parseObject(pollSchedule) }
}

/** Values that this session did not learn stay as they are. */
async function saveLearned(
  { targets }: Pick<Ledger, 'targets'>,
  target: Target,
  { latencyMs, snapshot }: Limiter,
  schedule: PollSchedule,
  now: number,
): Promise<void> {
  const before = await targets.readMemory(target)
  const learned = schedule.snapshot
  await targets.writeMemory(target, {
    // Without an answer nothing was learned.
    limiter: latencyMs === undefined ? before.limiter : JSON.stringify({ ...snapshot, latencyMs, learnedAt: now }),
    pollSchedule: learned === undefined ? before.pollSchedule : JSON.stringify(learned),
  })
}

/** A ledger that takes longer counts as not answering. */
const patienceMs = 5_000

export interface WaitingRun {
  id: number
  operation: Pick<Operation, 'poll'>
}

export interface WaitSources extends Pick<RunContext, 'gate' | 'ledger'> {
  clock: Clock
  findRuns(): Promise<readonly WaitingRun[]>
}

/** A silent ledger is one wait among others; the others are still listed. */
export async function listWaits(parts: WaitSources): Promise<Wait[]> {
  const { gate } = parts
  const { waiting, inFlight, waitMs } = gate.status
  const waits: Wait[] = []
  if (gate.isAsking) waits.push({ kind: 'question' })
  if (inFlight > 0) waits.push({ kind: 'requests', count: inFlight })
  else if (waiting > 0) {
    waits.push(Number.isFinite(waitMs) ? { kind: 'hold', ms: waitMs } : { kind: 'turn', count: waiting })
  }
  return [...waits, ...(await readLedgerWaits(parts))]
}

async function readLedgerWaits(parts: WaitSources): Promise<Wait[]> {
  const isAnswered = new AbortController()
  const silence = parts.clock.sleep(patienceMs, isAnswered.signal).then((): Wait[] => [{ kind: 'ledger' }])
  // The failure is reported where the ledger is needed.
  const answer = parts
    .findRuns()
    .then((runs) => Promise.all(runs.map((run) => readRunWaits(parts, run))))
    .catch((): Wait[] => [{ kind: 'ledger' }])
  return Promise.race([answer, silence])
    .then((waits) => waits.flat())
    .finally(() => isAnswered.abort())
}

async function readRunWaits({ ledger, clock }: WaitSources, { id, operation }: WaitingRun): Promise<Wait[]> {
  const { senders } = await ledger.submissions.openRows(id)
  const waits: Wait[] = senders.length === 0 ? [] : [{ kind: 'senders', senders }]
  if (operation.poll === undefined) return waits
  const balance = await ledger.runs.balance(id)
  const rows = balance.reduce((sum, { state, count }) => (state === 'accepted' ? sum + count : sum), 0)
  if (rows === 0) return waits
  const next = await ledger.submissions.nextPollAt(id, 0)
  const dueMs = next === undefined ? undefined : Math.max(0, next - clock.now())
  return [...waits, { kind: 'scores', rows, dueMs }]
}
