import pRetry from 'p-retry'
import type { Proof } from '../../client/evidence.ts'
import type { Attempt } from '../../client/service.ts'
import type { ReadySubmission } from '../../ledger/submissions.ts'
import { assertNever } from '../../support/errors.ts'
import { describeAttempt, type RunContext } from '../context.ts'
import { judgeWrite } from './contact.ts'
import { Crew } from './crew.ts'
import { priorities } from './gate.ts'

const pageSize = 200
const firstBackoffMs = 500
const longestBackoffMs = 30_000

/** Sends every row of the run that is ready, as many at once as the service bears. Rows that are not sent stay ready. */
export async function submitRows<Request extends object>(context: RunContext<Request>): Promise<void> {
  const { ledger, runId, halt, contact, options } = context
  const crew = new Crew(options.concurrency * 2)
  let afterSeq = -1
  while (!halt.sending.aborted && !crew.hasFailed) {
    const page = ledger.submissions.readyPage(runId, afterSeq, pageSize)
    if (page.length === 0) break
    for (const row of page) {
      await contact.settled()
      if (halt.sending.aborted || crew.hasFailed) break
      afterSeq = row.seq
      if (contact.isProven) await crew.add(() => submitRow(context, row))
      else await submitRow(context, row)
    }
  }
  await crew.finish()
}

/** Whether a row needs nothing more in this run, or why it may surely be tried again. */
type TryEnd = 'settled' | 'not-sent' | 'not-processed'

/** Thrown to p-retry only. */
class SurelyNotProcessed extends Error {}

async function submitRow<Request extends object>(context: RunContext<Request>, row: ReadySubmission): Promise<void> {
  const { contact, halt } = context
  const request: Request = JSON.parse(row.request)
  let tries = 1
  try {
    // Nearly every row goes through at once; p-retry is entered only after a first failure that may be tried again.
    let end = await tryOnce(context, row, request, tries)
    if (end === 'settled') return
    await pRetry(
      async () => {
        // After a refusal the gate itself holds everybody as long as the service asks.
        if (end === 'not-sent') await backOff(context, tries)
        if (!contact.isCutOff) tries += 1
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
  } catch (error) {
    halt.stop({ kind: 'broken', error })
    throw error
  }
}

async function tryOnce<Request extends object>(
  context: RunContext<Request>,
  row: ReadySubmission,
  request: Request,
  tries: number,
): Promise<TryEnd> {
  const { gate, halt, ledger, operation, client, ports, tally } = context
  const sent = await gate.pass(
    priorities.create,
    async () => {
      await ledger.submissions.intend(row.id, ports.clock.now())
      tally.move('ready', 'sending')
      const attempt = await operation.send(client, request)
      return { ...attempt, end: await record(context, row, attempt, tries) }
    },
    ({ proof, status }) => judgeWrite(proof, status),
    () => halt.sending.aborted,
  )
  // Undefined: the run was stopped while the row waited for its turn. It stays ready.
  return sent?.end ?? 'settled'
}

/** Makes what the answer proves durable, inside the attempt: nothing may come between. */
async function record<Request extends object>(
  context: RunContext<Request>,
  row: ReadySubmission,
  sent: Attempt<Proof>,
  tries: number,
): Promise<TryEnd> {
  const { ledger, operation, contact, runId, tally, options, bell, schedule } = context
  const { submissions } = ledger
  const { proof } = sent
  const log = (outcome: string, detail: string) => describeAttempt(runId, operation.endpoint, sent, outcome, detail)
  switch (proof.kind) {
    case 'done': {
      const { identifier, reportUrl } = proof
      if (operation.doneState === 'accepted') {
        const deadline = sent.answeredAtMs + options.pollTimeoutMs
        const nextPollAt = Math.min(deadline, schedule.firstPollAt(row.id, sent.answeredAtMs))
        await submissions.accept(row.id, { identifier, reportUrl, nextPollAt }, log('accepted', identifier))
        bell.ring()
      } else {
        await submissions.finish(row.id, operation.doneState, identifier, log(operation.doneState, identifier))
      }
      tally.move('sending', operation.doneState)
      break
    }
    case 'refused':
      await submissions.reject(row.id, proof.field, proof.message, log('rejected', `${proof.field}: ${proof.message}`))
      tally.move('sending', 'rejected')
      break
    case 'unknown':
      await submissions.doubt(row.id, proof.reason, proof.raw, log('unknown', proof.reason))
      tally.move('sending', 'unknown')
      break
    case 'not-sent':
    case 'not-processed':
      if (tries >= options.tries && !contact.isCutOff) {
        await submissions.fail(row.id, proof.reason, log('failed', proof.reason))
        tally.move('sending', 'failed')
        contact.noteFailed()
        break
      }
      await submissions.release(row.id, proof.reason, log(proof.kind, proof.reason))
      tally.move('sending', 'ready')
      contact.noteWrite(proof)
      return proof.kind
    case 'stop':
      if (proof.isProcessed === 'no') {
        await submissions.release(row.id, proof.message, log(proof.cause, proof.message))
        tally.move('sending', 'ready')
      } else {
        await submissions.doubt(row.id, proof.message, proof.raw, log('unknown', proof.message))
        tally.move('sending', 'unknown')
      }
      break
    default:
      assertNever(proof)
  }
  contact.noteWrite(proof)
  return 'settled'
}

/** Full jitter over a doubling span; ends early when the run stops. */
async function backOff<Request extends object>(context: RunContext<Request>, tries: number): Promise<void> {
  const { ports, halt } = context
  const spanMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (tries - 1))
  await ports.clock.sleep(spanMs * (0.5 + 0.5 * ports.random()), halt.sending)
}
