import { formatState, formatStates, type SubmissionState } from '../../contract/states.ts'
import type { JobEngine, JobKeys, JobResult } from '../../jobs/port.ts'
import type { Chunk, DetachedRun } from '../../ledger/port/team.ts'
import type { HaltReason } from '../../messages/halts.ts'
import { findOperation } from '../../operations/all.ts'
import type { RunContext } from '../../pipeline/engine/context.ts'
import { Tally } from '../../pipeline/engine/tally.ts'
import type { RunConnection } from '../../pipeline/model/run.ts'
import { readStoredRun } from '../../pipeline/model/stored-run.ts'
import { pollDue } from '../../pipeline/poll/poll-scores.ts'
import { sendRows } from '../../pipeline/send/send-rows.ts'
import {
  type ChunkContext,
  createChunkContext,
  type ServiceSession,
  type WaitingRun,
  withServiceSession,
} from '../../pipeline/service-session.ts'
import { emitMoved } from '../../pipeline/submit-and-poll.ts'
import { messageOf } from '../../support/errors.ts'
import { exitCodeOf } from '../exit-code.ts'
import { countOutcomes, type Tell } from '../notify.ts'
import { nameQueues, parseJobKeys, splitIntoChunks, toCheckJob, toChunkJob } from './run-jobs.ts'

/** `onStopped`: sending stopped here, permanently or for a while, without an interrupt. */
export interface WorkerContext extends RunConnection, Pick<ChunkContext, 'options' | 'team' | 'ports'> {
  engine: JobEngine
  onStopped(reason: HaltReason): void
  tell?: Tell | undefined
}

export interface CompanyWorker extends WorkerContext {
  /** Rows by the state that they came to here. */
  done: Map<string, number>
  queues: ReturnType<typeof nameQueues>
  chunks: Map<number, readonly Chunk[]>
  /** While it serves. */
  gate?: ServiceSession['gate']
}

const checksAtOnce = 8
/** Delay before other workers take over unfinished jobs. */
const requeueMs = 200
/** Interval between checks of a run; a check takes at most `checkShare` of the time. */
const nextCheckMs = { soonest: 1_000, latest: 20_000 }
const checkShare = 0.1
/** Most chunks of a run in the queue; further ones are added as these finish. */
const mostQueued = 200
/** Delay before the next try at a service that asks for a long wait. */
const restMs = 60_000

/** True when the company is tried again without a person's help. */
export function isTemporary({ kind }: HaltReason): boolean {
  return kind === 'held-off'
}

export function createCompanyWorker(context: WorkerContext): CompanyWorker {
  return { ...context, queues: nameQueues(context.ledger.id, context.target), done: new Map(), chunks: new Map() }
}

/** Enqueues a check of each detached run, so that a lost queue does not matter. */
export async function enqueueRuns({ team, target, engine, queues, gate, ports }: CompanyWorker): Promise<void> {
  const runs = await team.open(target)
  // An idle worker does not wait.
  if (runs.length === 0) gate?.see({ kind: 'moved' })
  const jobs = runs.map(({ id }) => toCheckJob(id))
  // The next sweep retries it.
  await engine.enqueue(queues.check, jobs).catch((error: unknown) => {
    ports.logger.debug(`queues of the workers: ${messageOf(error)}`)
  })
}

/** Runs until an interrupt or a permanent halt; returns the reason. */
export async function serveCompany(worker: CompanyWorker, interrupt: AbortSignal): Promise<HaltReason> {
  const { team, target, options } = worker
  const findRuns = async (): Promise<WaitingRun[]> =>
    (await team.open(target)).map(({ id, operation }) => ({ id, operation: findOperation(operation) }))
  const request = { options, findRuns, idleWaits: [{ kind: 'queue' as const }] }
  const ports = { ...worker.ports, interrupt }
  while (true) {
    const reason = await withServiceSession(worker, request, ports, (session) => work(worker, session))
    if (!isTemporary(reason) || interrupt.aborted) return reason
    await ports.clock.sleep(restMs, interrupt)
    if (interrupt.aborted) return { kind: 'interrupted' }
  }
}

async function work(worker: CompanyWorker, session: ServiceSession): Promise<HaltReason> {
  const { engine, options, onStopped } = worker
  const { send, check } = worker.queues
  const { gate, stopStallWatch } = session
  worker.gate = gate
  const serving = { ...worker, session, emitted: new Set<Promise<unknown>>() }
  engine.work(send, Math.max(4, Math.ceil(options.concurrency / 4)), (keys) => runSendJob(keys, serving))
  engine.work(check, checksAtOnce, (keys) => runCheckJob(keys, serving))
  let firstReason: HaltReason | undefined
  const pauses: Promise<void>[] = []
  // Pause the queue at once; otherwise this worker takes its own jobs back.
  const onSendingOver = (): void => {
    firstReason = gate.halt
    stopStallWatch()
    pauses.push(engine.pause(send))
    if (firstReason !== undefined && firstReason.kind !== 'interrupted') onStopped(firstReason)
  }
  gate.sending.addEventListener('abort', onSendingOver, { once: true })
  await new Promise((resolve) => gate.everything.addEventListener('abort', resolve, { once: true }))
  await Promise.all([...pauses, engine.pause(check)])
  await Promise.all(serving.emitted)
  // An earlier halt of sending is the real reason, even after an interrupt.
  return (gate.halt?.kind === 'interrupted' ? firstReason : gate.halt) ?? { kind: 'interrupted' }
}

interface ServingWorker extends CompanyWorker {
  session: ServiceSession
  /** Events of rows that are being looked for. */
  emitted: Set<Promise<unknown>>
}

function createContext(run: DetachedRun, chunk: Chunk, worker: ServingWorker): RunContext {
  const { done, emitted, ports } = worker
  const { gate } = worker.session
  const operation = findOperation(run.operation)
  const tally = new Tally((_, to, moved) => {
    done.set(to, (done.get(to) ?? 0) + 1)
    gate.see({ kind: 'moved' })
    if (ports.emitsRowEvents !== true) return
    const emitting = gate
      .guard(() => emitMoved(context, formatState(to, operation.output.doneWord), moved))
      .finally(() => emitted.delete(emitting))
    emitted.add(emitting)
  })
  const context = createChunkContext(run, operation, chunk, { ...worker, tally })
  return context
}

async function runSendJob(keys: JobKeys, worker: ServingWorker): Promise<JobResult> {
  const chunk = parseJobKeys(keys)
  const { team, target, engine, queues } = worker
  const run = await team.find(chunk.runId, target)
  if (run === undefined || run.isOver || chunk.from === undefined) return 'done'
  const operation = findOperation(run.operation)
  const { gate } = worker.session
  await gate.guard(() => sendRows(createContext(run, chunk, worker)))
  const waits = operation.poll !== undefined && readStoredRun(run.how).waits
  // Other workers may have finished the run while this process was suspended.
  if (waits) await team.reopen(run.id)
  if (gate.sending.aborted) return requeue(worker)
  if (waits) await engine.enqueue(queues.check, [toChunkJob(chunk)])
  return 'done'
}

async function runCheckJob(keys: JobKeys, worker: ServingWorker): Promise<JobResult> {
  const { team, target, session, ports } = worker
  const chunk = parseJobKeys(keys)
  const run = await team.find(chunk.runId, target)
  if (run === undefined || run.isOver) {
    worker.chunks.delete(chunk.runId)
    return 'done'
  }
  if (chunk.from !== undefined) {
    const { gate } = session
    const next = await gate.guard(() => pollDue(createContext(run, chunk, worker)))
    if (gate.everything.aborted) return requeue(worker)
    return next === undefined ? 'done' : { again: Math.max(next, ports.clock.now() + requeueMs) }
  }
  const beganAt = ports.clock.now()
  if (await enqueueOpenRows(run, readStoredRun(run.how).waits, worker)) return 'done'
  const { soonest, latest } = nextCheckMs
  const now = ports.clock.now()
  return { again: now + Math.min(latest, Math.max(soonest, (now - beganAt) / checkShare)) }
}

/** Adds jobs for open rows without one; ends the run when no row is open. */
async function enqueueOpenRows(run: DetachedRun, waits: boolean, worker: CompanyWorker): Promise<boolean> {
  const { ledger, team, engine, queues } = worker
  const { id: runId } = run
  const chunks = await findChunks(runId, worker)
  await ledger.order.release(runId)
  const starts = chunks.map(({ from }) => from)
  const open = (await team.openRows(runId, starts)).filter(({ state }) => waits || state !== 'accepted')
  if (open.length === 0) {
    if (await team.finish(runId, worker.ports.clock.now())) await tellFinished(run, waits, worker)
    return true
  }
  const jobsOf = (wanted: SubmissionState) => {
    const some = open.filter(({ state }) => state === wanted).slice(0, mostQueued)
    return some.flatMap(({ part }) => chunks[part] ?? []).map(toChunkJob)
  }
  await engine.enqueue(queues.send, jobsOf('ready'))
  await engine.enqueue(queues.check, jobsOf('accepted'))
  return false
}

/** By the one worker that ended it. */
async function tellFinished({ id: run, operation }: DetachedRun, waits: boolean, worker: CompanyWorker): Promise<void> {
  if (worker.tell === undefined) return
  const { doneWord } = findOperation(operation).output
  const balance = formatStates(await worker.ledger.runs.balance(run), doneWord)
  const ending = { exitCode: exitCodeOf({ halt: undefined, balance }, waits), outcomes: countOutcomes(balance) }
  await worker.tell({ event: 'ended', operation, run, company: worker.target.company, ...ending })
}

async function findChunks(runId: number, { ledger, team, chunks }: CompanyWorker): Promise<readonly Chunk[]> {
  const known = chunks.get(runId)
  if (known !== undefined) return known
  const spans = splitIntoChunks(await ledger.runs.countRows(runId), await team.orderSpans(runId))
  const found = spans.map(({ first, last }) => ({ runId, from: first, to: last }))
  chunks.set(runId, found)
  return found
}

function requeue({ ports }: CompanyWorker): JobResult {
  return { again: ports.clock.now() + requeueMs }
}
