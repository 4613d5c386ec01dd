import { type RowState, showState, sumOf, unsettledStates } from '../contract/states.ts'
import type { Ledger } from '../ledger/port.ts'
import { beginConversation, type Conversation, keepLearned, stopOnInterrupt } from './conversation.ts'
import { type RunContext, WakeableSleep } from './engine/context.ts'
import type { Halt } from './engine/halt.ts'
import { type Moved, Tally } from './engine/tally.ts'
import { Vigil } from './engine/vigil.ts'
import { listWaits } from './list-waits.ts'
import { pollScores } from './poll/poll-scores.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { RowPlaces } from './rows/row-places.ts'
import { sendRows } from './send/send-rows.ts'
import type { RunEvent, TrafficReport } from './terms/events.ts'
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
  const conversation = await beginConversation(place, options, ports)
  const { halt } = conversation
  const leaveInterrupts = stopOnInterrupt(conversation, ports.interrupt)
  const { context, vigil, allTold } = await createContext(run, loaded, conversation)
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
  void vigil.keep()
  try {
    // A stage that breaks stops the other one, which may be waiting for it.
    await Promise.allSettled([halt.guard(submit), halt.guard(poll), halt.guard(() => alongside(context))])
  } finally {
    leaveInterrupts()
    vigil.end()
    conversation.close()
    await place.ledger.flush()
    await allTold()
  }
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  await keepLearned(place, conversation, ports.clock.now())
  return { halt, traffic: context.traffic.report }
}

interface Told {
  context: RunContext
  vigil: Vigil
  /** Resolves when every move so far was told. */
  allTold(): Promise<void>
}

async function createContext(
  { operation, place, options, ports }: Run,
  { runId, rows, sheets }: LoadedInput,
  { halt, gate, health, schedule, watch }: Conversation,
): Promise<Told> {
  const onEvent = ports.onEvent?.bind(ports) ?? (() => {})
  const vigil = new Vigil({
    clock: ports.clock,
    countAnswers: () => watch.traffic.report.requests,
    listWaits: () => listWaits({ ...context, clock: ports.clock, findRuns: async () => [{ id: runId, operation }] }),
    onStill: (forMs, waits) => onEvent({ kind: 'still', forMs, waits }),
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
    onChange(counts) {
      vigil.note()
      onEvent(sendProgress(rows, gate.inFlight, counts, operation.output.doneWord))
    },
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
  return { context, vigil, allTold: () => told }
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
