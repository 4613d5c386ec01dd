import pRetry from 'p-retry'
import type { Proof } from '../../client/evidence.ts'
import type { Call } from '../../client/service.ts'
import { deriveEventId } from '../../ledger/event-id.ts'
import { parseKept } from '../../ledger/kept-json.ts'
import type { ReadySubmission } from '../../ledger/sqlite/submissions.ts'
import { assertNever } from '../../support/errors.ts'
import { describeAttempt, type RunContext } from '../engine/context.ts'
import { priorities } from '../engine/gate.ts'
import { KeyedQueue } from '../engine/keyed-queue.ts'
import { judgeRead, judgeWrite } from '../engine/service-health.ts'
import { TaskPool } from '../engine/task-pool.ts'

const pageSize = 200
const firstBackoffMs = 500
const longestBackoffMs = 30_000

/** Sends every row of the run that is ready, as many at once as the service bears. Rows that are not sent stay ready. */
export async function sendRows(context: RunContext): Promise<void> {
  const { ledger, runId, halt, options } = context
  const pool = new TaskPool(options.concurrency * 2)
  const queue = new KeyedQueue()
  let afterSeq = -1
  let left = options.limit ?? Number.POSITIVE_INFINITY
  while (left > 0 && !halt.sending.aborted && !pool.hasFailed) {
    const page = ledger.submissions.readyPage(runId, afterSeq, pageSize)
    if (page.length === 0) break
    for (const row of page) {
      if (left === 0 || halt.sending.aborted || pool.hasFailed) break
      left -= 1
      afterSeq = row.seq
      await pool.add(() => submitInTurn(context, queue, row))
    }
  }
  await pool.finish()
}

/** Rows that must be sent one after another wait for each other, and for good when an earlier one is not done. */
async function submitInTurn(context: RunContext, queue: KeyedQueue, row: ReadySubmission): Promise<void> {
  const { ledger, runId, halt, tally } = context
  if (row.orderKey === null) return submitRow(context, row)
  return queue.add(row.orderKey, async () => {
    if (halt.sending.aborted) return
    const blocker = ledger.order.findBlocker(runId, row.seq)
    if (blocker === undefined) return submitRow(context, row)
    const reason = `waits for ${context.places.row(blocker.sheet, blocker.rowNumber)}, which is ${blocker.state}`
    await ledger.order.holdBack(runId, row.seq, JSON.stringify({ reason, isWaiting: true }))
    tally.move('ready', 'skipped', row)
  })
}

/** Whether a row needs nothing more in this run, or why it may surely be tried again. */
type TryEnd = 'settled' | 'not-sent' | 'not-processed'

/** Thrown to p-retry only. */
class SurelyNotProcessed extends Error {}

function tellRetry(
  { ports, places }: RunContext,
  { sheet, rowNumber }: ReadySubmission,
  cause: 'not-sent' | 'not-processed',
  tries: number,
): void {
  ports.onEvent?.({ kind: 'retry', rowNumber, sheet: places.sheet(sheet), cause, tries })
}

async function submitRow(context: RunContext, row: ReadySubmission): Promise<void> {
  const request = parseKept<object>(row.request, 'request')
  let tries = 1
  // Nearly every row goes through at once; p-retry is entered only after a first failure that may be tried again.
  let end = await tryOnce(context, row, request, tries)
  if (end === 'settled') return inquireIfUnknown(context, row, request)
  await pRetry(
    async () => {
      // After a refusal the gate itself holds everybody as long as the service asks.
      if (end === 'not-sent') await backOff(context, tries)
      if (!context.health.isCutOff) tries += 1
      context.traffic.noteRetry()
      if (end !== 'settled') tellRetry(context, row, end, tries)
      end = await tryOnce(context, row, request, tries)
      if (end !== 'settled') throw new SurelyNotProcessed(end)
    },
    {
      // The try that is the last one settles the row.
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 0,
      maxTimeout: 0,
      shouldRetry: ({ error }) => error instanceof SurelyNotProcessed,
    },
  )
  await inquireIfUnknown(context, row, request)
}

async function tryOnce(context: RunContext, row: ReadySubmission, request: object, tries: number): Promise<TryEnd> {
  const { gate, halt, health } = context
  while (!halt.sending.aborted) {
    await health.settled()
    const sent = await gate.pass(
      priorities.create,
      () => halt.guard(() => sendOnce(context, row, request, tries)),
      ({ proof, status }) => judgeWrite(proof, status),
      () => halt.sending.aborted || health.isAsking,
    )
    if (sent !== undefined) return sent.recorded
  }
  // The run was stopped while the row waited for its turn: it stays ready.
  return 'settled'
}

async function sendOnce(
  context: RunContext,
  row: ReadySubmission,
  request: object,
  tries: number,
): Promise<Call<Proof> & { recorded: Promise<TryEnd> }> {
  const { ledger, operation, client, health, halt, ports, tally } = context
  await ledger.submissions.intend(row.id, ports.clock.now())
  tally.move('ready', 'sending', row)
  const ofRow = (): string => deriveEventId(ledger.id, row)
  const attempt = health.weigh(await operation.send.call(client, request, ofRow))
  const eventId = operation.send.eventId?.(request, ofRow)
  // Commits keep their order: the intent of whatever starts now is durable no sooner than this outcome.
  const recorded = halt.guard(() => record(context, row, attempt, tries, eventId))
  // Before the next request may start: this answer may be why it must not.
  health.noteWrite(attempt.proof)
  return { ...attempt, recorded }
}

/** Makes what the answer proves durable; it stands in the journal before this returns for the first time. */
async function record(
  context: RunContext,
  row: ReadySubmission,
  sent: Call<Proof>,
  tries: number,
  eventId: string | undefined,
): Promise<TryEnd> {
  const { ledger, operation, health, runId, tally, options, bell, schedule } = context
  const { submissions } = ledger
  const { proof } = sent
  const log = (outcome: string, ...details: readonly (string | undefined)[]) => {
    const event = eventId === undefined ? '' : `externalEventId ${eventId}`
    const detail = [...details, event].filter((part) => part !== undefined && part !== '').join('; ')
    return describeAttempt(runId, operation.send.endpoint, sent, outcome, detail)
  }
  switch (proof.kind) {
    case 'done': {
      const { identifier, reportUrl } = proof
      if (operation.poll !== undefined) {
        const deadline = sent.answeredAtMs + options.pollTimeoutMs
        const nextPollAt = Math.min(deadline, schedule.firstPollAt(row.id, sent.answeredAtMs))
        const taken = await submissions.accept(
          row.id,
          { identifier, reportUrl, nextPollAt },
          log('accepted', identifier),
        )
        if (taken !== undefined) {
          health.noteMixUp()
          schedule.forget(row.id)
          tally.move('sending', 'unknown', row)
          break
        }
        bell.ring(nextPollAt)
        tally.move('sending', 'accepted', row)
      } else {
        await submissions.finish(row.id, identifier, log('done', identifier))
        tally.move('sending', 'done', row)
      }
      break
    }
    case 'refused':
      await submissions.reject(row.id, proof.field, proof.message, log('rejected', proof.field, proof.message))
      tally.move('sending', 'rejected', row)
      break
    case 'unknown':
      await submissions.doubt(row.id, proof.reason, proof.raw, log('unknown', proof.reason))
      tally.move('sending', 'unknown', row)
      break
    case 'not-sent':
    case 'not-processed':
      if (tries >= options.tries && !health.isCutOff) {
        await submissions.fail(row.id, proof.reason, log('failed', proof.reason))
        tally.move('sending', 'failed', row)
        health.noteFailed()
        break
      }
      await submissions.release(row.id, proof.reason, log(proof.kind, proof.reason))
      tally.move('sending', 'ready', row)
      return proof.kind
    case 'stop':
      if (proof.isProcessed === 'no') {
        await submissions.release(row.id, proof.message, log(proof.cause, proof.message))
        tally.move('sending', 'ready', row)
      } else {
        await submissions.doubt(row.id, proof.message, proof.raw, log('unknown', proof.message))
        tally.move('sending', 'unknown', row)
      }
      break
    default:
      assertNever(proof)
  }
  return 'settled'
}

/** Half to all of a doubling span; ends early when the run stops. */
async function backOff(context: RunContext, tries: number): Promise<void> {
  const { ports, halt } = context
  const spanMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (tries - 1))
  await ports.clock.sleep(spanMs * (0.5 + 0.5 * ports.random()), halt.sending)
}

/** Looks, without sending anything again, at what an unknown outcome may have left behind. */
async function inquireIfUnknown(context: RunContext, row: ReadySubmission, request: object): Promise<void> {
  const { operation, ledger, gate, client, ports, runId, health } = context
  const { inquire } = operation.send
  if (inquire === undefined || ledger.submissions.get(row.id)?.state !== 'unknown') return
  let sentAt: number | undefined
  const look = await gate.pass(
    priorities.poll,
    async () => {
      sentAt = ports.clock.now()
      const inquiry = await inquire(client, request)
      // A token that is refused here is refused for all.
      const { proof } = inquiry.answer
      if (proof.kind === 'stop') health.noteRead(proof)
      return inquiry
    },
    ({ answer }) => judgeRead(answer.proof, answer.status),
  )
  if (look === undefined) return
  const { seen } = look
  const facts = { runId, operation: 'retrieve', sentAt, answeredAt: ports.clock.now(), httpStatus: undefined }
  await ledger.submissions.noteUnknown(row.id, seen, { ...facts, outcome: 'looked at', detail: seen })
}
