import { finishedStates, refusedStates } from '../../contract/states.ts'
import type { PlannedChange } from '../matching/submission-changes.ts'
import type { NewRun } from '../port/runs.ts'
import type { Target } from '../port/targets.ts'
import type { Dropping, HeldRun, ReleaseFacts, ReleaseRefusal, Sealing } from '../port/waiting.ts'
import { listOf, maySend, needsTwo, ruleOperation } from '../state-sql.ts'
import { parseStored } from '../stored-json.ts'
import { insertAnswers } from './answers.ts'
import { appendNotes } from './attempts.ts'
import { eraseReturned } from './forgetting/erase-trips.ts'
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
export function createRuns(store: Store, holder: () => number) {
  const { dialect } = store
  const [column, next] =
    dialect.ownInput === undefined ? ['', ''] : [`, ${dialect.ownInput.column}`, `, ${dialect.ownInput.next}`]
  return {
    /**
     * The run waits: until `WaitingRuns.release` none of its rows is sent. Runs of the target that were never released, and
     * no longer can be, are dropped. `epoch`: of `--again`; submissions of a finished one are done again in it.
     */
    begin: ({ operation, doneWord, target, file, sheets, isAgain, answers, now }: NewRun) =>
      store.transaction(async (statements) => {
        await dropAbandoned(statements, target.id, now)
        const unfinished = await findUnfinishedEpochs(statements, operation, target.id)
        const id = await insertRun(statements, { operation, doneWord, holder: holder(), target, file, now })
        const insert = `INSERT INTO run_sheets (run_id, position, name${column})
         SELECT CAST($1 AS bigint), position, value${next} FROM ${dialect.listed('$2')}`
        await statements.query(insert, [id, sheets])
        if (answers !== undefined) await insertAnswers(statements, id, answers)
        if (!isAgain) return { id, epoch: undefined }
        await statements.query('UPDATE runs SET epoch = id WHERE id = $1', [id])
        return { id, epoch: { id, unfinished } }
      }),
    /** Keeps the columns of the sheet at this position for later stages, as JSON. */
    describeColumns: (runId: number, position: number, columns: string) =>
      execute(store, 'UPDATE run_sheets SET columns = $1 WHERE run_id = $2 AND position = $3', [
        columns,
        runId,
        position,
      ]),
    /** Whether it was released and goes on. */
    mayAsk: async (runId: number) =>
      (await store.query(`SELECT 1 FROM runs WHERE id = $1 AND ended_at IS NULL AND ${maySend('runs')}`, [runId]))
        .length > 0,
    /** Of a run that was released; one that waits is released or dropped. */
    async end(runId: number, { now, ending, output }: { now: number; ending: string; output: string | undefined }) {
      const text = `UPDATE runs SET ended_at = $1, ending = $2, output = $3 WHERE id = $4 AND ${maySend('runs')}`
      await execute(store, text, [now, ending, output ?? null, runId])
      await eraseReturned(store, runId)
    },
  }
}

/** Each `--again` of this operation and target with a row that is not finished. */
export async function findUnfinishedEpochs(
  statements: Queryable,
  operation: string,
  targetId: number,
): Promise<ReadonlySet<number>> {
  const select = `SELECT DISTINCT epoch FROM runs
    WHERE operation = $1 AND target_id = $2 AND epoch IS NOT NULL AND ${maySend('runs')} AND EXISTS (
      SELECT 1 FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
       WHERE rows.run_id = runs.id AND COALESCE(rows.held, submissions.state) NOT IN ${listOf(finishedStates)})`
  const found = await readValues<number>(statements, select, [operation, targetId])
  return new Set(found)
}

const columns = `runs.id, operation, file, waits_for AS "waitsFor", waits_until AS until, sealed_by AS "sealedBy", released_at AS "releasedAt",
  started_at AS "startedAt", ended_at AS "endedAt", ending, how, account, machine, loaded_at AS "loadedAt",
  (SELECT COUNT(*) FROM rows WHERE rows.run_id = runs.id) AS rows`

type Line = Nullable<HeldRun>

/**
 * A loaded run sends nothing before its release: `claim` refuses its rows. Until then other runs and their rows are as
 * they were: what the load decided about submissions is done by the release.
 */
export function createWaiting(store: Store, holder: () => number) {
  return {
    /** In the order of the sheet. */
    async sealedLines(runId: number) {
      const text = 'SELECT sealed_line AS line FROM rows WHERE run_id = $1 AND sealed_line IS NOT NULL ORDER BY seq'
      const lines = await store.query<{ line: string }>(text, [runId])
      return lines.map(({ line }) => parseStored<string[]>(line, 'sealed line'))
    },
    /** Undefined for a run of another target. */
    async find(runId: number, target: Pick<Target, 'id'>) {
      const text = `SELECT ${columns} FROM runs WHERE id = $1 AND target_id = $2`
      const [line] = await store.query<Line>(text, [runId, target.id])
      return line && withoutNulls<HeldRun>(line)
    },
    /** Runs that wait, newest first. */
    async list(target?: Pick<Target, 'id'>) {
      const select = `SELECT ${columns}, address, company FROM runs JOIN targets ON targets.id = target_id
        WHERE waits_for IS NOT NULL AND ended_at IS NULL AND loaded_at IS NOT NULL AND (waits_for <> 'confirmation' OR NOT ${store.dialect.isRunOver})
          AND (CAST($1 AS bigint) IS NULL OR target_id = $1) ORDER BY runs.id DESC`
      const lines = await store.query<Line & { address: string; company: string }>(select, [target?.id ?? null])
      return lines.map((line) => ({ ...withoutNulls<HeldRun>(line), address: line.address, company: line.company }))
    },
    /** confirmation → second person. Earlier sealed runs of the same input that nobody has released are dropped. */
    seal: (runId: number, { by, now, until, how, statement, lines }: Sealing) =>
      store.transaction(async (statements) => {
        const update = `UPDATE runs SET waits_for = 'second person', sealed_by = $1, waits_until = $2, how = $3 WHERE id = $4`
        await statements.query(update, [by.key, until, how, runId])
        const updateRows = `UPDATE rows SET sealed_line = sealed.line FROM ${store.dialect.records('sealed', 'seq integer, line text')}
          WHERE rows.run_id = $2 AND rows.seq = sealed.seq`
        await statements.query(updateRows, [
          toJson(lines.map(({ seq, line }) => ({ seq, line: JSON.stringify(line) }))),
          runId,
        ])
        const selectReplaced = `SELECT DISTINCT runs.id FROM runs JOIN run_sheets ON run_sheets.run_id = runs.id
          WHERE runs.id <> $1 AND waits_for = 'second person' AND ended_at IS NULL
            AND input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1) ORDER BY runs.id`
        const replaced = await readValues<number>(statements, selectReplaced, [runId])
        for (const id of replaced) await drop(statements, id, { now, ending: `replaced by run ${runId}` })
        await appendNotes(statements, [{ runId, operation: 'seal', at: now, outcome: 'sealed', detail: statement }])
        return { dropped: replaced }
      }),
    /** For a sealed run that was released before: what was refused since will be sent again by the next release. */
    takeUp: (runId: number) =>
      store.transaction(async (statements) => {
        await markDone(statements, runId)
        const selectRefused = `SELECT DISTINCT submissions.id FROM rows JOIN submissions ON submissions.id = submission_id
          WHERE run_id = $1 AND held IS NULL AND EXISTS (SELECT 1 FROM runs WHERE id = $1 AND sealed_by IS NOT NULL AND waits_for IS NULL)
            AND state IN ${listOf(refusedStates)} AND forgotten_at IS NULL AND NOT EXISTS (
             SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id AND run_changes.run_id = $1)`
        const refused = await readValues<number>(statements, selectRefused, [runId])
        const again = refused.map((id): PlannedChange => ({ kind: 'ready', id, epoch: undefined }))
        await planChanges(statements, runId, again)
      }),
    /** Ends a run that was not released, and removes what it added. False for one that is over or was released. */
    drop: (runId: number, dropping: Dropping) => store.transaction((statements) => drop(statements, runId, dropping)),
    /**
     * The one way to a run that may send; durable when this resolves. A sealed run that was released is taken up again
     * in the same way: what was refused before is ready again.
     */
    async release(runId: number, facts: ReleaseFacts) {
      try {
        return await store.transaction((statements) => release(statements, runId, facts))
      } catch (error) {
        if (error instanceof PlanOvertaken) return 'overtaken'
        throw error
      }
    },
  }

  async function drop(statements: Reader, runId: number, { now, ending, by }: Dropping): Promise<boolean> {
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
    const selectLine = `SELECT ${columns}, CASE WHEN ${needsTwo('runs')} THEN 1 ELSE 0 END AS "needsTwo" FROM runs WHERE id = $1 ${store.dialect.forUpdate}`
    const [line] = await statements.query<Line & { needsTwo: number }>(selectLine, [runId])
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
    const updateRuns = `UPDATE runs SET waits_for = $1, how = COALESCE($2, how), released_by = COALESCE($3, released_by), released_at = $4,
            holder_id = $5, ended_at = NULL, ending = NULL WHERE id = $6`
    await statements.query(updateRuns, [
      workers === undefined ? null : 'workers',
      workers ?? null,
      second?.by.key ?? null,
      now,
      holder(),
      runId,
    ])
    await markDone(statements, runId)
    await finishLoad(statements, { runId, now })
    return undefined
  }
}

/** What is done before the release was done by another run, or by an earlier release. */
const markDone = (statements: Queryable, runId: number) =>
  execute(
    statements,
    `UPDATE rows SET was_done = 1 WHERE run_id = $1 AND was_done = 0 AND held IS NULL
        AND EXISTS (SELECT 1 FROM submissions WHERE submissions.id = rows.submission_id AND state = 'done')`,
    [runId],
  )

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
