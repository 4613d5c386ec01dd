import type { Database } from '../../../support/sqlite.ts'
import type { ForgetKey } from '../../forgetting/forget-key.ts'
import type { RowMatch } from '../../matching/lookup.ts'
import type { AddedChange } from '../../matching/submission-changes.ts'
import type { LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadParts } from '../../store/loading/load-completion.ts'
import { checksumOf, sumOfRow } from '../schema/record-checks.ts'

/** No submission has this id or a higher one; nor has any of the ledger that this one is an excerpt of (`last_id`). */
const selectFreeId = `SELECT MAX(COALESCE((SELECT MAX(id) FROM submissions), 0),
                                 COALESCE((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'last_id'), 0)) + 1`

/** Unique values of a run's rows, in a temporary table: deleted with the connection, and not in memory. */
const createClaims = `CREATE TEMP TABLE IF NOT EXISTS run_claims (
  run_id INTEGER NOT NULL, claim TEXT NOT NULL, sheet INTEGER NOT NULL, row_number INTEGER NOT NULL,
  PRIMARY KEY (run_id, claim)
) WITHOUT ROWID`

/** What is written for each row is bound by position: most rows of a first load create a submission. */
export function createLoadParts(db: Database, ledgerId: string, key: ForgetKey): LoadParts {
  db.exec(createClaims)
  const freeId = db.prepare<[], number>(selectFreeId).pluck()
  const create = db.prepare(
    `INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, epoch, request, subject, trait_a,
                              trait_b, order_key, content_sum, names_sum, result_sum, state, state_sum)
     VALUES (?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${checksumOf(null)}, 'ready', 1)`,
  )
  const repoint = db.prepare('UPDATE rows SET submission_id = ? WHERE run_id = ? AND submission_id = ?')
  const insertRow = db.prepare(
    `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, submission_id,
                       held, detail, was_done, was_named, cells_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?)`,
  )

  function insert({ operation, target }: LoadSettings, added: Extract<AddedChange, { kind: 'create' }>): void {
    const { id, key, epoch = null, request, orderKey = null } = added
    const { subject = null, traits = [null, null] } = request?.similarityKey ?? {}
    const place = [operation, target.id, key.hash, key.ordinal, key.generation] as const
    const texts = [subject, ...traits, orderKey]
    const json = request?.json ?? '{}'
    create.run(id, ...place, epoch, json, ...texts, checksumOf(...place, 0, json, ...texts), checksumOf(id, null, null))
  }

  function addRow(runId: number, seq: number, row: LoadedRow, placement: RowMatch): void {
    const { sheet, rowNumber, isHidden, cells, warnings = null, orderKey = null } = row
    const { hash = null, ordinal = null, submission, held = null, detail = null, wasDone, isNamed } = placement
    insertRow.run(
      ...[runId, seq, sheet, rowNumber, isHidden ? 1 : 0, cells, warnings, orderKey, hash, ordinal],
      ...[submission?.id ?? null, held, detail, wasDone ? 1 : 0, isNamed === true ? 1 : 0],
      sumOfRow({ sheet, row_number: rowNumber, cells, warnings }),
    )
  }

  return {
    ledgerId,
    key,
    reserveIds: async () => freeId.get() ?? 1,
    async add(settings, added) {
      for (const each of added) {
        if (each.kind === 'create') insert(settings, each)
        else repoint.run(each.to, settings.runId, each.id)
      }
    },
    async addRows(runId, firstSeq, rows) {
      for (const [index, { row, placement }] of rows.entries()) addRow(runId, firstSeq + index, row, placement)
    },
  }
}
