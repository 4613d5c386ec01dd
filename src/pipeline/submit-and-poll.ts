import { formatState, type RowState, sumOf, unsettledStates } from '../contract/states.ts'
import type { Ledger } from '../ledger/port.ts'
import type { RunContext } from './engine/context.ts'
import type { Halt } from './engine/halt.ts'
import type { StallDetector } from './engine/stall-detector.ts'
import { type Moved, Tally } from './engine/tally.ts'
import type { RunEvent, TrafficReport } from './model/events.ts'
import type { Run } from './model/run.ts'
import { pollScores } from './poll/poll-scores.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { sendRows } from './send/send-rows.ts'
import type { ServiceSession } from './service-session.ts'
import { createRunContext, withServiceSession } from './with-service-session.ts'

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
  const { runId } = loaded
  const request = { options, findRuns: async () => [{ id: runId, operation }] }
  const { context, whenEmitted } = await withServiceSession(
    connection,
    request,
    ports,
    async (session, stallDetector) => {
      const emitting = await createContext(run, loaded, session, stallDetector)
      const { context } = emitting
      const { halt } = session
      halt.everything.addEventListener('abort', () => context.pollWait.wake(), { once: true })
      const submitting = { isDone: false }
      const submit = async (): Promise<void> => {
        await sendRows(context)
        submitting.isDone = true
        context.pollWait.wake()
      }
      const poll = async (): Promise<void> => {
        if (operation.poll !== undefined && options.wait) await pollScores(context, submitting)
      }
      // A stage that fails stops the other one, which may be waiting for it.
      await Promise.allSettled([halt.guard(submit), halt.guard(poll), halt.guard(() => alongside(context))])
      return emitting
    },
  )
  await whenEmitted()
  const { halt, traffic } = context
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  return { halt, traffic: traffic.report }
}

interface EmittingContext {
  context: RunContext
  /** Resolves when every move so far was emitted. */
  whenEmitted(): Promise<void>
}

async function createContext(
  { operation, connection, options, ports }: Run,
  { runId, rows, sheets }: LoadedInput,
  session: ServiceSession,
  stallDetector: StallDetector,
): Promise<EmittingContext> {
  const onEvent = ports.onEvent?.bind(ports) ?? (() => {})
  const { halt, gate } = session
  let emitted = Promise.resolve()
  const emitMoved = (state: RowState, moved: Moved): void => {
    const emit = async (): Promise<void> => {
      const { sheet, rowNumber } = (await findRow(connection.ledger, runId, moved)) ?? {}
      const to = formatState(state, operation.output.doneWord)
      onEvent({ kind: 'moved', to, rowNumber, sheet: sheet === undefined ? undefined : context.addresses.sheet(sheet) })
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
  const context = createRunContext(
    session,
    sheets.map(({ name }) => name),
    { runId, operation, client: connection.client, ledger: connection.ledger, options, ports, tally },
  )
  return { context, whenEmitted: () => emitted }
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
