import type { Database } from '../../support/sqlite.ts'
import { askAbout, hashRow, type Placement } from '../placing/facts.ts'
import { placeRows } from '../placing/place-rows.ts'
import type { LoadedRow, LoadSettings } from '../port/loaded-row.ts'
import type { Register } from '../port/runs.ts'
import { createClaims } from './claims.ts'
import { createFactFinder } from './find-facts.ts'
import { sumOfRow } from './line-sums.ts'
import type { AtOnce } from './serve.ts'
import type { WriteMoves } from './write-moves.ts'

export function createRegister(db: Database, writeMoves: WriteMoves): AtOnce<Register> {
  const claims = createClaims(db)
  const findFacts = createFactFinder(db, claims)
  const insert = db.prepare(
    `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, submission_id,
                       held, detail, was_done, was_named, cells_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?)`,
  )

  function insertRow(runId: number, seq: number, row: LoadedRow, placement: Placement): void {
    const { hash, ordinal, submission, held, detail, wasDone, isNamed = false } = placement
    insert.run(
      runId,
      seq,
      row.sheet,
      row.rowNumber,
      row.isHidden ? 1 : 0,
      row.cells,
      row.warnings ?? null,
      row.orderKey ?? null,
      hash ?? null,
      ordinal ?? null,
      submission?.id ?? null,
      held ?? null,
      detail ?? null,
      wasDone ? 1 : 0,
      isNamed ? 1 : 0,
      sumOfRow(row.sheet, row.rowNumber, row.cells, row.warnings ?? null),
    )
  }

  const add = db.transaction((settings: LoadSettings, firstSeq: number, loaded: readonly LoadedRow[]) => {
    const rows = loaded.map(hashRow)
    const placed = placeRows(settings, rows, findFacts(settings, askAbout(rows)))
    writeMoves(settings, placed.moves)
    claims.add(settings.runId, placed.claims)
    for (const [index, { row, placement }] of placed.rows.entries()) {
      insertRow(settings.runId, firstSeq + index, row, placement)
    }
  })

  return { add: (settings, firstSeq, loaded) => add(settings, firstSeq, loaded) }
}
