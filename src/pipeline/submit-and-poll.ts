import { formatState, type RowState, sumOf, unsettledStates } from '../contract/states.ts'
import type { Ledger } from '../ledger/port.ts'
import { type RunContext, WakeableSleep } from './engine/context.ts'
import type { Halt } from './engine/halt.ts'
import { StallDetector } from './engine/stall-detector.ts'
import { type Moved, Tally } from './engine/tally.ts'
import { listWaits } from './list-waits.ts'
import type { RunEvent, TrafficReport } from './model/events.ts'
import type { Run } from './model/run.ts'
import { pollScores } from './poll/poll-scores.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { RowAddresses } from './rows/row-addresses.ts'
import { sendRows } from './send/send-rows.ts'
import { openServiceSession, type ServiceSession, saveLearned, stopOnInterrupt } from './service-session.ts'

export interface SubmitResult {
  halt: Halt
  traffic: TrafficReport
}

/**
 * Submits and polls, with `alongside`, until no work is left or the run is stopped.
 * @throws the error of a failed stage.
 */
export async function submitAndPoll(
  run: Run,
  loaded: LoadedInput,
  alongside: (context: RunContext) => Promise<void> = async () => {},
): Promise<SubmitResult> {
  const { operation, connection, options, ports } = run
  const session = await openServiceSession(connection, options, ports)
  const { halt } = session
  const ignoreInterrupts = stopOnInterrupt(session, ports.interrupt)
  const { context, stallDetector, whenEmitted } = await createContext(run, loaded, session)
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
  void stallDetector.watch()
  try {
    // A stage that fails stops the other one, which may be waiting for it.
    await Promise.allSettled([halt.guard(submit), halt.guard(poll), halt.guard(() => alongside(context))])
  } finally {
    ignoreInterrupts()
    stallDetector.stop()
    session.close()
    await connection.ledger.flush()
    await whenEmitted()
  }
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  await saveLearned(connection, session, ports.clock.now())
  return { halt, traffic: context.traffic.report }
}

interface EmittingContext {
  context: RunContext
  stallDetector: StallDetector
  /** Resolves when every move so far was emitted. */
  whenEmitted(): Promise<void>
}

async function createContext(
  { operation, connection, options, ports }: Run,
  { runId, rows, sheets }: LoadedInput,
  { halt, gate, health, schedule, monitor }: ServiceSession,
): Promise<EmittingContext> {
  const onEvent = ports.onEvent?.bind(ports) ?? (() => {})
  const stallDetector = new StallDetector({
    clock: ports.clock,
    countAnswers: () => monitor.traffic.report.requests,
    listWaits: () => listWaits({ ...context, clock: ports.clock, findRuns: async () => [{ id: runId, operation }] }),
    onStalled: (forMs, waits) => onEvent({ kind: 'still', forMs, waits }),
  })
  const addresses = new RowAddresses(sheets.map(({ name }) => name))
  let emitted = Promise.resolve()
  const emitMoved = (state: RowState, moved: Moved): void => {
    const emit = async (): Promise<void> => {
      const { sheet, rowNumber } = (await findRow(connection.ledger, runId, moved)) ?? {}
      const to = formatState(state, operation.output.doneWord)
      onEvent({ kind: 'moved', to, rowNumber, sheet: sheet === undefined ? undefined : addresses.sheet(sheet) })
    }
    // In the order of the moves.
    emitted = emitted.then(() => halt.guard(emit))
  }
  const tally = new Tally({
    onChange(counts) {
      stallDetector.touch()
      onEvent(sendProgress(rows, gate.inFlight, counts, operation.output.doneWord))
    },
    onMove: ports.emitsRowEvents === true ? emitMoved : undefined,
  })
  for (const { state, count } of await connection.ledger.runs.balance(runId)) tally.add(state, count)
  const context: RunContext = {
    runId,
    operation,
    client: connection.client,
    ledger: connection.ledger,
    options: options.send,
    ports,
    halt,
    gate,
    health,
    schedule,
    tally,
    pollWait: new WakeableSleep(),
    addresses,
    traffic: monitor.traffic,
  }
  return { context, stallDetector, whenEmitted: () => emitted }
}

/** Polls do not know their row; the ledger finds it. */
async function findRow(
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
    // A getter: progress is emitted for every row, but read a few times a second.
    get counts() {
      return new Map([...counts].map(([state, count]) => [formatState(state, doneWord), count]))
    },
  }
}
