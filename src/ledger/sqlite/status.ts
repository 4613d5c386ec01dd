import { showStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { LedgerStatus } from '../port/looks.ts'
import { isLocked } from './lock.ts'
import { openLedgerForReading } from './open.ts'
import { createOutcomes } from './outcomes.ts'
import { findRealFile } from './real-file.ts'
import { inputsAt } from './run-sheets.ts'

interface RunRecord {
  id: number
  operation: string
  done_word: string
  address: string
  company: string
  file: string
  started_at: number
  ended_at: number | null
  ending: string | null
  output: string | null
}

export function readStatus(ledgerFile: string, input?: string, runId?: number): LedgerStatus {
  const db = openLedgerForReading(ledgerFile)
  try {
    const holder = readHolder(db, ledgerFile)
    const lastBefore = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'last_run_before_holder'").pluck()
    const isOfHolder = (runId: number): boolean => holder !== undefined && runId > Number(lastBefore.get() ?? 0)
    const outcomes = createOutcomes(db)
    const runs = db
      .prepare<[{ input: string | null; runId: number | null }], RunRecord>(
        `SELECT runs.*, targets.address, targets.company FROM runs JOIN targets ON targets.id = runs.target_id
          WHERE loaded_at IS NOT NULL AND EXISTS (SELECT 1 FROM rows WHERE rows.run_id = runs.id)
            AND (@input IS NULL OR EXISTS (SELECT 1 FROM run_sheets WHERE run_id = runs.id AND input_id IN ${inputsAt}))
            AND (@runId IS NULL OR runs.id = @runId)
          ORDER BY runs.id DESC`,
      )
      .all({ input: input ?? null, runId: runId ?? null })
    return {
      holder,
      runs: runs.map((run) => ({
        id: run.id,
        operation: run.operation,
        address: run.address,
        company: run.company,
        file: run.file,
        sheets: outcomes.sheetsOf(run.id).flatMap(({ name, rows }) => (name === '' ? [] : { name, rows })),
        startedAt: run.started_at,
        endedAt: run.ended_at ?? undefined,
        ending: run.ending ?? undefined,
        isRunning: run.ended_at === null && isOfHolder(run.id),
        output: run.output ?? undefined,
        rows: outcomes.countRows(run.id),
        balance: showStates(outcomes.balance(run.id), run.done_word),
        orphans: outcomes.countOrphans(run.id),
      })),
    }
  } finally {
    db.close()
  }
}

/** Who died is still named in the ledger; the lock is what counts. */
function readHolder(db: Database, ledgerFile: string): string | undefined {
  const holder = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'holder'").pluck().get()
  return holder !== undefined && isLocked(findRealFile(ledgerFile)) ? holder : undefined
}
