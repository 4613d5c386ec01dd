import type { SubmissionState } from '../../contract/states.ts'
import type { JobEngine, JobKeys, JobResult } from '../../jobs/port.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Chunk } from '../../ledger/port/team.ts'
import type { HaltReason } from '../../messages/halts.ts'
import { findOperation } from '../../operations/all.ts'
import { Tally } from '../../pipeline/engine/tally.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
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
import { messageOf } from '../../support/errors.ts'
import { nameQueues, parseJobKeys, splitIntoChunks, toCheckJob, toChunkJob } from './run-jobs.ts'

export interface WorkerContext extends RunConnection, Pick<ChunkContext, 'options' | 'team'> {
  engine: JobEngine
  /** Sending stopped here, permanently or for a while, without an interrupt. */
  onStopped(reason: HaltReason): void
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

export class CompanyWorker {
  readonly #context: WorkerContext
  readonly #ports: RunPorts
  readonly #queues: ReturnType<typeof nameQueues>
  readonly #chunks = new Map<number, readonly Chunk[]>()
  readonly done = new Map<string, number>()
  readonly target: Target
  readonly company: string
  #inFlight = (): number => 0
  #onProgress = (): void => {}

  constructor(context: WorkerContext, ports: RunPorts) {
    this.#context = context
    this.#ports = ports
    this.#queues = nameQueues(context.ledger.id, context.target)
    this.target = context.target
    this.company = context.target.company
  }

  get inFlight(): number {
    return this.#inFlight()
  }

  /** Enqueues a check of each detached run, so that a lost queue does not matter. */
  async enqueueRuns(): Promise<void> {
    const { team, target, engine } = this.#context
    const runs = await team.open(target)
    // An idle worker does not wait.
    if (runs.length === 0) this.#onProgress()
    const jobs = runs.map(({ id }) => toCheckJob(id))
    // The next sweep retries it.
    await engine.enqueue(this.#queues.check, jobs).catch((error: unknown) => {
      this.#ports.logger.debug(`queues of the workers: ${messageOf(error)}`)
    })
  }

  /** Runs until an interrupt or a permanent halt; returns the reason. */
  async serve(interrupt: AbortSignal): Promise<HaltReason> {
    const { clock } = this.#ports
    while (true) {
      const reason = await this.#serveOnce(interrupt)
      if (!isTemporary(reason) || interrupt.aborted) return reason
      await clock.sleep(restMs, interrupt)
      if (interrupt.aborted) return { kind: 'interrupted' }
    }
  }

  #serveOnce(interrupt: AbortSignal): Promise<HaltReason> {
    const { team, target, options } = this.#context
    const findRuns = async (): Promise<WaitingRun[]> =>
      (await team.open(target)).map(({ id, operation }) => ({ id, operation: findOperation(operation) }))
    const request = { options, findRuns, idleWaits: [{ kind: 'queue' as const }] }
    const ports = { ...this.#ports, interrupt }
    return withServiceSession(this.#context, request, ports, (session) => this.#work(session))
  }

  async #work(session: ServiceSession): Promise<HaltReason> {
    const { engine, options, onStopped } = this.#context
    const { send, check } = this.#queues
    const { gate, stopStallWatch } = session
    this.#inFlight = () => gate.inFlight
    this.#onProgress = () => gate.see({ kind: 'moved' })
    const parts = this.#partsOf(session)
    engine.work(send, Math.max(4, Math.ceil(options.concurrency / 4)), (keys) => this.#runSendJob(keys, parts))
    engine.work(check, checksAtOnce, (keys) => this.#runCheckJob(keys, parts))
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
    // An earlier halt of sending is the real reason, even after an interrupt.
    return (gate.halt?.kind === 'interrupted' ? firstReason : gate.halt) ?? { kind: 'interrupted' }
  }

  #partsOf(session: ServiceSession): ChunkContext {
    const { ledger, team, client, options } = this.#context
    const tally = new Tally((_, to) => {
      this.done.set(to, (this.done.get(to) ?? 0) + 1)
      this.#onProgress()
    })
    return { ledger, team, client, session, options, tally, ports: this.#ports }
  }

  async #runSendJob(keys: JobKeys, parts: ChunkContext): Promise<JobResult> {
    const chunk = parseJobKeys(keys)
    const { team, target, engine } = this.#context
    const run = await team.find(chunk.runId, target)
    if (run === undefined || run.isOver || chunk.from === undefined) return 'done'
    const operation = findOperation(run.operation)
    const { gate } = parts.session
    await gate.guard(() => sendRows(createChunkContext(run, operation, chunk, parts)))
    const waits = operation.poll !== undefined && readStoredRun(run.how).waits
    // Other workers may have finished the run while this process was suspended.
    if (waits) await team.reopen(run.id)
    if (gate.sending.aborted) return this.#requeue()
    if (waits) await engine.enqueue(this.#queues.check, [toChunkJob(chunk)])
    return 'done'
  }

  async #runCheckJob(keys: JobKeys, parts: ChunkContext): Promise<JobResult> {
    const { team, target } = this.#context
    const { clock } = this.#ports
    const chunk = parseJobKeys(keys)
    const run = await team.find(chunk.runId, target)
    if (run === undefined || run.isOver) {
      this.#chunks.delete(chunk.runId)
      return 'done'
    }
    if (chunk.from !== undefined) {
      const { gate } = parts.session
      const next = await gate.guard(() => pollDue(createChunkContext(run, findOperation(run.operation), chunk, parts)))
      if (gate.everything.aborted) return this.#requeue()
      return next === undefined ? 'done' : { again: Math.max(next, clock.now() + requeueMs) }
    }
    const beganAt = clock.now()
    if (await this.#enqueueOpenRows(run.id, readStoredRun(run.how).waits)) return 'done'
    const { soonest, latest } = nextCheckMs
    const now = clock.now()
    return { again: now + Math.min(latest, Math.max(soonest, (now - beganAt) / checkShare)) }
  }

  /** Adds jobs for open rows without one; ends the run when no row is open. */
  async #enqueueOpenRows(runId: number, waits: boolean): Promise<boolean> {
    const { ledger, team, engine } = this.#context
    const chunks = await this.#chunksOf(runId)
    await ledger.order.release(runId)
    const starts = chunks.map(({ from }) => from)
    const open = (await team.openRows(runId, starts)).filter(({ state }) => waits || state !== 'accepted')
    if (open.length === 0) {
      await team.finish(runId, this.#ports.clock.now())
      return true
    }
    const jobsOf = (wanted: SubmissionState) => {
      const some = open.filter(({ state }) => state === wanted).slice(0, mostQueued)
      return some.flatMap(({ part }) => chunks[part] ?? []).map(toChunkJob)
    }
    await engine.enqueue(this.#queues.send, jobsOf('ready'))
    await engine.enqueue(this.#queues.check, jobsOf('accepted'))
    return false
  }

  async #chunksOf(runId: number): Promise<readonly Chunk[]> {
    const known = this.#chunks.get(runId)
    if (known !== undefined) return known
    const { ledger, team } = this.#context
    const spans = splitIntoChunks(await ledger.runs.countRows(runId), await team.orderSpans(runId))
    const chunks = spans.map(({ first, last }) => ({ runId, from: first, to: last }))
    this.#chunks.set(runId, chunks)
    return chunks
  }

  #requeue(): JobResult {
    return { again: this.#ports.clock.now() + requeueMs }
  }
}
