import { finishedStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import { currentOperator } from '../operator.ts'
import type { Outcomes } from '../port/outcomes.ts'
import type { NewRun, Runs, StartedRun } from '../port/runs.ts'
import { listOf } from '../state-sql.ts'
import type { SyncPart } from './async-part.ts'
import { type CompletionParts, completeLoad } from './loading/load-completion.ts'

export type RunWrites = Omit<Runs, keyof Outcomes>

export function createRuns(
  db: Database,
  parts: CompletionParts,
): SyncPart<Omit<RunWrites, 'completeLoad'>> & Pick<RunWrites, 'completeLoad'> {
  const insert = db.prepare(
    `INSERT INTO runs (operation, done_word, holder_id, target_id, file, account, machine, started_at)
     VALUES (@operation, @doneWord, (SELECT MAX(id) FROM holders), @targetId, @file, @account, @machine, @now)`,
  )
  const operator = currentOperator()
  const insertSheet = db.prepare('INSERT INTO run_sheets (run_id, position, name) VALUES (?, ?, ?)')
  const setEpoch = db.prepare('UPDATE runs SET epoch = ? WHERE id = ?')
  const setColumns = db.prepare('UPDATE run_sheets SET columns = ? WHERE run_id = ? AND position = ?')
  const setEnd = db.prepare('UPDATE runs SET ended_at = @now, ending = @ending, output = @output WHERE id = @id')
  const selectUnfinished = db.prepare<[string, number], { epoch: number }>(
    `SELECT DISTINCT epoch FROM runs
      WHERE operation = ? AND target_id = ? AND epoch IS NOT NULL AND EXISTS (
        SELECT 1 FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
         WHERE rows.run_id = runs.id
           AND COALESCE(rows.held, submissions.state) NOT IN ${listOf(finishedStates)})`,
  )

  const begin = db.transaction((run: NewRun): StartedRun => {
    const unfinished = new Set(selectUnfinished.all(run.operation, run.target.id).map(({ epoch }) => epoch))
    const written = insert.run({
      operation: run.operation,
      doneWord: run.doneWord,
      targetId: run.target.id,
      file: run.file,
      ...operator,
      now: run.now,
    })
    const id = Number(written.lastInsertRowid)
    for (const [position, name] of run.sheets.entries()) insertSheet.run(id, position, name)
    if (!run.isAgain) return { id, epoch: undefined }
    setEpoch.run(id, id)
    return { id, epoch: { id, unfinished } }
  })

  return {
    begin: (run) => begin(run),
    completeLoad: (settings, completion) => completeLoad(db, parts, settings, completion),
    describeColumns: (runId, position, columns) => void setColumns.run(columns, runId, position),
    end: (runId, ending) =>
      setEnd.run({ id: runId, now: ending.now, ending: ending.ending, output: ending.output ?? null }),
  }
}
