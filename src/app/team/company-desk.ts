import type { SubmissionState } from '../../contract/states.ts'
import type { JobEnd, JobEngine, JobKeys } from '../../jobs/port.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Chunk, TeamWork } from '../../ledger/port/team.ts'
import { findOperation } from '../../operations/all.ts'
import { askForChunk, type ChunkParts, sendChunk } from '../../pipeline/chunk.ts'
import { beginConversation, type Conversation, keepLearned, stopOnInterrupt } from '../../pipeline/conversation.ts'
import { Tally } from '../../pipeline/engine/tally.ts'
import { Vigil } from '../../pipeline/engine/vigil.ts'
import { listWaits, type WaitingRun } from '../../pipeline/list-waits.ts'
import { readDetached } from '../../pipeline/terms/detached.ts'
import type { HaltReason } from '../../pipeline/terms/events.ts'
import type { RunPorts } from '../../pipeline/terms/options.ts'
import type { RunPlace } from '../../pipeline/terms/run.ts'
import { messageOf } from '../../support/errors.ts'
import { cutRun } from './cut-run.ts'
import { lookAt, queuesOf, type RunQueues, readKeys, workOn } from './run-jobs.ts'

/** Whom a desk serves, and what with. */
export interface ServingPlace extends RunPlace {
  team: TeamWork
  targetLabel: string
}

export interface ServingSettings extends Pick<ChunkParts, 'options'> {
  engine: JobEngine
  /** Nothing more is sent here, for good or for a while, and nobody asked for that. */
  onStopped(reason: HaltReason): void
}

/** So many short jobs at once. */
const looksAtOnce = 8
/** What was left undone here is taken up by somebody else so soon. */
const handBackMs = 200
/** A run is looked at again so soon, and looking takes no more than this share of the time. */
const nextLookMs = { soonest: 1_000, latest: 20_000 }
const lookingShare = 0.1
/** So many chunks of a run are in the queue at most: the next ones are added as they are done. */
const mostQueued = 200
/** A service that asks for a long wait is tried again after so long. */
const restMs = 60_000

/** Whether a company that is not served for this reason is tried again by itself. */
export function isPassing({ kind }: HaltReason): boolean {
  return kind === 'held-off'
}

/** Does what is left to workers for one company: one conversation with its service, whatever run a job is of. */
export class CompanyDesk {
  readonly #place: ServingPlace
  readonly #settings: ServingSettings
  readonly #ports: RunPorts
  readonly #queues: RunQueues
  readonly #chunks = new Map<number, readonly Chunk[]>()
  /** How many rows came to what here. */
  readonly done = new Map<string, number>()
  #inFlight = (): number => 0
  #onMove = (): void => {}

  constructor(place: ServingPlace, settings: ServingSettings, ports: RunPorts) {
    this.#place = place
    this.#settings = settings
    this.#ports = ports
    this.#queues = queuesOf(place.ledger.id, place.target)
  }

  get target(): Target {
    return this.#place.target
  }

  get company(): string {
    return this.#place.target.company
  }

  get inFlight(): number {
    return this.#inFlight()
  }

  /** Sees to it that somebody looks at each run that is left to workers, whatever became of the queue. */
  async sweep(): Promise<void> {
    const { team, target } = this.#place
    const runs = await team.open(target)
    // Who has nothing to do does not wait.
    if (runs.length === 0) this.#onMove()
    const jobs = runs.map(({ id }) => lookAt(id))
    // The next sweep does it then.
    await this.#settings.engine.enqueue(this.#queues.look, jobs).catch((error: unknown) => {
      this.#ports.logger.debug(`queues of the workers: ${messageOf(error)}`)
    })
  }

  /** Serves until it is interrupted, or for good cannot go on; why it ended. */
  async serve(interrupt: AbortSignal): Promise<HaltReason> {
    const { clock } = this.#ports
    while (true) {
      const reason = await this.#converse(interrupt)
      if (!isPassing(reason) || interrupt.aborted) return reason
      await clock.sleep(restMs, interrupt)
      if (interrupt.aborted) return { kind: 'interrupted' }
    }
  }

  async #converse(interrupt: AbortSignal): Promise<HaltReason> {
    const { engine, options, onStopped } = this.#settings
    const { send, look } = this.#queues
    const { targetLabel } = this.#place
    const conversation = await beginConversation(this.#place, { send: options, targetLabel }, this.#ports)
    const { halt, gate } = conversation
    this.#inFlight = () => gate.inFlight
    const parts = this.#partsOf(conversation)
    const sendsAtOnce = Math.max(4, Math.ceil(options.concurrency / 4))
    engine.work(send, sendsAtOnce, (keys) => this.#send(keys, parts))
    engine.work(look, looksAtOnce, (keys) => this.#look(keys, parts))
    let firstReason: HaltReason | undefined
    const pauses: Promise<void>[] = []
    // At once: what is handed back would be taken again else.
    const onSendingOver = (): void => {
      firstReason = halt.reason
      pauses.push(engine.pause(send))
      if (firstReason !== undefined && firstReason.kind !== 'interrupted') onStopped(firstReason)
    }
    halt.sending.addEventListener('abort', onSendingOver, { once: true })
    const vigil = this.#vigilOver(conversation)
    this.#onMove = () => vigil.note()
    halt.sending.addEventListener('abort', () => vigil.end(), { once: true })
    void vigil.keep()
    const over = new Promise((resolve) => halt.everything.addEventListener('abort', resolve, { once: true }))
    const leaveInterrupts = stopOnInterrupt(conversation, interrupt)
    await over
    await Promise.all([...pauses, engine.pause(look)])
    leaveInterrupts()
    conversation.close()
    if (halt.reason?.kind !== 'broken') await keepLearned(this.#place, conversation, this.#ports.clock.now())
    // Who is asked to stop has perhaps had to stop sending before.
    return (halt.reason?.kind === 'interrupted' ? firstReason : halt.reason) ?? { kind: 'interrupted' }
  }

  /** Says what is waited for when nothing moves here though runs are left to workers. */
  #vigilOver({ gate, health, watch }: Conversation): Vigil {
    const { ledger, team, target } = this.#place
    const { clock, onEvent } = this.#ports
    const findRuns = async (): Promise<WaitingRun[]> =>
      (await team.open(target)).map(({ id, operation }) => ({ id, operation: findOperation(operation) }))
    return new Vigil({
      clock,
      countAnswers: () => watch.traffic.report.requests,
      async listWaits() {
        const waits = await listWaits({ gate, health, ledger, clock, findRuns })
        return waits.length === 0 ? [{ kind: 'queue' }] : waits
      },
      onStill: (forMs, waits) => onEvent?.({ kind: 'still', forMs, waits }),
    })
  }

  #partsOf(conversation: Conversation): ChunkParts {
    const { ledger, team, client } = this.#place
    const tally = new Tally({
      onChange() {},
      onMove: (to) => {
        this.done.set(to, (this.done.get(to) ?? 0) + 1)
        this.#onMove()
      },
    })
    return { ledger, team, client, conversation, options: this.#settings.options, tally, ports: this.#ports }
  }

  async #send(keys: JobKeys, parts: ChunkParts): Promise<JobEnd> {
    const chunk = readKeys(keys)
    const { team, target } = this.#place
    const run = await team.find(chunk.runId, target)
    if (run === undefined || run.isOver || chunk.from === undefined) return 'done'
    const operation = findOperation(run.operation)
    const { halt } = parts.conversation
    await halt.guard(() => sendChunk(run, operation, chunk, parts))
    const waits = operation.poll !== undefined && readDetached(run.how).waits
    // While this process stood still, others may have done all the rest.
    if (waits) await team.reopen(run.id)
    if (halt.sending.aborted) return this.#handBack()
    if (waits) {
      await this.#settings.engine.enqueue(this.#queues.look, [workOn(chunk)])
    }
    return 'done'
  }

  async #look(keys: JobKeys, parts: ChunkParts): Promise<JobEnd> {
    const { team, target } = this.#place
    const { clock } = this.#ports
    const chunk = readKeys(keys)
    const run = await team.find(chunk.runId, target)
    if (run === undefined || run.isOver) {
      this.#chunks.delete(chunk.runId)
      return 'done'
    }
    if (chunk.from !== undefined) {
      const { halt } = parts.conversation
      const next = await halt.guard(() => askForChunk(run, findOperation(run.operation), chunk, parts))
      if (halt.everything.aborted) return this.#handBack()
      return next === undefined ? 'done' : { again: Math.max(next, clock.now() + handBackMs) }
    }
    const beganAt = clock.now()
    const isOver = await this.#lookAtRun(run.id, readDetached(run.how).waits)
    if (isOver) return 'done'
    const { soonest, latest } = nextLookMs
    const now = clock.now()
    return { again: now + Math.min(latest, Math.max(soonest, (now - beganAt) / lookingShare)) }
  }

  /** Adds jobs for what is left of a run and has none; the run is over when nothing is. */
  async #lookAtRun(runId: number, waits: boolean): Promise<boolean> {
    const { ledger, team } = this.#place
    const { engine } = this.#settings
    const chunks = await this.#chunksOf(runId)
    await ledger.order.release(runId)
    const open = await team.openRows(
      runId,
      chunks.map(({ from }) => from),
    )
    const left = open.filter(({ state }) => waits || state !== 'accepted')
    if (left.length === 0) {
      await team.finish(runId, this.#ports.clock.now())
      return true
    }
    const jobsOf = (wanted: SubmissionState) =>
      left
        .filter(({ state }) => state === wanted)
        .slice(0, mostQueued)
        .flatMap(({ part }) => chunks[part] ?? [])
        .map(workOn)
    await engine.enqueue(this.#queues.send, jobsOf('ready'))
    await engine.enqueue(this.#queues.look, jobsOf('accepted'))
    return false
  }

  async #chunksOf(runId: number): Promise<readonly Chunk[]> {
    const known = this.#chunks.get(runId)
    if (known !== undefined) return known
    const { ledger, team } = this.#place
    const spans = cutRun(await ledger.runs.countRows(runId), await team.orderSpans(runId))
    const chunks = spans.map(({ first, last }) => ({ runId, from: first, to: last }))
    this.#chunks.set(runId, chunks)
    return chunks
  }

  #handBack(): JobEnd {
    return { again: this.#ports.clock.now() + handBackMs }
  }
}
