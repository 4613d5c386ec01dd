import { formatState, sumOf, unsettledStates } from '../contract/states.ts'
import type { HaltReason } from '../messages/halts.ts'
import type { RunContext } from './engine/context.ts'
import { type Moved, Tally } from './engine/tally.ts'
import type { RunEvent, TrafficReport } from './model/events.ts'
import type { Run } from './model/run.ts'
import { pollScores } from './poll/poll-scores.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { sendRows } from './send/send-rows.ts'
import { createRunContext, withServiceSession } from './service-session.ts'

export interface SubmitResult {
  halt: HaltReason | undefined
  traffic: TrafficReport
}

/** Submits and polls, with `alongside`, until no work is left or the run is stopped. @throws what a stage throws. */
export async function submitAndPoll(
  run: Run,
  loaded: LoadedInput,
  alongside: (context: RunContext) => Promise<void> = async () => {},
): Promise<SubmitResult> {
  const { operation, connection, options, ports } = run
  const { runId, rows, sheets } = loaded
  const { client, ledger } = connection
  const { doneWord } = operation.output
  const request = { options, findRuns: async () => [{ id: runId, operation }] }
  let emitted = Promise.resolve()
  const gate = await withServiceSession(connection, request, ports, async (session) => {
    const { gate } = session
    const tally = new Tally((counts, state, moved) => {
      gate.see({ kind: 'moved' })
      ports.onEvent?.(sendProgress(rows, gate.inFlight, counts, doneWord))
      if (ports.emitsRowEvents !== true) return
      // In the order of the moves.
      emitted = emitted.then(() => gate.guard(() => emitMoved(context, formatState(state, doneWord), moved)))
    })
    for (const { state, count } of await ledger.runs.balance(runId)) tally.add(state, count)
    const names = sheets.map(({ name }) => name)
    const context = createRunContext(session, names, { runId, operation, client, ledger, options, ports, tally })
    gate.everything.addEventListener('abort', () => context.pollWait.wake(), { once: true })
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
    await Promise.allSettled([gate.guard(submit), gate.guard(poll), gate.guard(() => alongside(context))])
    return gate
  })
  await emitted
  const { halt, traffic } = gate
  if (halt?.kind === 'broken') throw halt.error
  return { halt, traffic: traffic.report }
}

/** Polls do not know their row; the ledger finds it. */
export async function emitMoved(
  { ledger, runId, ports, addresses }: RunContext,
  to: string,
  { id, ...known }: Moved,
): Promise<void> {
  const isKnown = known.sheet !== undefined && known.rowNumber !== undefined
  const { sheet, rowNumber } = isKnown ? known : ((await ledger.runs.rowOf(runId, id)) ?? {})
  ports.onEvent?.({
    kind: 'moved',
    runId,
    to,
    rowNumber,
    sheet: sheet === undefined ? undefined : addresses.sheet(sheet),
  })
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
