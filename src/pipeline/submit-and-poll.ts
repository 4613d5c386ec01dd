import { type RowState, showState, sumOf, unsettledStates } from '../contract/states.ts'
import type { Ledger } from '../ledger/port.ts'
import { type RunContext, WakeableSleep } from './engine/context.ts'
import { Gate } from './engine/gate.ts'
import { Halt } from './engine/halt.ts'
import { Limiter } from './engine/limiter.ts'
import { ServiceHealth } from './engine/service-health.ts'
import { ServiceWatch } from './engine/service-watch.ts'
import { type Moved, Tally } from './engine/tally.ts'
import { recallService, rememberService } from './memory.ts'
import { PollSchedule } from './poll/poll-schedule.ts'
import { pollScores } from './poll/poll-scores.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { RowPlaces } from './rows/row-places.ts'
import { sendRows } from './send/send-rows.ts'
import type { RunEvent, TrafficReport } from './terms/events.ts'
import type { RunPorts } from './terms/options.ts'
import type { Run } from './terms/run.ts'

/** How the conversation with the service went. */
export interface Sent {
  halt: Halt
  traffic: TrafficReport
}

/**
 * Submits and polls, and does what else is to be done, until nothing is left to do, or something stops the run.
 * @throws what broke a stage.
 */
export async function submitAndPoll(
  run: Run,
  loaded: LoadedInput,
  alongside: (context: RunContext) => Promise<void> = async () => {},
): Promise<Sent> {
  const { operation, place, options, ports } = run
  const halt = new Halt()
  const onInterrupt = (): void => halt.stop({ kind: 'interrupted' })
  if (ports.interrupt.aborted) onInterrupt()
  ports.interrupt.addEventListener('abort', onInterrupt, { once: true })
  const memory = await recallService(place.ledger.targets, place.target, ports.clock.now())
  const schedule = new PollSchedule(memory.schedule)
  const limiter = new Limiter({
    maxInFlight: options.send.concurrency,
    maxPerSecond: options.send.ratePerSecond,
    random: ports.random,
    memory: memory.trusted,
  })
  const { context, allTold } = await createContext(run, loaded, { halt, limiter, schedule })
  halt.sending.addEventListener('abort', () => tellHalt(halt, ports), { once: true })
  halt.everything.addEventListener('abort', () => context.pollWait.wake(), { once: true })
  const submitting = { isDone: false }
  const submit = async (): Promise<void> => {
    await sendRows(context)
    submitting.isDone = true
    context.pollWait.wake()
  }
  const poll = async (): Promise<void> => {
    if (operation.poll !== undefined && options.send.waits) await pollScores(context, submitting)
  }
  try {
    // A stage that breaks stops the other one, which may be waiting for it.
    await Promise.allSettled([halt.guard(submit), halt.guard(poll), halt.guard(() => alongside(context))])
  } finally {
    ports.interrupt.removeEventListener('abort', onInterrupt)
    await place.ledger.flush()
    await allTold()
  }
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  const { latencyMs } = limiter
  await rememberService(place.ledger.targets, place.target, {
    // Without an answer nothing was learned.
    limiter: latencyMs === undefined ? undefined : { ...limiter.memory, latencyMs, learnedAt: ports.clock.now() },
    schedule: schedule.memory,
  })
  return { halt, traffic: context.traffic.report }
}

function tellHalt({ reason }: Halt, ports: RunPorts): void {
  if (reason !== undefined) ports.onEvent?.({ kind: 'halted', reason: reason.kind })
}

interface Told {
  context: RunContext
  /** Resolves when every move so far was told. */
  allTold(): Promise<void>
}

interface ContextParts {
  halt: Halt
  limiter: Limiter
  schedule: PollSchedule
}

async function createContext(
  { operation, place, options, ports }: Run,
  { runId, rows, sheets }: LoadedInput,
  { halt, limiter, schedule }: ContextParts,
): Promise<Told> {
  const { clock, logger } = ports
  const onEvent = ports.onEvent?.bind(ports) ?? (() => {})
  const watch = new ServiceWatch({ now: () => clock.now(), pace: () => limiter.pace, onEvent })
  const gate = new Gate(limiter, options.send.concurrency, halt.everything, {
    clock,
    onHold: (heldMs, isTooLong) => {
      if (isTooLong) halt.stop({ kind: 'held-off', message: `the service asks to wait ${Math.round(heldMs / 1000)} s` })
    },
    onEnd: (ended) => watch.onEnd(ended),
    onOutage: (heldMs) => watch.onOutage(heldMs),
  })
  const health = new ServiceHealth(halt, gate, options.send, {
    now: () => clock.now(),
    address: options.targetLabel,
    onProven: place.rememberToken,
    warn: (message) => logger.warn(message),
    ask: ports.ask?.bind(ports),
  })
  const places = new RowPlaces(sheets.map(({ name }) => name))
  let told = Promise.resolve()
  const tellRow = (state: RowState, moved: Moved): void => {
    const tell = async (): Promise<void> => {
      const { sheet, rowNumber } = (await rowOf(place.ledger, runId, moved)) ?? {}
      const to = showState(state, operation.output.doneWord)
      onEvent({ kind: 'moved', to, rowNumber, sheet: sheet === undefined ? undefined : places.sheet(sheet) })
    }
    // In the order in which they moved.
    told = told.then(() => halt.guard(tell))
  }
  const tally = new Tally({
    onChange: (counts) => onEvent(sendProgress(rows, gate.inFlight, counts, operation.output.doneWord)),
    onMove: ports.tellsRows === true ? tellRow : undefined,
  })
  for (const { state, count } of await place.ledger.runs.balance(runId)) tally.add(state, count)
  const context: RunContext = {
    runId,
    operation,
    client: place.client,
    ledger: place.ledger,
    options: options.send,
    ports,
    halt,
    gate,
    health,
    schedule,
    tally,
    pollWait: new WakeableSleep(),
    places,
    traffic: watch.traffic,
  }
  return { context, allTold: () => told }
}

/** Polls do not know their row: it is looked up where somebody wants to hear of it. */
async function rowOf(
  { runs }: Ledger,
  runId: number,
  { id, sheet, rowNumber }: Moved,
): Promise<{ sheet: number; rowNumber: number } | undefined> {
  return sheet === undefined || rowNumber === undefined ? runs.rowOf(runId, id) : { sheet, rowNumber }
}

function sendProgress(rows: number, inFlight: number, counts: ReadonlyMap<string, number>, doneWord: string): RunEvent {
  return {
    kind: 'progress',
    stage: 'send',
    rows,
    settled: rows - sumOf(counts, unsettledStates),
    inFlight,
    pending: counts.get('accepted') ?? 0,
    // Told for every row, and looked at a few times a second.
    get counts() {
      return new Map([...counts].map(([state, count]) => [showState(state, doneWord), count]))
    },
  }
}
