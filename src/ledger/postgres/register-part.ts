import { askAbout, hashRow } from '../placing/facts.ts'
import { placeRows } from '../placing/place-rows.ts'
import type { Register } from '../port/runs.ts'
import { findKnown } from './known-facts.ts'
import type { DatabaseLine } from './line.ts'
import { toJson } from './records.ts'
import { provisionalId, type ReserveIds, storeMoves } from './store-moves.ts'

/** `line`: on which nobody waits for a load. */
export function createReservation(line: DatabaseLine): ReserveIds {
  return async (count) => {
    const [reserved] = await line.query<{ first: number }>(
      `UPDATE counters SET next_id = next_id + $1 WHERE name = 'submissions' RETURNING next_id - $1 AS first`,
      [count],
    )
    return reserved?.first ?? Number.NaN
  }
}

export function registerOf(line: DatabaseLine, reserveIds: ReserveIds): Register {
  return {
    async add(settings, firstSeq, loaded) {
      const rows = loaded.map(hashRow)
      const question = askAbout(rows)
      await line.transaction(async (statements) => {
        const facts = { ...(await findKnown(statements, settings, question)), freeId: provisionalId }
        const placed = placeRows(settings, rows, facts)
        const number = await storeMoves(statements, settings, placed.moves, facts.known, reserveIds)
        if (placed.claims.length > 0)
          await statements.query(
            `INSERT INTO run_claims SELECT $1, claim, sheet, "rowNumber"
             FROM json_to_recordset($2) AS claimed (claim text, sheet integer, "rowNumber" integer)`,
            [settings.runId, toJson(placed.claims)],
          )
        await statements.query(
          `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal,
                             submission_id, held, detail, was_done, was_named)
           SELECT $1, seq, sheet, "rowNumber", "isHidden"::int, cells, warnings, "orderKey", decode(hash, 'hex'), ordinal,
                  "submissionId", held, detail, "wasDone"::int, "isNamed"::int
             FROM json_to_recordset($2) AS placed (seq integer, sheet integer, "rowNumber" integer, "isHidden" boolean, cells text,
                  warnings text, "orderKey" text, hash text, ordinal integer, "submissionId" bigint, held text, detail text,
                  "wasDone" boolean, "isNamed" boolean)`,
          [settings.runId, toJson(placed.rows.map((each, index) => toRecord(each, firstSeq + index, number)))],
        )
      })
    },
  }
}

function toRecord(
  { row, placement }: ReturnType<typeof placeRows>['rows'][number],
  seq: number,
  number: (id: number) => number,
): object {
  const { sheet, rowNumber, isHidden, cells, warnings, orderKey } = row
  const { hash, ordinal, submission, held, detail, wasDone, isNamed = false } = placement
  const submissionId = submission === undefined ? undefined : number(submission.id)
  const place = { seq, sheet, rowNumber, isHidden, cells, warnings, orderKey }
  return { ...place, hash, ordinal, submissionId, held, detail, wasDone, isNamed }
}
