import { type ForgetKey, hideContents, revealContents } from '../../forgetting/forget-key.ts'
import type { KnownSubmission } from '../../matching/lookup.ts'
import { matchOrdered, type OrderedRow, type Recorded } from '../../matching/match-ordered.ts'
import type { MatchPlan } from '../../matching/match-rows.ts'
import { type AddedChange, plannedKinds, SubmissionChanges } from '../../matching/submission-changes.ts'
import type { CheckedRow, Epoch, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import { maySend } from '../../state-sql.ts'
import { parseStored } from '../../stored-json.ts'
import type { Dialect } from '../dialect.ts'
import { holdForgetting } from '../forgetting/erase-trips.ts'
import { deleteRows } from '../planned/drop-run.ts'
import { makePlanned, overlayPlanned, planChanges } from '../planned/planned-changes.ts'
import { type Queryable, type Reader, readValues, toJson } from '../store.ts'
import { holdChangedRows } from './changed-rows.ts'
import { bindInputs, supersededRuns } from './run-inputs.ts'

/** The parts of a load that each kind of ledger has its own way for, in one transaction. */
export interface LoadParts {
  key: ForgetKey
  /** No submission has this id or one of as many higher ones, and no other process will have them. */
  reserveIds(most: number): Promise<number>
  /** `rows`: the batch that needs them. */
  add(settings: LoadSettings, added: readonly AddedChange[], rows?: readonly CheckedRow[]): Promise<void>
  ledgerId: string
  addRows(runId: number, firstSeq: number, rows: MatchPlan['rows']): Promise<void>
}

/**
 * The steps that need all sheets, within one transaction: match ordered rows, find the inputs, find orphans, and hold
 * their edited versions as changed. Resolves to true if there are ordered rows.
 */
export async function completeLoad(
  statements: Reader,
  parts: LoadParts,
  settings: LoadSettings,
  completion: LoadCompletion,
): Promise<boolean> {
  const { runId, now, epoch } = settings
  const isOrdered = await matchOrderedRows(statements, parts, settings)
  await bindInputs(statements, settings)
  await setLoaded(statements, runId, now)
  if (epoch !== undefined) await planEpochs(statements, runId, epoch)
  await holdChangedRows(statements, { runId, ledgerId: parts.ledgerId }, completion)
  return isOrdered
}

/** What a run does to others once it is released: it takes the place of earlier runs, makes its changes, and polls. */
export async function finishLoad(statements: Reader, { runId, now }: { runId: number; now: number }): Promise<void> {
  await deleteSupersededRows(statements, runId)
  await makePlanned(statements, { runId, now })
  await planPolls(statements, runId, now)
}

/** The same for a run that refreshes scores: it loads no sheet, sends nothing, and takes the place of all earlier ones. */
export async function completeRefresh(statements: Reader, runId: number, now: number): Promise<void> {
  const remove = `DELETE FROM rows WHERE run_id IN (
     SELECT id FROM runs WHERE id < $1 AND ${statements.dialect.isRunOver}
        AND (operation, target_id) = (SELECT operation, target_id FROM runs WHERE id = $1))`
  await statements.query(remove, [runId])
  await setLoaded(statements, runId, now)
  await makePlanned(statements, { runId, now })
  await statements.query('UPDATE runs SET waits_for = NULL, released_at = $1 WHERE id = $2', [now, runId])
  await planPolls(statements, runId, now)
}

async function setLoaded(statements: Queryable, runId: number, now: number): Promise<void> {
  await statements.query('UPDATE runs SET loaded_at = $1 WHERE id = $2', [now, runId])
}

async function planEpochs(statements: Reader, runId: number, { id, unfinished }: Epoch): Promise<void> {
  const { dialect } = statements
  const insert = `INSERT INTO run_changes (run_id, step, submission_id, change)
   SELECT DISTINCT CAST($3 AS bigint), CAST($4 AS integer), submissions.id, $1 FROM rows JOIN submissions ON submissions.id = submission_id
    WHERE run_id = $3 AND epoch ${dialect.anyOf('$2')}`
  await statements.query(insert, [
    JSON.stringify({ kind: 'epoch', epoch: id }),
    [...unfinished],
    runId,
    plannedKinds.indexOf('epoch'),
  ])
}

/** Only the latest run of an input keeps its rows; unsent submissions without a row are deleted too. */
async function deleteSupersededRows(statements: Reader, runId: number): Promise<void> {
  const superseded = supersededRuns(statements.dialect)
  const withRows = `SELECT id FROM runs WHERE id IN ${superseded} AND EXISTS (SELECT 1 FROM rows WHERE rows.run_id = runs.id)`
  for (const id of await readValues<number>(statements, withRows, [runId])) await deleteRows(statements, id)
  await statements.query(`DELETE FROM run_claims WHERE run_id = $1 OR run_id IN ${superseded}`, [runId])
}

/**
 * The run polls the submissions that its rows name, at once when they were created before. An acceptance in the
 * future, after a clock was set back, counts as now. Leftovers of finished runs are not polled: each search for due
 * polls would have to skip them.
 */
async function planPolls(statements: Reader, runId: number, now: number): Promise<void> {
  const { checks, dialect } = statements
  await statements.query(
    `UPDATE submissions SET next_poll_at = NULL WHERE id IN (
       SELECT id FROM submissions
        WHERE state = 'accepted' AND next_poll_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM rows JOIN runs ON runs.id = rows.run_id
                           WHERE rows.submission_id = submissions.id AND NOT ${dialect.isRunOver})
        ORDER BY ${dialect.noIndex('id')} ${dialect.skipLocked})`,
  )
  const accepted = { accepted_at: now, ...checks.ofAcceptance(now) }
  const sets = Object.keys(accepted).map(
    (column, index) => `${column} = CASE WHEN accepted_at < $1 THEN ${column} ELSE CAST($${index + 3} AS bigint) END`,
  )
  const update = `UPDATE submissions SET next_poll_at = $1, ${sets.join(', ')}
    WHERE id IN (
     SELECT id FROM submissions
      WHERE state = 'accepted' AND id IN (SELECT submission_id FROM rows WHERE run_id = $2 AND held IS NULL)
      ORDER BY id ${dialect.forUpdate})`
  await statements.query(update, [now, runId, ...Object.values(accepted)])
}

const keysOfPage = 100
const placedColumns = 'run bigint, seq integer, submission bigint, held text, detail text, wasDone integer'

interface KeptRow extends Omit<OrderedRow, 'kept'> {
  key: string
  isKept: number
  hash: string
  request: string
}

/** An earlier run of the same file sent it, or a row of the latest one stood for it; one that still waits decided nothing. */
const isOwn = ({ isOfSameMachine }: Dialect): string => {
  const inRunOfFile = (run: string): string => `${run} IN (SELECT earlier.id FROM runs AS this
     JOIN runs AS earlier ON earlier.operation = this.operation AND earlier.target_id = this.target_id
                         AND earlier.file = this.file AND ${isOfSameMachine} AND ${maySend('earlier')}
    WHERE this.id = $4 AND earlier.id < this.id)`
  return `EXISTS (SELECT 1 FROM attempts WHERE attempts.submission_id = submissions.id AND ${inRunOfFile('attempts.run_id')})
    OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND ${inRunOfFile('rows.run_id')})`
}

export function matchColumns({ checks, dialect }: Reader): string {
  return `submissions.id, ${dialect.toHex('submissions.request_hash')} AS hash, submissions.ordinal, submissions.generation,
    submissions.state, submissions.epoch, submissions.sent_at AS "sentAt", submissions.raw_answer AS "rawAnswer", submissions.doubted,
    CASE WHEN submissions.request = '{}' THEN 1 ELSE 0 END AS bare,
    CASE WHEN submissions.forgotten_at IS NULL THEN 0 ELSE 1 END AS forgotten${checks.columns()}`
}

/** Matches the waiting rows of a run, in the transaction that completes the load. Resolves to true if there are any. */
export async function matchOrderedRows(statements: Reader, parts: LoadParts, settings: LoadSettings): Promise<boolean> {
  const { runId, operation, target } = settings
  const { checks, dialect } = statements
  const key = dialect.byCode('order_key')
  const fingerprint = await holdForgetting(statements)
  const selectKeys = `SELECT DISTINCT ${key} AS key FROM rows WHERE run_id = $1 AND ${key} > $2 ORDER BY 1 LIMIT $3`
  let keys: string[] = []
  let isSome = false
  do {
    keys = await readValues<string>(statements, selectKeys, [runId, keys.at(-1) ?? '', keysOfPage])
    isSome ||= keys.length > 0
    if (keys.length > 0) await matchPage()
  } while (keys.length === keysOfPage)
  return isSome

  async function matchPage(): Promise<void> {
    const select = `SELECT order_key AS key, seq, sheet, row_number AS "rowNumber", ${dialect.toHex('request_hash')} AS hash, detail AS request,
            CASE WHEN held = 'skipped' AND request_hash IS NOT NULL THEN 1 ELSE 0 END AS "isKept"
       FROM rows WHERE run_id = $1 AND order_key ${dialect.anyOf('$2')} ORDER BY order_key, seq`
    const rows = (await statements.query<KeptRow>(select, [runId, keys])).map((row) => ({
      key: row.key,
      ...toOrdered(row),
    }))
    const text = `SELECT ${matchColumns(statements)}, order_key AS key, CASE WHEN ${isOwn(dialect)} THEN 1 ELSE 0 END AS "isOwn" FROM submissions
      WHERE order_key ${dialect.anyOf('$3')} AND ${dialect.noIndex('operation')} = $1 AND ${dialect.noIndex('target_id')} = $2
      ORDER BY order_key, turn NULLS FIRST, id`
    const found = await statements.query<KnownSubmission & Recorded & { key: string }>(text, [
      operation,
      target.id,
      keys,
      runId,
    ])
    const contents = rows.flatMap(({ kept }) =>
      kept === undefined ? [] : [kept.hash, ...(kept.request.earlier ?? [])],
    )
    const revealed = revealContents(found.map(checks.verify), hideContents(parts.key, fingerprint, contents))
    const { known, planned: before } = await overlayPlanned(statements, runId, revealed)
    const changes = new SubmissionChanges(settings, await parts.reserveIds(rows.length))
    const settled = keys.flatMap((key) => {
      const ofKey = rows.filter((row) => row.key === key)
      const knownOfKey = known.filter((submission) => submission.key === key)
      return matchOrdered(settings, key, ofKey, knownOfKey, changes)
    })
    await parts.add(settings, changes.added)
    const placed = settled.map(({ seq, submission, held, detail, wasDone }) => {
      return { run: runId, seq, submission: submission?.id, held, detail, wasDone: wasDone ? 1 : 0 }
    })
    // With the run as a value, SQLite would read all of its rows for each of these.
    const update = `UPDATE rows SET submission_id = placed.submission, held = placed.held, detail = placed.detail, was_done = placed."wasDone"
       FROM ${dialect.records('placed', placedColumns)}
      WHERE rows.run_id = placed.run AND rows.seq = placed.seq`
    await statements.query(update, [toJson(placed)])
    await planChanges(statements, runId, changes.planned, before)
  }
}

function toOrdered({ seq, sheet, rowNumber, isKept, hash, request }: KeptRow): OrderedRow {
  return { seq, sheet, rowNumber, kept: isKept === 1 ? { hash, request: parseStored(request, 'request') } : undefined }
}
