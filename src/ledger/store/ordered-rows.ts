import { blockingHeldStates, possiblyCreatedStates, unansweredStates } from '../../contract/states.ts'
import type { Blocker, Contested, ReleasedRow, Replaced, ReplacedByRow } from '../port/ordered-rows.ts'
import type { Target } from '../port/targets.ts'
import { listOf, stateOfEarlier } from '../state-sql.ts'
import { execute, readCount, readFirst, readValues, type Store } from './store.ts'

/** For a row of this table. */
export const mayBeInForce = (table: string): string =>
  `${table}.turn IS NOT NULL AND (${table}.doubted = 1 OR ${table}.state IN ${listOf(possiblyCreatedStates)})`

/** 1 when a second person released the submission's last run. */
const released = (id: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM attempts AS said WHERE said.submission_id IS NULL AND said.operation = 'release'
     AND said.run_id = (SELECT sent.run_id FROM attempts AS sent
                         WHERE sent.submission_id = ${id} AND sent.run_id IS NOT NULL ORDER BY sent.id DESC LIMIT 1))
   THEN 1 ELSE 0 END AS released`

const isHeldBack = `earlier.held IN ${listOf(blockingHeldStates)}`
/** Sent in this run, or held back in it behind an earlier row; and not done. */
const isUndone = `(earlier.held IS NULL OR earlier.held = 'skipped') AND ${stateOfEarlier} <> 'done'`
/** A row that is held back counts by the state of its submission. */
const blockerState = `CASE WHEN earlier.held = 'skipped' THEN ${stateOfEarlier} ELSE COALESCE(earlier.held, ${stateOfEarlier}) END`

const contested = `SELECT order_key, MIN(seq) AS first FROM rows
  WHERE run_id = $1 AND order_key IS NOT NULL AND request_hash IS NOT NULL
  GROUP BY order_key HAVING COUNT(DISTINCT request_hash) > 1`

type Found = Replaced & { id: number; released: number }

const toReplaced = ({ request, state, at, released }: Found): ReplacedByRow => ({
  request,
  state,
  at,
  wasReleased: released === 1,
})

export function createOrderedRows(store: Store, write: Store['transaction']) {
  const { checks, dialect } = store
  const selectReplaced = `SELECT last.id, last.request, last.state, COALESCE(last.done_at, last.sent_at) AS at,
            ${released('last.id')}${checks.columns('last')}
       FROM rows
       JOIN submissions AS this ON this.id = rows.submission_id
       JOIN submissions AS last ON last.order_key = this.order_key AND last.operation = this.operation
        AND last.target_id = this.target_id AND last.id <> this.id
      WHERE rows.run_id = $1 AND rows.seq = $2 AND ${mayBeInForce('last')}
      ORDER BY last.turn DESC LIMIT 1`
  const latest = `(SELECT id FROM submissions AS setting
     WHERE setting.order_key = wanted.value AND setting.target_id = COALESCE(CAST($3 AS bigint), (SELECT target_id FROM runs WHERE id = $2))
       AND ${mayBeInForce('setting')} ORDER BY setting.turn DESC LIMIT 1)`
  const selectSelectLatest = `order_key AS key, submissions.id, request, state, COALESCE(done_at, sent_at) AS at,
   ${released('submissions.id')}${checks.columns()}`
  const selectLatest = dialect.forEachOf(selectSelectLatest, () => `submissions.id = ${latest}`)

  const own = '(SELECT state FROM submissions WHERE submissions.id = rows.submission_id)'
  // A row that is held is not sent: what is done was done elsewhere.
  const release = `UPDATE rows SET held = NULL, was_done = CASE WHEN ${own} = 'done' THEN 1 ELSE was_done END,
          detail = NULLIF(${dialect.withoutFields('detail', ['reason', 'isWaiting'])}, '{}')
      WHERE run_id = $1 AND held = 'skipped' AND seq IN (
        SELECT held.seq FROM rows AS held JOIN submissions AS own ON own.id = held.submission_id
         WHERE held.run_id = $1 AND held.order_key IS NOT NULL AND held.held = 'skipped' AND (own.state <> 'ready' OR NOT EXISTS (
           SELECT 1 FROM rows AS earlier LEFT JOIN submissions ON submissions.id = earlier.submission_id
            WHERE earlier.run_id = held.run_id AND earlier.order_key = held.order_key AND earlier.seq < held.seq
              AND (${isHeldBack} OR ${isUndone} AND ${stateOfEarlier} NOT IN ${listOf(unansweredStates)}))))
      RETURNING submission_id AS id, sheet, row_number AS "rowNumber", ${own} AS state`

  const selectBlocker = `SELECT earlier.sheet, earlier.row_number AS "rowNumber", ${blockerState} AS state
     FROM rows AS this
     JOIN rows AS earlier ON earlier.run_id = this.run_id AND earlier.order_key = this.order_key AND earlier.seq < this.seq
     LEFT JOIN submissions ON submissions.id = earlier.submission_id
    WHERE this.run_id = $1 AND this.seq = $2 AND (${isHeldBack} OR ${isUndone})
    ORDER BY ${blockerState} = 'ready', earlier.seq LIMIT 1`
  const selectSeveral = `SELECT seq FROM rows WHERE run_id = $1 AND order_key IN (
     SELECT order_key FROM rows WHERE run_id = $1 AND order_key IS NOT NULL GROUP BY order_key HAVING COUNT(*) > 1)`

  return {
    /** Keeps a row from being sent in this run, with the reason as JSON, until its release or a later run. */
    holdBack(runId: number, seq: number, detail: string) {
      // Keeps the row's other details, for its release.
      const text = `UPDATE rows SET held = 'skipped', detail = ${dialect.merged('detail', '$1')}
        WHERE run_id = $2 AND seq = $3 AND held IS NULL`
      return write((statements) => execute(statements, text, [detail, runId, seq]))
    },
    /**
     * Releases held rows of a run in two cases: each earlier row of the same order is done, ready or on its way, or
     * another run has sent their own submission.
     */
    release: (runId: number) => store.query<ReleasedRow>(release, [runId]),
    /**
     * An earlier row with the same order key that is not done: the first without a request, else the first that is
     * ready. A row that is held back counts by the state of its submission. Undefined when this row may be sent.
     */
    findBlocker: (runId: number, seq: number) => readFirst<Blocker>(store, selectBlocker, [runId, seq]),
    /** The state that a row replaces, in force or possibly so; undefined without a recording. */
    async findReplaced(runId: number, seq: number) {
      const [found] = await store.query<Found>(selectReplaced, [runId, seq])
      return found === undefined ? undefined : toReplaced(checks.verify(found))
    },
    /** The state in force, or possibly so, for each of these things at a target, or at a run's; no entry without a recording. */
    async findLatest(of: number | Pick<Target, 'id'>, orderKeys: readonly string[]) {
      const [run, target] = typeof of === 'number' ? [of, null] : [null, of.id]
      const found = await store.query<Found & { key: string }>(selectLatest, [orderKeys, run, target])
      return new Map(found.map(checks.verify).map(({ key, ...latest }) => [key, toReplaced(latest)]))
    },
    /** Rows of a run, by `seq`, with an order key that other rows of it have too. */
    listSeveral: (runId: number) => readValues<number>(store, selectSeveral, [runId]),
    async listContested(runId: number, limit: number) {
      const count = await readCount(store, `SELECT COUNT(*) AS count FROM (${contested}) AS each`, [runId])
      const selectRows = `SELECT each.order_key AS key, sheet, row_number AS "rowNumber"
         FROM (${contested} ORDER BY MIN(seq) LIMIT $2) AS each
         JOIN rows ON rows.run_id = $1 AND rows.order_key = each.order_key AND request_hash IS NOT NULL
        ORDER BY each.first, seq`
      const rows = await store.query<{ key: string; sheet: number; rowNumber: number }>(selectRows, [runId, limit])
      const first = new Map<string, Contested['rows']>()
      for (const { key, ...row } of rows) first.set(key, [...(first.get(key) ?? []), row])
      return { count, first: [...first].map(([orderKey, of]) => ({ orderKey, rows: of })) }
    },
  }
}
