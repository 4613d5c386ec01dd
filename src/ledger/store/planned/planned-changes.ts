import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'
import type { KnownSubmission } from '../../matching/lookup.ts'
import {
  judgePlanned,
  type PlannedChange,
  type PresentSubmission,
  plannedKinds,
  stateAfter,
} from '../../matching/submission-changes.ts'
import { parseStored } from '../../stored-json.ts'
import { type Queryable, type Reader, readValues, toJson } from '../store.ts'
import { makeChanges } from './make-changes.ts'

const pageSize = 500

const asRecord = (change: PlannedChange) => ({
  step: plannedKinds.indexOf(change.kind),
  submission: change.id,
  state: stateAfter(change),
  identifier: 'identifier' in change ? change.identifier : undefined,
  change: JSON.stringify(change),
})

const columns = 'step integer, submission bigint, state text, identifier text, change text'

/**
 * Keeps what a load decides about submissions for the release of its run, and shows it in the rows that are there.
 * `before`: submissions of these rows about which it has decided already.
 */
export async function planChanges(
  statements: Reader,
  runId: number,
  changes: readonly PlannedChange[],
  before: readonly number[] = [],
): Promise<void> {
  const { dialect } = statements
  const touched = [...new Set([...before, ...changes.map(({ id }) => id)])]
  if (touched.length === 0) return
  const kept = await withoutSameRequests(statements, changes)
  const insert = `INSERT INTO run_changes (run_id, step, submission_id, state, identifier, change)
   SELECT CAST($2 AS bigint), step, submission, state, identifier, change FROM ${dialect.records('planned', columns)}`
  await statements.query(insert, [toJson(kept.map(asRecord)), runId])
  const last = (column: string, condition: string): string =>
    `(SELECT ${column} FROM run_changes AS change WHERE change.submission_id = rows.submission_id AND change.run_id = rows.run_id
         AND ${condition} ORDER BY step DESC, n DESC LIMIT 1)`
  const update = `UPDATE rows SET planned = ${last('state', 'state IS NOT NULL')}, planned_identifier = ${last('identifier', 'identifier IS NOT NULL')},
          planned_request = ${last(dialect.field('change', `'request'`), `step = ${plannedKinds.indexOf('renew')}`)}
    WHERE ${dialect.noIndex('run_id')} = $1 AND submission_id ${dialect.anyOf('$2')}`
  await statements.query(update, [runId, touched])
}

/** Most requests are the same as before. */
async function withoutSameRequests(
  statements: Reader,
  changes: readonly PlannedChange[],
): Promise<readonly PlannedChange[]> {
  const { records } = statements.dialect
  const renewed = changes.flatMap((change) =>
    change.kind === 'renew' ? [{ id: change.id, request: change.request }] : [],
  )
  if (renewed.length === 0) return changes
  const select = `SELECT due.id FROM ${records('due', 'id bigint, request text')}
     JOIN submissions ON submissions.id = due.id AND submissions.request <> due.request`
  const differing = await readValues<number>(statements, select, [toJson(renewed)])
  const ids = new Set(differing)
  return changes.filter(({ kind, id }) => kind !== 'renew' || ids.has(id))
}

/** Known submissions as they will be once the run is released; `planned` are those about which it has decided. */
export async function overlayPlanned<Known extends KnownSubmission>(
  statements: Reader,
  runId: number,
  known: readonly Known[],
): Promise<{ known: Known[]; planned: number[] }> {
  const { anyOf, noIndex } = statements.dialect
  const select = `SELECT submission_id AS id, step, state FROM run_changes
    WHERE submission_id ${anyOf('$2')} AND ${noIndex('run_id')} = $1 AND state IS NOT NULL ORDER BY step, n`
  const found = await statements.query<Pick<KnownSubmission, 'id' | 'state'> & { step: number }>(select, [
    runId,
    [...new Set(known.map(({ id }) => id))],
  ])
  const last = new Map(found.map((each) => [each.id, each]))
  const overlaid = known.map((each) => {
    const later = last.get(each.id)
    if (later === undefined) return each
    const isResolved = plannedKinds[later.step] === 'resolve'
    return { ...each, state: later.state, doubted: isResolved ? 0 : each.doubted }
  })
  return { known: overlaid, planned: [...last.keys()] }
}

/** Thrown within a release: what was planned is no longer so. */
export class PlanOvertaken extends BatchError {
  constructor() {
    super('ledger', find('release-refused', { refusal: 'overtaken' }))
  }
}

/** For the transaction that releases the run, kind by kind. @throws PlanOvertaken when one can no longer be made. */
export async function makePlanned(statements: Reader, run: { runId: number; now: number }): Promise<void> {
  const { checks, dialect } = statements
  const { runId } = run
  const selectPresent = `SELECT id, state, sent_at AS "sentAt", identifier, CASE WHEN request = '{}' THEN 1 ELSE 0 END AS bare
         ${checks.columns()} FROM submissions WHERE id ${dialect.anyOf('$1')} ORDER BY id ${dialect.forUpdate}`
  for (const step of plannedKinds.keys()) {
    let page: { n: number; id: number; change: string }[] = []
    do {
      page = await statements.query(
        `SELECT n, submission_id AS id, change FROM run_changes WHERE run_id = $1 AND step = $2 AND n > $3 ORDER BY n LIMIT $4`,
        [runId, step, page.at(-1)?.n ?? 0, pageSize],
      )
      if (page.length === 0) continue
      const present = await statements.query<PresentSubmission>(selectPresent, [page.map(({ id }) => id)])
      const byId = new Map(present.map((each) => [each.id, checks.verify(each)]))
      const due = page.flatMap(({ id, change: json }) => {
        // What an earlier version planned has another id within: it was given later.
        const change = { ...parseStored<PlannedChange>(json, 'planned change'), id }
        const found = byId.get(id)
        const verdict = found === undefined ? 'overtaken' : judgePlanned(change, found)
        if (verdict === 'overtaken') throw new PlanOvertaken()
        return verdict === 'due' ? [change] : []
      })
      await requireFree(statements, due)
      await makeChanges(statements, run, due)
    } while (page.length === pageSize)
  }
  await forgetPlanned(statements, runId)
  const update = `UPDATE rows SET planned = NULL, planned_request = NULL, planned_identifier = NULL
    WHERE run_id = $1 AND (planned IS NOT NULL OR planned_request IS NOT NULL)`
  await statements.query(update, [runId])
}

/** Identifiers have one owner each, and contents. */
async function requireFree(statements: Reader, due: readonly PlannedChange[]): Promise<void> {
  const { dialect } = statements
  const named = due.flatMap((change) =>
    'identifier' in change && change.identifier !== undefined ? [{ id: change.id, identifier: change.identifier }] : [],
  )
  const described = due.flatMap((change) => (change.kind === 'describe' ? [{ id: change.id, ...change.key }] : []))
  const ofSame = 'other.id <> this.id AND other.operation = this.operation AND other.target_id = this.target_id'
  const isTaken = async (records: readonly object[], columns: string, condition: string): Promise<boolean> => {
    if (records.length === 0) return false
    const text = `SELECT 1 FROM ${columns} JOIN submissions AS this ON this.id = due.id
      JOIN submissions AS other ON ${condition} AND ${ofSame} LIMIT 1`
    return (await statements.query(text, [toJson(records)])).length > 0
  }
  const names = dialect.records('due', 'id bigint, identifier text')
  const keyColumns = 'id bigint, hash text, ordinal integer, generation integer'
  const isSameKey = `other.request_hash = ${dialect.fromHex('due.hash')} AND other.ordinal = due.ordinal AND other.generation = due.generation`
  if (
    (await isTaken(named, names, 'other.identifier = due.identifier')) ||
    (await isTaken(described, dialect.records('due', keyColumns), isSameKey))
  )
    throw new PlanOvertaken()
}

export async function forgetPlanned(statements: Queryable, runId: number): Promise<void> {
  await statements.query('DELETE FROM run_changes WHERE run_id = $1', [runId])
}
