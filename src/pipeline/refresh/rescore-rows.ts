import type { RetrieveProof } from '../../client/evidence.ts'
import type { Call } from '../../client/service.ts'
import type { ScoredRow } from '../../ledger/port/refreshing.ts'
import { assertNever } from '../../support/errors.ts'
import { describeAttempt, type RunContext } from '../engine/context.ts'
import { TaskPool } from '../engine/task-pool.ts'
import { readPages } from '../rows/paginate.ts'

const pageSize = 256
const retryGapMs = 2_000

/** Polls once more for rows with scores. Only new scores replace the earlier ones. */
export async function rescoreRows(context: RunContext): Promise<void> {
  const { ledger, runId, gate, options } = context
  const pool = new TaskPool(options.concurrency + pageSize)
  const pages = readPages(
    (after) => ledger.refreshing.scoredPage(runId, after, pageSize),
    ({ seq }) => seq,
  )
  for await (const page of pages) {
    if (gate.everything.aborted || pool.hasFailed) break
    for (const row of page) await pool.add(() => rescoreRow(context, row))
  }
  await pool.finish()
}

async function rescoreRow(context: RunContext, row: ScoredRow): Promise<void> {
  const { gate, operation, client, options, ports } = context
  const { poll } = operation
  if (poll === undefined) return
  for (let tries = 1; ; ) {
    const asked = await gate.read(
      () => poll.retrieve(client, row.identifier, row.subject ?? undefined),
      () => undefined,
    )
    if (asked === undefined || asked.proof.kind === 'stop') return
    const { proof } = asked
    // Without a connection the try does not count against the row.
    const isLost = proof.kind === 'retry' && proof.isConnection
    if (!isLost && (proof.kind !== 'retry' || tries >= options.retries)) {
      return gate.guard(() => record(context, row, asked))
    }
    if (!isLost) tries += 1
    const askedMs = proof.kind === 'retry' ? (proof.retryAfterMs ?? 0) : 0
    await ports.clock.sleep(Math.max(retryGapMs, askedMs), gate.everything)
  }
}

async function record({ ledger, runId }: RunContext, { id }: ScoredRow, asked: Call<RetrieveProof>): Promise<void> {
  const { proof } = asked
  const log = (outcome: string, detail: string) => describeAttempt(runId, 'retrieve', asked, outcome, detail)
  const kept = 'the earlier scores are kept'
  switch (proof.kind) {
    case 'ready':
      return ledger.refreshing.rescore(runId, id, JSON.stringify(proof.result), log('done', ''))
    case 'not-found':
    case 'mixed-up':
      return ledger.refreshing.logAttempt(id, log(proof.kind.replace('-', ' '), `${proof.message}; ${kept}`))
    case 'pending':
      return ledger.refreshing.logAttempt(id, log('pending', kept))
    case 'retry':
      return ledger.refreshing.logAttempt(id, log('not answered', `${proof.reason}; ${kept}`))
    case 'stop':
      return
    default:
      assertNever(proof)
  }
}
