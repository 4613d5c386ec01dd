import { finishedStates, refusedStates } from '../../contract/states.ts'
import type { PlannedChange } from '../matching/submission-changes.ts'
import type { Runs } from '../port/runs.ts'
import type { HeldRun, ReleaseFacts, ReleaseRefusal, WaitingRuns } from '../port/waiting.ts'
import { listOf, maySend, needsTwo, ruleOperation } from '../state-sql.ts'
import { parseStored } from '../stored-json.ts'
import { appendNotes } from './attempts.ts'
import { finishLoad } from './loading/load-completion.ts'
import { dropAbandoned, dropUnreleased, insertRun } from './planned/drop-run.ts'
import { PlanOvertaken, planChanges } from './planned/planned-changes.ts'
import { noteLoosened } from './rules.ts'
import {
  execute,
  type Nullable,
  type Queryable,
  type Reader,
  readValues,
  type Store,
  toJson,
  withoutNulls,
} from './store.ts'

/** `holder`: number of this opening of the ledger. */
export function createRuns(store: Store, holder: () => number): Pick<Runs, 'begin' | 'describeColumns' | 'end'> {
  const { dialect } = store
  const [column, next] =
    dialect.ownInput === undefined ? ['', ''] : [`, ${dialect.ownInput.column}`, `, ${dialect.ownInput.next}`]
  return {
    begin: ({ operation, doneWord, target, file, sheets, isAgain, now }) =>
      store.transaction(async (statements) => {
        await dropAbandoned(statements, target.id, now)
        const unfinished = await findUnfinishedEpochs(statements, operation, target.id)
        const id = await insertRun(statements, { operation, doneWord, holder: holder(), target, file, now })
        await statements.query(
          `INSERT INTO run_sheets (run_id, position, name${column})
           SELECT CAST($1 AS bigint), position, value${next} FROM ${dialect.listed('$2')}`,
          [id, sheets],
        )
        if (!isAgain) return { id, epoch: undefined }
        await statements.query('UPDATE runs SET epoch = id WHERE id = $1', [id])
        return { id, epoch: { id, unfinished } }
      }),
    describeColumns: (runId, position, columns) =>
      execute(store, 'UPDATE run_sheets SET columns = $1 WHERE run_id = $2 AND position = $3', [
        columns,
        runId,
        position,
      ]),
    end(runId, { now, ending, output = null }) {
      const text = `UPDATE runs SET ended_at = $1, ending = $2, output = $3 WHERE id = $4 AND ${maySend('runs')}`
      return execute(store, text, [now, ending, output, runId])
    },
  }
}

/** Each `--again` of this operation and target with a row that is not finished. */
export async function findUnfinishedEpochs(
  statements: Queryable,
  operation: string,
  targetId: number,
): Promise<ReadonlySet<number>> {
  const found = await readValues<number>(
    statements,
    `SELECT DISTINCT epoch FROM runs
      WHERE operation = $1 AND target_id = $2 AND epoch IS NOT NULL AND ${maySend('runs')} AND EXISTS (
        SELECT 1 FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
         WHERE rows.run_id = runs.id AND COALESCE(rows.held, submissions.state) NOT IN ${listOf(finishedStates)})`,
    [operation, targetId],
  )
  return new Set(found)
}

const columns = `runs.id, operation, file, waits_for AS "waitsFor", waits_until AS until, sealed_by AS "sealedBy", released_at AS "releasedAt",
  started_at AS "startedAt", ended_at AS "endedAt", ending, how, account, machine, loaded_at AS "loadedAt",
  (SELECT COUNT(*) FROM rows WHERE rows.run_id = runs.id) AS rows`

type Line = Nullable<HeldRun>

export function createWaiting(store: Store, holder: () => number): WaitingRuns {
  return {
    async sealedLines(runId) {
      const text = 'SELECT sealed_line AS line FROM rows WHERE run_id = $1 AND sealed_line IS NOT NULL ORDER BY seq'
      const lines = await store.query<{ line: string }>(text, [runId])
      return lines.map(({ line }) => parseStored<string[]>(line, 'sealed line'))
    },
    async find(runId, target) {
      const text = `SELECT ${columns} FROM runs WHERE id = $1 AND target_id = $2`
      const [line] = await store.query<Line>(text, [runId, target.id])
      return line && withoutNulls<HeldRun>(line)
    },
    async list(target) {
      const lines = await store.query<Line & { address: string; company: string }>(
        `SELECT ${columns}, address, company FROM runs JOIN targets ON targets.id = target_id
          WHERE waits_for IS NOT NULL AND ended_at IS NULL AND loaded_at IS NOT NULL AND (waits_for <> 'confirmation' OR NOT ${store.dialect.isRunOver})
            AND (CAST($1 AS bigint) IS NULL OR target_id = $1) ORDER BY runs.id DESC`,
        [target?.id ?? null],
      )
      return lines.map((line) => ({ ...withoutNulls<HeldRun>(line), address: line.address, company: line.company }))
    },
    seal: (runId, { by, now, until, how, statement, lines }) =>
      store.transaction(async (statements) => {
        await statements.query(
          `UPDATE runs SET waits_for = 'second person', sealed_by = $1, waits_until = $2, how = $3 WHERE id = $4`,
          [by.key, until, how, runId],
        )
        await statements.query(
          `UPDATE rows SET sealed_line = sealed.line FROM ${store.dialect.records('sealed', 'seq integer, line text')}
            WHERE rows.run_id = $2 AND rows.seq = sealed.seq`,
          [toJson(lines.map(({ seq, line }) => ({ seq, line: JSON.stringify(line) }))), runId],
        )
        const replaced = await readValues<number>(
          statements,
          `SELECT DISTINCT runs.id FROM runs JOIN run_sheets ON run_sheets.run_id = runs.id
            WHERE runs.id <> $1 AND waits_for = 'second person' AND ended_at IS NULL
              AND input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1) ORDER BY runs.id`,
          [runId],
        )
        for (const id of replaced) await drop(statements, id, { now, ending: `replaced by run ${runId}` })
        await appendNotes(statements, [{ runId, operation: 'seal', at: now, outcome: 'sealed', detail: statement }])
        return { dropped: replaced }
      }),
    takeUp: (runId) =>
      store.transaction(async (statements) => {
        const taken = `FROM rows JOIN submissions ON submissions.id = submission_id
          WHERE run_id = $1 AND held IS NULL AND EXISTS (SELECT 1 FROM runs WHERE id = $1 AND sealed_by IS NOT NULL AND waits_for IS NULL)`
        await statements.query(
          `UPDATE rows SET was_done = 1 WHERE run_id = $1 AND seq IN (SELECT rows.seq ${taken} AND state = 'done')`,
          [runId],
        )
        const refused = await readValues<number>(
          statements,
          `SELECT DISTINCT submissions.id ${taken} AND state IN ${listOf(refusedStates)} AND forgotten_at IS NULL AND NOT EXISTS (
             SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id AND run_changes.run_id = $1)`,
          [runId],
        )
        const again = refused.map((id): PlannedChange => ({ kind: 'ready', id, epoch: undefined }))
        await planChanges(statements, runId, again)
      }),
    drop: (runId, dropping) => store.transaction((statements) => drop(statements, runId, dropping)),
    async release(runId, facts) {
      try {
        return await store.transaction((statements) => release(statements, runId, facts))
      } catch (error) {
        if (error instanceof PlanOvertaken) return 'overtaken'
        throw error
      }
    },
  }

  async function drop(
    statements: Reader,
    runId: number,
    { now, ending, by }: Parameters<WaitingRuns['drop']>[1],
  ): Promise<boolean> {
    const [sealed] = await statements.query('SELECT 1 FROM runs WHERE id = $1 AND sealed_by IS NOT NULL', [runId])
    const isDropped = await dropUnreleased(statements, runId, { now, ending })
    if (isDropped && sealed !== undefined) {
      const detail = JSON.stringify({ ending, ...(by === undefined ? {} : { by }) })
      await appendNotes(statements, [{ runId, operation: 'drop', at: now, outcome: 'dropped', detail }])
    }
    return isDropped
  }

  async function release(statements: Reader, runId: number, facts: ReleaseFacts): Promise<ReleaseRefusal | undefined> {
    const { second, workers, now } = facts
    const [line] = await statements.query<Line & { needsTwo: number }>(
      `SELECT ${columns}, CASE WHEN ${needsTwo('runs')} THEN 1 ELSE 0 END AS "needsTwo" FROM runs WHERE id = $1 ${store.dialect.forUpdate}`,
      [runId],
    )
    if (line === undefined) return 'over'
    const refusal = refuseRelease(line, facts)
    if (refusal !== undefined) return refusal
    const wasReleased = line.waitsFor === null
    if (line.operation === ruleOperation) {
      const isLoosened = await noteLoosened(statements, runId, { releasedBy: second?.by.id ?? '', now })
      if (!isLoosened) return 'overtaken'
    } else if (second !== undefined && (!wasReleased || line.endedAt !== null)) {
      const note = { runId, operation: 'release', at: now, outcome: 'released', detail: second.statement }
      await appendNotes(statements, [note])
    }
    await statements.query(
      `UPDATE runs SET waits_for = $1, how = COALESCE($2, how), released_by = COALESCE($3, released_by), released_at = $4,
              holder_id = $5, ended_at = NULL, ending = NULL WHERE id = $6`,
      [workers === undefined ? null : 'workers', workers ?? null, second?.by.key ?? null, now, holder(), runId],
    )
    await finishLoad(statements, { runId, now })
    return undefined
  }
}

/** An ordinary run is released once; a sealed one may be taken up again, while its rows are there. */
function refuseRelease(
  { waitsFor, endedAt, until, sealedBy, rows, needsTwo }: Line & { needsTwo: number },
  { now, second }: ReleaseFacts,
): ReleaseRefusal | undefined {
  if (typeof sealedBy !== 'string') {
    if (waitsFor !== 'confirmation' || endedAt !== null) return 'over'
    return needsTwo === 1 ? 'needs two people' : undefined
  }
  if (second === undefined) return 'no second person'
  if (second.by.key === sealedBy) return 'same person'
  if (waitsFor === null) return rows === 0 ? 'over' : undefined
  if (endedAt !== null) return 'over'
  return typeof until === 'number' && until < now ? 'expired' : undefined
}
