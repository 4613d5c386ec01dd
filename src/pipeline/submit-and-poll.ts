import type { RowState } from '../contract/outcome.ts'
import type { Ledger } from '../ledger/port.ts'
import { Bell, type RunContext } from './engine/context.ts'
import { Gate } from './engine/gate.ts'
import type { Halt } from './engine/halt.ts'
import { Limiter } from './engine/limiter.ts'
import { ServiceHealth } from './engine/service-health.ts'
import { ServiceWatch } from './engine/service-watch.ts'
import { type Moved, Tally } from './engine/tally.ts'
import { recallService, rememberService, type ServiceMemory } from './memory.ts'
import { PollSchedule } from './poll/poll-schedule.ts'
import { pollScores } from './poll/poll-scores.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { RowPlaces } from './rows/row-places.ts'
import { sendRows } from './send/send-rows.ts'
import type { TrafficReport } from './terms/events.ts'
import type { Operation } from './terms/operation.ts'
import type { BatchOptions, Progress, RunPorts } from './terms/options.ts'
import type { RunPlace } from './terms/place.ts'

/** Submits and polls, and does what else is to be done, until nothing is left to do, or something stops the run. */
export async function submitAndPoll<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: Pick<BatchOptions, 'send' | 'targetLabel'>,
  ports: RunPorts,
  loaded: LoadedInput,
  halt: Halt,
  alongside: (context: RunContext<Request>) => Promise<void> = async () => {},
): Promise<TrafficReport> {
  const onInterrupt = (): void => halt.stop({ kind: 'interrupted' })
  if (ports.interrupt.aborted) onInterrupt()
  ports.interrupt.addEventListener('abort', onInterrupt, { once: true })
  const memory = recallService(place.ledger.targets, place.target, ports.clock.now())
  const schedule = new PollSchedule(memory.schedule)
  const { context, limiter, watch } = prepare(operation, place, options, ports, loaded, halt, memory, schedule)
  halt.sending.addEventListener('abort', () => tellHalt(halt, ports), { once: true })
  halt.everything.addEventListener('abort', () => context.bell.ring(), { once: true })
  const submitting = { isDone: false }
  const submit = async (): Promise<void> => {
    await sendRows(context)
    submitting.isDone = true
    context.bell.ring()
  }
  const poll = async (): Promise<void> => {
    if (operation.retrieve !== undefined && options.send.waits) await pollScores(context, submitting)
  }
  try {
    // A stage that breaks stops the other one, which may be waiting for it.
    await Promise.allSettled([halt.guard(submit), halt.guard(poll), halt.guard(() => alongside(context))])
  } finally {
    ports.interrupt.removeEventListener('abort', onInterrupt)
    place.ledger.flush()
  }
  const traffic = watch.traffic.report
  if (halt.reason?.kind === 'broken') return traffic
  const { latencyMs } = limiter
  rememberService(place.ledger.targets, place.target, {
    // Without an answer nothing was learned.
    limiter: latencyMs === undefined ? undefined : { ...limiter.memory, latencyMs, learnedAt: ports.clock.now() },
    schedule: schedule.memory,
  })
  return traffic
}

function tellHalt({ reason }: Halt, ports: RunPorts): void {
  if (reason !== undefined) ports.onEvent?.({ kind: 'halted', reason: reason.kind })
}

function prepare<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: Pick<BatchOptions, 'send' | 'targetLabel'>,
  ports: RunPorts,
  loaded: LoadedInput,
  halt: Halt,
  memory: ServiceMemory,
  schedule: PollSchedule,
): { context: RunContext<Request>; limiter: Limiter; watch: ServiceWatch } {
  const { clock, random, logger } = ports
  const { concurrency, ratePerSecond } = options.send
  const limiter = new Limiter({
    maxInFlight: concurrency,
    maxPerSecond: ratePerSecond,
    random,
    memory: memory.trusted,
  })
  const onEvent = ports.onEvent?.bind(ports) ?? (() => {})
  const watch = new ServiceWatch({ now: () => clock.now(), pace: () => limiter.pace, onEvent })
  const gate = new Gate(limiter, concurrency, halt.everything, {
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
    confirmRejections: ports.confirmRejections,
  })
  const runId = loaded.run.id
  const balance = place.ledger.runs.balance(runId)
  const places = new RowPlaces(loaded.sheets.map(({ name }) => name))
  const tellRow = (state: RowState, moved: Moved): void => {
    const { sheet, rowNumber } = rowOf(place.ledger, runId, moved) ?? {}
    ports.onRowState?.(state, rowNumber, sheet === undefined ? undefined : places.sheet(sheet))
  }
  const tally = new Tally({
    onChange: (counts) => ports.onProgress(sendProgress(loaded.rows, gate.inFlight, counts)),
    onMove: ports.onRowState && tellRow,
  })
  for (const { state, count } of balance) tally.add(state, count)
  const context: RunContext<Request> = {
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
    bell: new Bell(),
    places,
    traffic: watch.traffic,
  }
  return { context, limiter, watch }
}

/** Polls do not know their row: it is looked up where somebody wants to hear of it. */
function rowOf(
  { runs }: Ledger,
  runId: number,
  { id, sheet, rowNumber }: Moved,
): { sheet: number; rowNumber: number } | undefined {
  return sheet === undefined || rowNumber === undefined ? runs.rowOf(runId, id) : { sheet, rowNumber }
}

const unsettledStates = ['ready', 'sending', 'accepted']

function sendProgress(rows: number, inFlight: number, counts: ReadonlyMap<string, number>): Progress {
  const unsettled = unsettledStates.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  return { stage: 'send', rows, settled: rows - unsettled, inFlight, pending: counts.get('accepted') ?? 0, counts }
}
