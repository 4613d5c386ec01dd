import type { RetrieveProof } from '../../client/evidence.ts'
import type { Call } from '../../client/service.ts'
import type { ScoredRow } from '../../ledger/port/refreshing.ts'
import type { DuePoll } from '../../ledger/port/submissions.ts'
import { assertNever } from '../../support/errors.ts'
import { describeAttempt, type RunContext } from '../engine/context.ts'
import { TaskPool } from '../engine/task-pool.ts'
import { readPages } from '../rows/paginate.ts'

const pageSize = 256
const retryGapMs = 2_000
const longestSleepMs = 60_000
/** Between two lists of due polls. One for each accepted row, with the polls in flight, took 2.9 % of a job. */
const shortestSleepMs = { whileSubmitting: 20, afterwards: 5 }

/** Polls every accepted row until it is scored or its time-out is over. `submitting`: more may still be accepted. */
export async function pollScores(context: RunContext, submitting: { isDone: boolean }): Promise<void> {
  const { runId, ports, gate, pollWait, options } = context
  const { submissions } = context.ledger
  // One journal group more than `concurrency`: a place is free again only when its outcome is committed.
  const pool = new TaskPool(options.concurrency + pageSize)
  const inFlight = new Set<number>()
  while (!gate.everything.aborted && !pool.hasFailed) {
    const now = ports.clock.now()
    // Before the queries below: a wake during them is not lost.
    pollWait.prepare()
    const isIdle = submitting.isDone && inFlight.size === 0
    const due = await submissions.duePolls(runId, now, pageSize, [...inFlight])
    for (const poll of due) {
      if (gate.everything.aborted) break
      inFlight.add(poll.id)
      await pool.add(async () => {
        try {
          await pollOnce(context, poll)
        } finally {
          inFlight.delete(poll.id)
          if (inFlight.size === 0) pollWait.wake()
        }
      })
    }
    if (due.length === pageSize) continue
    if (due.length === 0) {
      const next = await submissions.nextPollAt(runId, now)
      if (next === undefined && isIdle) break
      const until = Math.min(next ?? Number.POSITIVE_INFINITY, now + longestSleepMs)
      await pollWait.until(until, ports.clock)
      // Woken by a row that was just accepted: more will follow.
      const isWokenEarly = ports.clock.now() < until
      if (submitting.isDone || !isWokenEarly) continue
    }
    const napMs = submitting.isDone ? shortestSleepMs.afterwards : shortestSleepMs.whileSubmitting
    await ports.clock.sleep(napMs, gate.everything)
  }
  await pool.finish()
}

/** One round of due polls. Returns the next poll's time; undefined when no scores are outstanding. */
export async function pollDue(context: RunContext): Promise<number | undefined> {
  const { runId, ports } = context
  const { submissions } = context.ledger
  const due = await submissions.duePolls(runId, ports.clock.now(), pageSize)
  await Promise.all(due.map((poll) => pollOnce(context, poll)))
  return submissions.nextPollAt(runId, Number.NEGATIVE_INFINITY)
}

async function pollOnce(context: RunContext, poll: DuePoll): Promise<void> {
  const { gate, schedule, options, ports } = context
  const now = ports.clock.now()
  const deadline = poll.acceptedAt + options.pollTimeoutMs
  const later = now < deadline ? schedule.deferral(poll.id, poll.acceptedAt, now, gate.isPacing) : undefined
  if (later !== undefined) {
    await gate.guard(() => postpone(context, poll, Math.min(later, deadline)))
    return
  }
  const answered = await ask(context, poll, (answer) => gate.guard(() => record(context, poll, answer)))
  await answered?.result
}

/** Undefined when the gate closed, or where there are no scores. */
async function ask<Result>(
  { gate, operation, client }: RunContext,
  { identifier, subject }: Pick<DuePoll, 'identifier' | 'subject'>,
  onAnswer: (answer: Call<RetrieveProof>) => Result,
) {
  const { poll } = operation
  return poll && gate.read(() => poll.retrieve(client, identifier, subject ?? undefined), onAnswer)
}

async function record(context: RunContext, poll: DuePoll, asked: Call<RetrieveProof>): Promise<void> {
  const { ledger, gate, schedule, runId, tally, options, ports } = context
  const { submissions } = ledger
  const { proof } = asked
  const now = ports.clock.now()
  const deadline = poll.acceptedAt + options.pollTimeoutMs
  const log = (outcome: string, detail: string) => describeAttempt(runId, 'retrieve', asked, outcome, detail)
  switch (proof.kind) {
    case 'ready':
      if (await submissions.score(poll.id, JSON.stringify(proof.result), log('done', '')))
        tally.move('accepted', 'done', poll)
      schedule.onReady(poll.id, poll.acceptedAt, now)
      return
    case 'not-found':
    case 'mixed-up':
      await submissions.keepWithMessage(poll.id, proof.message, log(proof.kind.replace('-', ' '), proof.message))
      schedule.forget(poll.id)
      return
    case 'pending':
    case 'retry': {
      const reason = proof.kind === 'pending' ? '' : proof.reason
      // Without a connection the service was not asked: another poll follows, or the run gives up.
      const isAsked = proof.kind === 'pending' || !proof.isConnection
      if (now >= deadline && isAsked) {
        if (await submissions.leavePending(poll.id, reason, log('pending', reason)))
          tally.move('accepted', 'pending', poll)
        schedule.forget(poll.id)
        return
      }
      if (reason !== '') gate.traffic.recordRetry()
      const next =
        proof.kind === 'pending' ? schedule.nextPollAt(poll.id, poll.acceptedAt, now, gate.isPacing) : now + retryGapMs
      // Not before the service asks for it, though the last poll comes late then.
      const askedFor = proof.kind === 'retry' ? now + (proof.retryAfterMs ?? 0) : 0
      await postpone(context, poll, Math.max(askedFor, now < deadline ? Math.min(next, deadline) : next))
      return
    }
    case 'stop':
      return
    default:
      assertNever(proof)
  }
}

async function postpone({ ledger, pollWait }: RunContext, poll: DuePoll, nextPollAt: number): Promise<void> {
  await ledger.submissions.postpone(poll.id, nextPollAt)
  pollWait.wake(nextPollAt)
}

/** Polls once more for rows with scores. Only new scores replace the earlier ones. */
export async function rescoreRows(context: RunContext): Promise<void> {
  const { ledger, runId, gate, options } = context
  const pool = new TaskPool(options.concurrency + pageSize)
  const pages = readPages((after) => ledger.refreshing.scoredPage(runId, after, pageSize), 'seq')
  for await (const page of pages) {
    if (gate.everything.aborted || pool.hasFailed) break
    for (const row of page) await pool.add(() => rescoreRow(context, row))
  }
  await pool.finish()
}

async function rescoreRow(context: RunContext, row: ScoredRow): Promise<void> {
  const { gate, options, ports } = context
  for (let tries = 1; ; ) {
    const asked = await ask(context, row, () => undefined)
    if (asked === undefined || asked.proof.kind === 'stop') return
    const { proof } = asked
    // Without a connection the try does not count against the row.
    const isLost = proof.kind === 'retry' && proof.isConnection
    if (!isLost && (proof.kind !== 'retry' || tries >= options.retries)) {
      return gate.guard(() => recordAgain(context, row, asked))
    }
    if (!isLost) tries += 1
    const askedMs = proof.kind === 'retry' ? (proof.retryAfterMs ?? 0) : 0
    await ports.clock.sleep(Math.max(retryGapMs, askedMs), gate.everything)
  }
}

async function recordAgain({ ledger, runId }: RunContext, { id }: ScoredRow, asked: Call<RetrieveProof>) {
  const { proof } = asked
  const log = (outcome: string, detail: string) => describeAttempt(runId, 'retrieve', asked, outcome, detail)
  if (proof.kind === 'stop') return
  if (proof.kind === 'ready') return ledger.refreshing.rescore(runId, id, JSON.stringify(proof.result), log('done', ''))
  const outcome = proof.kind === 'retry' ? 'not answered' : proof.kind.replace('-', ' ')
  const words = proof.kind === 'retry' ? proof.reason : proof.kind === 'pending' ? '' : proof.message
  const detail = [words, 'the earlier scores are kept'].filter((text) => text !== '').join('; ')
  return ledger.refreshing.logAttempt(id, log(outcome, detail))
}
