import { expect, it, vi } from 'vitest'
import { type Ledger, referToSending } from '../../rooms/ledger.ts'
import { Database } from '../../rooms/support.ts'
import { createWorkspace, load, sendAll, trip } from '../workspace.ts'

const isStatement = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

/** What reads a whole table, or all of one target, where one row or one page is wanted: work that grows with the square. */
const readsTooMuch =
  /SCAN (?:submissions|rows|attempts|this|other)\b|sqlite_autoindex_submissions_1 \(operation=\? AND target_id=\?\)/

function explain(db: Database, sql: string): string {
  // With `RETURNING` the plan of an insert names a scan of every table that may refer to it, which is not run.
  const plain = sql.replace(/^(\s*INSERT .*?)\s+RETURNING id$/s, '$1')
  const statement = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${plain}`)
  const steps = statement.all(...(/@\w/.test(sql) ? [{}] : []))
  return steps.map(({ detail }) => detail).join('\n')
}

/** The statements of both kinds of ledger are prepared when they are asked for first. */
async function askAll(ledger: Ledger): Promise<void> {
  const { runs, targets, outputs, overlaps, resolutions, attempts, submissions, order, refreshing, id, rules } = ledger
  const target = await targets.find('https://rwa.example', 'Acme', 'data')
  const output = { file: '/out.xlsx', asked: '/out.xlsx', digest: 'd' }
  const run = {
    operation: 'assess',
    doneWord: 'scored',
    target,
    file: '/in.csv',
    sheets: [''],
    isAgain: false,
    now: 0,
  }
  const { id: runId } = await runs.begin(run)
  const reference = referToSending(id, { id: 1, sentAt: 0 })
  await Promise.all([
    targets.retire('sandbox:x', 'data', 0),
    targets.others(target),
    targets.fingerprint(target),
    targets.isConfirmed(target),
    targets.readMemory(target),
    targets.rememberToken(target, { salt: '', hash: '' }),
    targets.confirm(target, 0),
    rules.of(target),
    rules.all(),
    rules.change(target, { name: 'waiting', from: undefined, to: 'P1D' }, { now: 0 }),
    targets.writeMemory(target, { limiter: undefined, pollSchedule: undefined }),
    runs.rowPage(runId, -1, 1),
    runs.openPage(runId, -1, 1),
    runs.findingsPage(runId, -1, 1),
    runs.balance(runId),
    runs.sheetsOf(runId),
    runs.sheetNames(runId),
    runs.orphanPage(runId, 0, 1),
    runs.countOrphans(runId),
    runs.otherFileSent(runId),
    runs.countRows(runId),
    runs.rowOf(runId, 1),
    runs.recordedSpan(runId),
    runs.recognised(runId, ['x']),
    runs.othersOf(runId),
    outputs.announce(runId, output),
    outputs.findOtherOwner('/out.xlsx', runId),
    outputs.listOwn('/out.xlsx', runId),
    outputs.ownerOf(runId),
    outputs.listAsked('/out.xlsx', 'assess', target.id),
    outputs.digestsOf('/out.xlsx'),
    outputs.confirm('/out.xlsx', 'd'),
    overlaps.list(runId, { start: 'a', end: 'b', only: ['c', 'd'] }, 1),
    resolutions.readStatus('assess', reference),
    resolutions.listUnknown('assess', target.id),
    resolutions.apply('assess', reference, { kind: 'not-created' }, 0),
    submissions.readyPage(runId, -1, 1),
    submissions.get(1),
    submissions.requestsOf('assess', target, ['x']),
    submissions.resultsOf('assess', target, ['x']),
    submissions.standingRows('assess', target, ['x']),
    submissions.created('invite', target),
    submissions.named(['x']),
    submissions.simulated(['x']),
    submissions.identifierPage(0, 1),
    order.findBlocker(runId, 1),
    order.findReplaced(runId, 1),
    order.findLatest(runId, ['x']),
    order.listContested(runId, 1),
    refreshing.knownPage({ operation: 'assess', target }, { file: '/in.csv', isScoredToo: true }, 0, 1),
    refreshing.scoredPage(runId, -1, 1),
    attempts.of(1),
    attempts.state({ runId, operation: 'seal', at: 0, outcome: '', detail: '' }),
    order.release(runId),
    submissions.openRows(runId),
    submissions.duePolls(runId, 0, 1),
    submissions.nextPollAt(runId, 0),
    runs.describeColumns(runId, 0, '{}'),
  ])
  await askOfLoads(ledger)
}

/** A sheet, its next version, one with answers to it, and one whose rows wait for each other; then its scores anew. */
async function askOfLoads(ledger: Ledger): Promise<void> {
  const trips = ['E1 March Spain', 'E2 March Spain', 'E3 May Spain'].map(trip)
  await sendAll(ledger, await load(ledger, trips), 'accepted')
  await load(ledger, [trip('E1 April Spain'), trip('E2 April Spain')])
  await load(ledger, [trip('E1 April Spain'), trip('E2 May Spain')], { sendChanged: true, isAgain: true })
  const last = await load(ledger, trips, { orderKeys: ['A', 'A', 'B'], operation: 'decide' })
  await ledger.refreshing.complete(last, 1)
  await ledger.runs.end(last, { now: 1, ending: 'done', output: undefined })
}

it('no statement of an open ledger reads more the more it holds', async () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  await askAll(createWorkspace().open())
  const [db] = prepare.mock.contexts
  const prepared = prepare.mock.calls.map(([sql]) => sql)
  const statements = [...new Set(prepared)].filter((sql) => isStatement.test(sql))
  prepare.mockRestore()
  // The end of a load drops its table of orphans.
  for (const sql of new Set(prepared.filter((text) => /^CREATE (?:TEMPORARY TABLE|INDEX) orphans/.test(text)))) {
    ;(db as Database).exec(sql)
  }
  expect(statements.length).toBeGreaterThan(100)
  const plans = statements.map((sql) => ({ sql: sql.replace(/\s+/g, ' '), plan: explain(db as Database, sql) }))
  // Once at each opening, and only what is in doubt is in that index; and where a person answered beside an unknown row.
  // A sheet of invitations reads those of its company, which are few.
  const isOnPurpose = ({ plan, sql }: (typeof plans)[number]): boolean =>
    plan.includes('submissions_in_doubt') ||
    sql.includes("state = 'unknown' AND sent_at IS NOT NULL") ||
    sql.startsWith('SELECT id, request AS text, (SELECT file FROM runs')
  expect(plans.filter((each) => readsTooMuch.test(each.plan) && !isOnPurpose(each))).toEqual([])
})

it('the trigger that looks for another owner of an identifier finds it at once', () => {
  const { open, connect } = createWorkspace()
  open()
  const look = 'SELECT 1 FROM submissions WHERE identifier = ? AND operation = ? AND target_id = ? AND id <> ?'
  expect(explain(connect(), look)).toContain('submissions_by_identifier (identifier=? AND operation=? AND target_id=?)')
})
