import type { ForgetKey } from '../../forgetting/forget-key.ts'
import type { MatchPlan } from '../../matching/match-rows.ts'
import type { AddedChange } from '../../matching/submission-changes.ts'
import type { CheckedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadParts } from '../../store/loading/load-completion.ts'
import { type Reader, readValue, toJson } from '../../store/store.ts'
import type { ReconnectingConnection, Transaction } from '../connection/reconnecting-connection.ts'

/** Ids reserved at a time, since each reservation is a commit. A process's unused ids are never used. */
const idsAtOnce = 10_000

/** Rows and submissions are looked up by these; to analyze all columns takes twice as long. */
const analyzedColumns = `rows (run_id, seq, sheet, submission_id, held, request_hash, order_key),
  submissions (id, operation, target_id, request_hash, input_id, state, tries, identifier, order_key, next_poll_at)`

type Created = Extract<AddedChange, { kind: 'create' }>

/**
 * `connection`: one on which no other statement waits for a load; it reserves ids. Submissions are inserted in the
 * order of their contents: concurrent loads wait without a deadlock.
 */
export function createLoadParts(connection: ReconnectingConnection, ledgerId: string, key: ForgetKey) {
  let [next, end] = [0, 0]

  /** What is not used is left for the next batch: one is loaded at a time. */
  async function reserveIds(most: number): Promise<number> {
    if (most <= end - next) return next
    const wanted = Math.max(most, idsAtOnce)
    const reserve = `UPDATE counters SET next_id = next_id + $1 WHERE name = 'submissions' RETURNING next_id - $1`
    next = (await readValue(connection, reserve, [wanted])) ?? Number.NaN
    end = next + wanted
    return next
  }

  async function add(
    statements: Transaction,
    settings: LoadSettings,
    added: readonly AddedChange[],
    rows: readonly CheckedRow[],
  ): Promise<void> {
    const created = added.filter((each): each is Created => each.kind === 'create')
    if (created.length > 0) {
      next = Math.max(...created.map(({ id }) => id)) + 1
      const inputId = await findOwnInput(statements, settings.runId, rows)
      const records = created.map((each) => toSubmission(settings, each, inputId))
      await statements.copy(
        'submissions',
        records.toSorted(
          (one, other) =>
            (one.request_hash < other.request_hash ? -1 : Number(one.request_hash > other.request_hash)) ||
            one.ordinal - other.ordinal,
        ),
      )
    }
    const moved = added.filter(({ kind }) => kind === 'repoint')
    if (moved.length > 0) {
      const update = `UPDATE rows SET submission_id = moved."to" FROM json_to_recordset($1) AS moved (id bigint, "to" bigint)
        WHERE run_id = $2 AND submission_id = moved.id`
      await statements.query(update, [toJson(moved), settings.runId])
    }
  }

  return (statements: Reader): LoadParts => ({
    ledgerId,
    key,
    reserveIds,
    add: (settings, added, rows = []) => add(statements as Transaction, settings, added, rows),
    addRows: (runId, firstSeq, rows) =>
      (statements as Transaction).copy(
        'rows',
        rows.map((each, index) => toRow(runId, firstSeq + index, each)),
      ),
  })
}

/** Where all rows are of one sheet, as those of a batch are. */
async function findOwnInput(
  statements: Reader,
  runId: number,
  [first, ...others]: readonly CheckedRow[],
): Promise<number | undefined> {
  if (first === undefined || others.some(({ sheet }) => sheet !== first.sheet)) return undefined
  const text = 'SELECT own_input_id FROM run_sheets WHERE run_id = $1 AND position = $2'
  return readValue(statements, text, [runId, first.sheet])
}

function toSubmission(
  { operation, target }: LoadSettings,
  { id, key, epoch, request, orderKey }: Created,
  inputId: number | undefined,
) {
  const { subject, traits: [traitA, traitB] = [undefined, undefined] } = request?.similarityKey ?? {}
  return {
    id,
    operation,
    target_id: target.id,
    request_hash: `\\x${key.hash}`,
    ordinal: key.ordinal,
    generation: key.generation,
    epoch,
    input_id: inputId,
    request: request?.json ?? '{}',
    subject,
    trait_a: traitA,
    trait_b: traitB,
    state: 'ready',
    order_key: orderKey,
  }
}

function toRow(
  runId: number,
  seq: number,
  { row, placement }: MatchPlan['rows'][number],
): Readonly<Record<string, unknown>> {
  const { hash, ordinal, submission, held, detail, wasDone, isNamed = false } = placement
  return {
    run_id: runId,
    seq,
    sheet: row.sheet,
    row_number: row.rowNumber,
    is_hidden: Number(row.isHidden),
    cells: row.cells,
    warnings: row.warnings,
    order_key: row.orderKey,
    request_hash: hash === undefined ? undefined : `\\x${hash}`,
    ordinal,
    submission_id: submission?.id,
    held,
    detail,
    was_done: Number(wasDone),
    was_named: Number(isNamed),
  }
}

/**
 * Until its own ANALYZE, the database takes the tables for as empty as before, and scans them for a page. Runs in a
 * transaction of its own, as all other work waits for it; a tenth of the usual sample is enough.
 */
export function analyzeTables(connection: ReconnectingConnection): Promise<void> {
  return connection.transaction(async (statements) => {
    await statements.query('SET LOCAL default_statistics_target = 10')
    await statements.query(`ANALYZE ${analyzedColumns}`)
  })
}
