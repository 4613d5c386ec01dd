import type { ForgetKey } from '../../forgetting/forget-key.ts'
import { buildLookup, hashRow } from '../../matching/lookup.ts'
import { matchRows } from '../../matching/match-rows.ts'
import type { CheckedRow, LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { RowLoader } from '../../port/runs.ts'
import { findPlannedNames, overlayLookup, planChanges } from '../../store/planned/planned-changes.ts'
import type { Queryable } from '../../store/queryable.ts'
import { toJson } from '../../store/storable.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'
import { addSubmissions, provisionalId, type ReserveIds } from './add-submissions.ts'
import { lookUpSubmissions } from './submission-lookup.ts'

/** Ids reserved at a time, since each reservation is a commit. A process's unused ids are never used. */
const idsAtOnce = 10_000

/** A connection on which no other statement waits for a load. */
export function createIdReservation(connection: ReconnectingConnection): ReserveIds {
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

export function createRowLoader(connection: ReconnectingConnection, reserveIds: ReserveIds, key: ForgetKey): RowLoader {
  // The server waits until rows are sent to it; meanwhile the next batch must not be prepared.
  let areSent: Promise<unknown> = Promise.resolve()
  return {
    add(settings, firstSeq, loaded) {
      let onSent = (): void => {}
      const before = areSent
      areSent = new Promise<void>((resolve) => {
        onSent = resolve
      })
      return before.then(() => store(settings, firstSeq, loaded, onSent)).finally(onSent)
    },
  }

  function store(
    settings: LoadSettings,
    firstSeq: number,
    loaded: readonly LoadedRow[],
    onSent: () => void,
  ): Promise<void> {
    const rows = loaded.map(hashRow)
    const question = buildLookup(rows)
    return connection.transaction(async (statements) => {
      const { runId } = settings
      const named = await findPlannedNames(statements, runId, question.identifiers)
      const lookup = { ...question, named: named.map(({ id }) => id) }
      const found = await lookUpSubmissions(statements, settings, lookup, key)
      const facts = await overlayLookup(statements, runId, found, named)
      const plan = matchRows(settings, rows, { ...facts, freeId: provisionalId })
      const number = await addSubmissions(statements, settings, plan.added, {
        reserveIds,
        inputId: await findOwnInput(statements, runId, loaded),
      })
      if (plan.claims.length > 0)
        await statements.query(
          `INSERT INTO run_claims SELECT $1, claim, sheet, "rowNumber"
             FROM json_to_recordset($2) AS claimed (claim text, sheet integer, "rowNumber" integer)`,
          [runId, toJson(plan.claims)],
        )
      const records = plan.rows.map((each, index) => toRecord(runId, firstSeq + index, each, number))
      const stored = statements.copy('rows', records)
      setImmediate(onSent)
      await stored
      const planned = plan.planned.map((change) => ({ ...change, id: number(change.id) }))
      await planChanges(statements, runId, planned, facts.planned)
    })
  }
}

/** A batch has the rows of one sheet. */
async function findOwnInput(
  statements: Queryable,
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

function toRecord(
  runId: number,
  seq: number,
  { row, placement }: ReturnType<typeof matchRows>['rows'][number],
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
