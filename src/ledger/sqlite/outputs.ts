import type { Database } from '../../support/sqlite.ts'
import type { OutputOwner, Outputs } from '../port/outputs.ts'
import type { SyncPart } from './async-part.ts'

/** The inputs of a run as one text, independent of their names; for a run without inputs its file. */
const inputsOf = (run: string): string =>
  `COALESCE((SELECT group_concat(input_id) FROM
               (SELECT input_id FROM run_sheets WHERE run_id = ${run}.id ORDER BY input_id)), ${run}.file)`

const isSame = `runs.operation = this.operation AND runs.target_id = this.target_id
                AND ${inputsOf('runs')} = ${inputsOf('this')}`

export function createOutputs(db: Database): SyncPart<Outputs> {
  const selectOwner = db.prepare<[number], Omit<OutputOwner, 'sheets'>>(
    `SELECT operation, file, address, company FROM runs JOIN targets ON targets.id = target_id WHERE runs.id = ?`,
  )
  const selectSheets = db
    .prepare<[number], string>('SELECT name FROM run_sheets WHERE run_id = ? ORDER BY position')
    .pluck()
  const selectOther = db
    .prepare<[string, number], number>(
      `SELECT runs.id FROM outputs JOIN runs ON runs.id = outputs.run_id JOIN targets ON targets.id = runs.target_id,
              runs AS this
        WHERE outputs.file = ? AND this.id = ? AND targets.retired_at IS NULL AND NOT (${isSame}) LIMIT 1`,
    )
    .pluck()
  const selectOwn = db
    .prepare<[string, number], string>(
      `SELECT outputs.file FROM outputs JOIN runs ON runs.id = outputs.run_id, runs AS this
        WHERE asked = ? AND this.id = ? AND ${isSame} ORDER BY outputs.run_id DESC`,
    )
    .pluck()
  const selectAsked = db
    .prepare<[string, string, number], string>(
      `SELECT DISTINCT outputs.file FROM outputs JOIN runs ON runs.id = outputs.run_id
        WHERE asked = ? AND operation = ? AND target_id = ?`,
    )
    .pluck()
  const selectKnown = db
    .prepare<[string, string], number>('SELECT 1 FROM outputs WHERE file = ? AND digest = ?')
    .pluck()
  const insert = db.prepare<[string, string, string, number]>(
    `INSERT INTO outputs (file, digest, asked, run_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET asked = excluded.asked, run_id = excluded.run_id`,
  )
  const forgetOthers = db.prepare<[string, string]>('DELETE FROM outputs WHERE file = ? AND digest <> ?')

  function ownerOf(runId: number): OutputOwner {
    const owner = selectOwner.get(runId) ?? { operation: '', file: '', address: '', company: '' }
    return { ...owner, sheets: selectSheets.all(runId) }
  }

  return {
    ownerOf,
    findOtherOwner(file, runId) {
      const other = selectOther.get(file, runId)
      return typeof other === 'number' ? ownerOf(other) : undefined
    },
    listOwn: (asked, runId) => selectOwn.all(asked, runId),
    listAsked: (asked, operation, targetId) => selectAsked.all(asked, operation, targetId),
    isKnown: (file, digest) => selectKnown.get(file, digest) !== undefined,
    announce: (runId, { file, asked, digest }) => void insert.run(file, digest, asked, runId),
    confirm: (file, digest) => void forgetOthers.run(file, digest),
    recordBackup: (runId, file, digest) => void insert.run(file, digest, '', runId),
  }
}
