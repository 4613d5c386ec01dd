import { formatStates } from '../../contract/states.ts'
import type { LedgerStatus, RunStatus } from '../port/reports.ts'
import { createOutcomes } from '../store/outcomes.ts'
import { FileStore } from './file-store.ts'
import { readHolder } from './holders.ts'
import { isLocked } from './lock.ts'
import { openLedgerForReading } from './open.ts'
import { findRealFile } from './real-file.ts'
import { inputsAtPath } from './run-inputs.ts'

interface RunRecord {
  id: number
  operation: string
  done_word: string
  holder_id: number | null
  address: string
  company: string
  file: string
  started_at: number
  ended_at: number | null
  ending: string | null
  output: string | null
}

export async function readRunStatus(ledgerFile: string, input?: string, runId?: number): Promise<LedgerStatus> {
  const db = openLedgerForReading(ledgerFile)
  try {
    // A dead process is still recorded in the ledger; only the lock counts.
    const holder = isLocked(findRealFile(ledgerFile)) ? readHolder(db) : undefined
    const outcomes = createOutcomes(new FileStore(db))
    const runs = db
      .prepare<[{ input: string | null; runId: number | null }], RunRecord>(
        `SELECT runs.*, targets.address, targets.company FROM runs JOIN targets ON targets.id = runs.target_id
          WHERE loaded_at IS NOT NULL AND EXISTS (SELECT 1 FROM rows WHERE rows.run_id = runs.id)
            AND (@input IS NULL OR EXISTS (SELECT 1 FROM run_sheets WHERE run_id = runs.id AND input_id IN ${inputsAtPath}))
            AND (@runId IS NULL OR runs.id = @runId)
          ORDER BY runs.id DESC`,
      )
      .all({ input: input ?? null, runId: runId ?? null })
    const described: RunStatus[] = []
    for (const run of runs) {
      described.push({
        id: run.id,
        operation: run.operation,
        address: run.address,
        company: run.company,
        file: run.file,
        sheets: (await outcomes.sheetsOf(run.id)).flatMap(({ name, rows }) => (name === '' ? [] : { name, rows })),
        startedAt: run.started_at,
        endedAt: run.ended_at ?? undefined,
        ending: run.ending ?? undefined,
        isRunning: run.ended_at === null && run.holder_id !== null && run.holder_id === holder?.id,
        output: run.output ?? undefined,
        rows: await outcomes.countRows(run.id),
        balance: formatStates(await outcomes.balance(run.id), run.done_word),
        orphans: await outcomes.countOrphans(run.id),
      })
    }
    return { holder: holder?.description, runs: described }
  } finally {
    db.close()
  }
}
