import type { ForgetKey } from '../../forgetting/forget-key.ts'
import type { MatchPlan } from '../../matching/match-rows.ts'
import type { AddedChange } from '../../matching/submission-changes.ts'
import type { CheckedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadParts } from '../../store/loading/load-completion.ts'
import { toJson } from '../../store/storable.ts'
import type { Reader } from '../../store/store.ts'
import type { ReconnectingConnection, Transaction } from '../connection/reconnecting-connection.ts'

/** Ids reserved at a time, since each reservation is a commit. A process's unused ids are never used. */
const idsAtOnce = 10_000

/** Temporary ids of new submissions while matching. */
const provisionalId = 2 ** 52

/** Rows and submissions are looked up by these; to analyze all columns takes twice as long. */
const analyzedColumns = `rows (run_id, seq, sheet, submission_id, held, request_hash, order_key),
  submissions (id, operation, target_id, request_hash, input_id, state, tries, identifier, order_key, next_poll_at)`

type Created = Extract<AddedChange, { kind: 'create' }>

/**
 * `connection`: one on which no other statement waits for a load; it reserves ids. Submissions are inserted in the
 * order of their contents: concurrent loads wait without a deadlock.
 */
export function createLoadParts(connection: ReconnectingConnection, ledgerId: string, key: ForgetKey) {
  const reserveIds = createIdReservation(connection)

  async function add(
    statements: Transaction,
    settings: LoadSettings,
    added: readonly AddedChange[],
    rows: readonly CheckedRow[],
  ): Promise<(id: number) => number> {
    const created = added.filter((each): each is Created => each.kind === 'create')
    const firstId = created.length === 0 ? 0 : await reserveIds(created.length)
    const number = (id: number): number => (id < provisionalId ? id : firstId + (id - provisionalId))
    if (created.length > 0) {
      const inputId = await findOwnInput(statements, settings.runId, rows)
      const records = created.map((each) => toSubmission(settings, { ...each, id: number(each.id) }, inputId))
      await statements.copy(
        'submissions',
        records.toSorted(
          (one, other) =>
            (one.request_hash < other.request_hash ? -1 : Number(one.request_hash > other.request_hash)) ||
            one.ordinal - other.ordinal,
        ),
      )
    }
    const moved = added.flatMap((each) =>
      each.kind === 'repoint' ? [{ id: number(each.id), to: number(each.to) }] : [],
    )
    if (moved.length > 0) {
      await statements.query(
        `UPDATE rows SET submission_id = moved."to" FROM json_to_recordset($1) AS moved (id bigint, "to" bigint)
          WHERE run_id = $2 AND submission_id = moved.id`,
        [toJson(moved), settings.runId],
      )
    }
    return number
  }

  return (statements: Reader): LoadParts => ({
    ledgerId,
    key,
    findFreeId: async () => provisionalId,
    add: (settings, added, rows = []) => add(statements as Transaction, settings, added, rows),
    addRows: (runId, firstSeq, rows, number) =>
      (statements as Transaction).copy(
        'rows',
        rows.map((each, index) => toRow(runId, firstSeq + index, each, number)),
      ),
  })
}

function createIdReservation(connection: ReconnectingConnection): (count: number) => Promise<number> {
  let [next, end] = [0, 0]
  return async (count) => {
    if (count > end - next) {
      const wanted = Math.max(count, idsAtOnce)
      const [reserved] = await connection.query<{ first: number }>(
        `UPDATE counters SET next_id = next_id + $1 WHERE name = 'submissions' RETURNING next_id - $1 AS first`,
        [wanted],
      )
      next = reserved?.first ?? Number.NaN
      end = next + wanted
    }
    next += count
    return next - count
  }
}

/** Where all rows are of one sheet, as those of a batch are. */
async function findOwnInput(
  statements: Reader,
  runId: number,
  [first, ...others]: readonly CheckedRow[],
): Promise<number | undefined> {
  if (first === undefined || others.some(({ sheet }) => sheet !== first.sheet)) return undefined
  const [found] = await statements.query<{ id: number | null }>(
    'SELECT own_input_id AS id FROM run_sheets WHERE run_id = $1 AND position = $2',
    [runId, first.sheet],
  )
  return found?.id ?? undefined
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
  number: (id: number) => number,
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
    submission_id: submission === undefined ? undefined : number(submission.id),
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
