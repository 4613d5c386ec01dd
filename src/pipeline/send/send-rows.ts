import pRetry from 'p-retry'
import type { Proof } from '../../client/evidence.ts'
import type { Call } from '../../client/service.ts'
import { unansweredStates } from '../../contract/states.ts'
import { deriveEventId } from '../../ledger/event-id.ts'
import type { Claim, ReadySubmission } from '../../ledger/port/submissions.ts'
import { message } from '../../messages/catalogue.ts'
import { classifyEnd } from '../engine/classify-proof.ts'
import { describeAttempt, type RunContext } from '../engine/context.ts'
import { priorities } from '../engine/gate.ts'
import { KeyedQueue, TaskPool } from '../engine/task-pool.ts'
import { inquireLeft, inquireUnknown } from './inquire-unknown.ts'
import { readRequest } from './read-request.ts'
import { decideSettlement, describeSettlement } from './settlement.ts'

const pageSize = 200
const firstBackoffMs = 500
/** Longer waits are the breaker's, for all rows together. */
const longestBackoffMs = 2_000
/** Interval for checking rows that another run is sending. */
const recheckMs = 1_000

/**
 * Sends every ready row of the run, as many at once as the service bears. Unsent rows stay ready. Rows that another run
 * is sending are waited for; this run sends those that the other leaves.
 */
export async function sendRows(context: RunContext): Promise<void> {
  const { ledger, runId, gate, options, ports } = context
  const limit = { left: options.limit ?? Number.POSITIVE_INFINITY }
  let reported = ''
  let hasWaited = false
  await inquireLeft(context)
  while (true) {
    await sendReady(context, limit)
    // Rows behind an unknown decision go on in this run when a person resolves it meanwhile.
    for (const row of await ledger.order.release(runId)) context.tally.move('skipped', row.state, row)
    if (gate.sending.aborted) return
    // One query for both: between two queries another run may give rows back.
    const { isReady, senders } = await ledger.submissions.openRows(runId)
    if (senders.length === 0 && (!isReady || limit.left === 0)) {
      // What a lost sender leaves is unknown only since then.
      return hasWaited ? inquireLeft(context) : undefined
    }
    hasWaited ||= senders.length > 0
    const who = JSON.stringify(senders.map(({ name, rows }) => [name, rows]))
    if (who !== reported && senders.length > 0) ports.onEvent?.({ kind: 'waiting', senders })
    reported = who
    await ports.clock.sleep(recheckMs, gate.sending)
  }
}

async function sendReady(context: RunContext, limit: { left: number }): Promise<void> {
  const { ledger, runId, gate, options } = context
  const pool = new TaskPool(options.concurrency * 2)
  const queue = new KeyedQueue()
  let afterSeq = -1
  const submitPages = async (): Promise<void> => {
    while (limit.left > 0 && !gate.sending.aborted && !pool.hasFailed) {
      const page = await ledger.submissions.readyPage(runId, afterSeq, pageSize)
      if (page.length === 0) break
      for (const row of page) {
        if (limit.left === 0 || gate.sending.aborted || pool.hasFailed) break
        limit.left -= 1
        afterSeq = row.seq
        await pool.add(() => submitInTurn(context, queue, row))
      }
    }
  }
  // Answers of requests in flight are waited for even when the ledger cannot be read any more.
  await gate.guard(submitPages).finally(() => pool.finish())
}

/** Rows with one order key are sent in turn; a row behind an unfinished one is held back. */
async function submitInTurn(context: RunContext, queue: KeyedQueue, row: ReadySubmission): Promise<void> {
  const { ledger, runId, gate, tally } = context
  if (row.orderKey === null) return submitRow(context, row)
  return queue.add(row.orderKey, async () => {
    if (gate.sending.aborted) return
    const blocker = await ledger.order.findBlocker(runId, row.seq)
    if (blocker === undefined) return submitRow(context, row)
    // Another run sends that row and is waited for, or it is sent before this one in the next round.
    if (unansweredStates.has(blocker.state)) return
    const first = context.addresses.row(blocker.sheet, blocker.rowNumber)
    const reason = message('waits', { row: first, state: blocker.state })
    await ledger.order.holdBack(runId, row.seq, JSON.stringify({ reason, isWaiting: true }))
    tally.move('ready', 'skipped', row)
  })
}

/** `unknown`: look for the row at the service. A retry cause: send it again. */
type TryResult = 'settled' | 'unknown' | RetryCause
type RetryCause = 'not-sent' | 'not-processed'

/** Thrown to p-retry only. */
class SurelyNotProcessed extends Error {}

async function submitRow(context: RunContext, row: ReadySubmission): Promise<void> {
  const { ledger, operation, ports, addresses } = context
  const request = readRequest(ledger.name, operation, row)
  // `lost`: tries without a connection; they do not count against the row.
  let [tries, lost] = [1, 0]
  // Nearly every row succeeds at once. p-retry keeps a promise and a timer for each call, so it is entered only after a
  // first failure that may be retried.
  let end = await tryOnce(context, row, request, tries)
  if (isRetryCause(end)) {
    await pRetry(
      async () => {
        if (!isRetryCause(end)) return
        if (end === 'not-sent') {
          lost += 1
          await backOff(context, lost)
        }
        tries += 1
        context.gate.traffic.recordRetry()
        const { rowNumber, sheet } = row
        ports.onEvent?.({ kind: 'retry', rowNumber, sheet: addresses.sheet(sheet), cause: end, tries })
        end = await tryOnce(context, row, request, tries - lost)
        if (isRetryCause(end)) throw new SurelyNotProcessed(end)
      },
      // The number of tries and their pace are decided here: by the rules of `settle`, on the run's own clock.
      {
        retries: Number.POSITIVE_INFINITY,
        minTimeout: 0,
        maxTimeout: 0,
        shouldRetry: ({ error }) => error instanceof SurelyNotProcessed,
      },
    )
  }
  if (end === 'unknown') await inquireUnknown(context, row.id, request)
}

function isRetryCause(end: TryResult): end is RetryCause {
  return end !== 'settled' && end !== 'unknown'
}

async function tryOnce(context: RunContext, row: ReadySubmission, request: object, tries: number): Promise<TryResult> {
  const { gate } = context
  const { pause } = context.ports
  while (!gate.sending.aborted) {
    await pause?.whenResumed(gate.sending)
    await gate.whenAnswered()
    const sent = await gate.pass(
      priorities.create,
      () => gate.guard(() => sendOnce(context, row, request, tries)),
      (sent) => (sent === 'taken' ? { kind: 'unsent' } : classifyEnd(sent.proof, sent.status)),
      () => gate.sending.aborted || gate.isAsking || pause?.isPaused === true,
    )
    if (sent === 'taken') return 'settled'
    if (sent === undefined) continue
    const end = await sent.recorded
    if (end === 'not-processed' && sent.proof.kind === end) await waitAsAsked(context, sent.proof.retryAfterMs)
    return end
  }
  // The run was stopped while the row waited for its turn: it stays ready.
  return 'settled'
}

async function sendOnce(
  context: RunContext,
  row: ReadySubmission,
  request: object,
  tries: number,
): Promise<(Call<Proof> & { recorded: Promise<TryResult> }) | 'taken'> {
  const { ledger, operation, client, gate, ports, tally } = context
  const claim = await ledger.submissions.claim(row.id, context.runId, ports.clock.now())
  // Another run of these rows was faster.
  if (claim === undefined) return 'taken'
  tally.move('ready', 'sending', row)
  const ofRow = (): string => deriveEventId(ledger.id, row)
  const sender = claim.mayStart === undefined ? client : client.startingIf(() => claim.mayStart?.() !== false)
  const attempt = gate.interpret(await operation.send.call(sender, request, ofRow))
  const eventId = operation.send.eventId?.(request, ofRow)
  // The claim's end goes to the ledger before any other call: an intent that follows is durable no sooner.
  const recorded = gate.guard(() => record(context, row, claim, attempt, { tries, eventId }))
  // Before the next request may start: this answer may forbid it.
  gate.see({ kind: 'written', proof: attempt.proof })
  return { recorded, ...attempt }
}

/** Makes the answer's outcome durable. `settle` is called before the first await, so the ledger keeps the order. */
async function record(
  context: RunContext,
  row: ReadySubmission,
  claim: Claim,
  sent: Call<Proof>,
  { tries, eventId }: { tries: number; eventId: string | undefined },
): Promise<TryResult> {
  const { ledger, operation, gate, runId, tally, options, pollWait, schedule } = context
  const { proof } = sent
  const isPolled = proof.kind === 'done' && operation.poll !== undefined
  const wanted = decideSettlement(proof, {
    tries,
    mostTries: options.retries,
    firstPollAt: isPolled
      ? Math.min(
          sent.answeredAtMs + options.pollTimeoutMs,
          schedule.firstPollAt(row.id, sent.answeredAtMs, gate.isPacing),
        )
      : undefined,
  })
  const { outcome, detail } = describeSettlement(wanted, proof)
  const details = [detail, eventId === undefined ? '' : `externalEventId ${eventId}`].filter((part) => part !== '')
  const attempt = describeAttempt(runId, operation.send.endpoint, sent, outcome, details.join('; '))
  const settled = await ledger.submissions.settle(claim, wanted, attempt)
  if (settled === undefined) {
    tally.move('sending', (await ledger.submissions.get(row.id))?.state ?? 'unknown', row)
    return 'settled'
  }
  tally.move('sending', settled.to, row)
  if (settled.to === 'accepted') pollWait.wake(settled.nextPollAt)
  if (settled.to === 'failed') gate.see({ kind: 'failed' })
  if (wanted.to === 'accepted' && settled.to === 'unknown') {
    gate.see({ kind: 'mixed-up' })
    schedule.forget(row.id)
  }
  if (settled.to === 'unknown') return 'unknown'
  const isFreed = settled.to === 'ready' && (proof.kind === 'not-sent' || proof.kind === 'not-processed')
  return isFreed ? proof.kind : 'settled'
}

/** Half to all of a doubling span; ends early when the run stops. */
async function backOff(context: RunContext, lost: number): Promise<void> {
  const { ports, gate } = context
  const spanMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (lost - 1))
  await ports.clock.sleep(spanMs * (0.5 + 0.5 * ports.random()), gate.sending)
}

/** The gate holds the others back too unless it was a lone refusal. */
async function waitAsAsked({ ports, gate }: RunContext, retryAfterMs = firstBackoffMs * ports.random()): Promise<void> {
  await ports.clock.sleep(retryAfterMs, gate.sending)
}
