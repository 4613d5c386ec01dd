import { createdStates, possiblyCreatedStates } from '../../../contract/states.ts'
import { type ChangedRow, judgeChanged } from '../../matching/judge-changed.ts'
import type { PlannedChange } from '../../matching/submission-changes.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import { listOf, stateOfRow } from '../../state-sql.ts'
import type { Dialect } from '../dialect.ts'
import { planChanges } from '../planned/planned-changes.ts'
import { inPages, type Queryable, type Reader, toJson } from '../store.ts'
import { supersededRuns } from './run-inputs.ts'

interface Traits {
  subject: string
  traitA: string
  traitB: string
}

interface NewRow extends ChangedRow, Traits {
  seq: number
  submissionId: number
}

interface Orphan extends Traits {
  id: number
  identifier: string | null
  isReplaced: number
  isCreated: number
}

const pageSize = 1_000
const heldColumns = 'run bigint, seq integer, state text, detail text'

/** A new row with an orphan's subject and an equal trait may be its edited version: see `judgeChanged`. */
export async function holdChangedRows(
  statements: Reader,
  { runId, ledgerId }: { runId: number; ledgerId: string },
  completion: LoadCompletion,
): Promise<void> {
  if (!(await hasOrphans(statements, runId))) return
  const { anyOf, records } = statements.dialect
  await listOrphans(statements, runId)
  await verifyOrphans(statements)
  let page: NewRow[] = []
  let orphans: Orphan[] = []
  do {
    page = await statements.query<NewRow>(
      `SELECT rows.seq, submissions.id AS "submissionId", submissions.request_hash AS "requestHash", submissions.subject,
              trait_a AS "traitA", trait_b AS "traitB", held_against AS "heldAgainst", kept
         FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.held IS NULL AND ${stateOfRow} = 'ready'
          AND EXISTS (SELECT 1 FROM orphans WHERE orphans.subject = submissions.subject)
        ORDER BY rows.seq LIMIT $3`,
      [runId, page.at(-1)?.seq ?? -1, pageSize],
    )
    if (page.length === 0) break
    orphans = await findOrphans(page, orphans)
    await holdPage(page, new Orphans(orphans))
  } while (page.length === pageSize)
  await statements.query('DROP TABLE orphans')

  /** Those of the page's persons, and those that its rows were held against. Of a person with many rows they are kept. */
  async function findOrphans(rows: readonly NewRow[], before: readonly Orphan[]): Promise<Orphan[]> {
    const subjects = new Set(rows.map(({ subject }) => subject))
    const kept = before.filter(({ subject }) => subjects.has(subject))
    for (const { subject } of kept) subjects.delete(subject)
    const text = `SELECT id, identifier, subject, trait_a AS "traitA", trait_b AS "traitB", is_replaced AS "isReplaced",
            is_created AS "isCreated"
       FROM orphans WHERE subject ${anyOf('$1')} OR id ${anyOf('$2')} ORDER BY id`
    const found = await statements.query<Orphan>(text, [
      [...subjects],
      rows.flatMap(({ heldAgainst }) => heldAgainst ?? []),
    ])
    const keptSubjects = new Set(kept.map(({ subject }) => subject))
    return [...kept, ...found.filter(({ subject }) => !keptSubjects.has(subject))]
  }

  async function holdPage(rows: readonly NewRow[], of: Orphans): Promise<void> {
    const held: object[] = []
    const planned: PlannedChange[] = []
    for (const row of rows) {
      const orphan = of.findLikeliest(row)
      if (orphan === undefined) continue
      const earlier = { ...orphan, isCreated: orphan.isCreated === 1 }
      const { note, ...judged } = judgeChanged(row, earlier, ledgerId, completion)
      const change = { id: row.submissionId, orphan: orphan.id, note: note && { operation: 'resolve', ...note } }
      if (judged.kind === 'send') {
        orphan.isReplaced = 1
        planned.push({ kind: 'supersede', ...change })
      } else {
        planned.push({ kind: 'hold', ...change, kept: judged.kept })
        held.push({ ...judged, run: runId, seq: row.seq })
      }
    }
    await planChanges(statements, runId, planned)
    const update = `UPDATE rows SET held = judged.state, detail = judged.detail FROM ${records('judged', heldColumns)}
      WHERE rows.run_id = judged.run AND rows.seq = judged.seq`
    await statements.query(update, [toJson(held)])
    const replaced = planned.flatMap((change) => (change.kind === 'supersede' ? [change.orphan] : []))
    await statements.query(`UPDATE orphans SET is_replaced = 1 WHERE id ${anyOf('$1')}`, [replaced])
  }
}

class Orphans {
  readonly #byId: ReadonlyMap<number, Orphan>
  readonly #free = new Map<string, Orphan[]>()

  constructor(orphans: readonly Orphan[]) {
    this.#byId = new Map(orphans.map((orphan) => [orphan.id, orphan]))
    for (const orphan of orphans) {
      for (const key of keysOf(orphan)) {
        const like = this.#free.get(key)
        if (like === undefined) this.#free.set(key, [orphan])
        else like.push(orphan)
      }
    }
  }

  /** The one it was held against before, even if that was replaced since; else the likeliest first. */
  findLikeliest(row: NewRow): Orphan | undefined {
    const before = row.heldAgainst === null ? undefined : this.#byId.get(row.heldAgainst)
    if (before !== undefined) return before
    for (const key of keysOf(row)) {
      const like = this.#free.get(key) ?? []
      while (like[0]?.isReplaced === 1) like.shift()
      if (like[0] !== undefined) return like[0]
    }
    return undefined
  }
}

function keysOf({ subject, traitA, traitB }: Traits): string[] {
  return [
    [subject, traitA, traitB],
    [subject, traitA, null],
    [subject, null, traitB],
  ].map((key) => JSON.stringify(key))
}

/** Contents without a row in any generation. */
const fromOrphans = `FROM submissions AS orphan
              WHERE input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1)
                AND state IN ${listOf(possiblyCreatedStates)} AND subject IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM run_changes WHERE submission_id = orphan.id AND run_id = $1 AND state = 'ready')
                AND NOT EXISTS (SELECT 1 FROM submissions AS named
                                 WHERE named.operation = orphan.operation AND named.target_id = orphan.target_id
                                   AND named.request_hash = orphan.request_hash AND named.ordinal = orphan.ordinal
                                   AND EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = named.id AND rows.run_id = $1))`

/** One that was never sent goes with the last run that has it. */
const isReplacementKept = (dialect: Dialect): string => `EXISTS (
  SELECT 1 FROM submissions AS later WHERE later.id = newest.superseded_by AND (later.tries > 0 OR later.state <> 'ready' OR EXISTS (
    SELECT 1 FROM rows WHERE rows.submission_id = later.id AND rows.run_id NOT IN ${supersededRuns(dialect)})))`

/** Most runs have none: a temporary table for them takes longer than this question. */
async function hasOrphans(statements: Queryable, runId: number): Promise<boolean> {
  return (await statements.query(`SELECT 1 AS one ${fromOrphans} LIMIT 1`, [runId])).length > 0
}

/** The newest generation of each that may exist. A replaced one (`is_replaced`) holds only rows that it held before. */
async function listOrphans(statements: Reader, runId: number): Promise<void> {
  const { dialect } = statements
  await statements.query(
    `CREATE TEMPORARY TABLE orphans (id bigint PRIMARY KEY, identifier text, subject text, trait_a text, trait_b text,
                                     is_replaced integer, is_created integer)`,
  )
  const insert = `INSERT INTO orphans
   SELECT id, identifier, subject, trait_a, trait_b, CASE WHEN ${isReplacementKept(dialect)} THEN 1 ELSE 0 END,
          CASE WHEN state IN ${listOf(createdStates)} OR EXISTS (
            SELECT 1 FROM run_changes WHERE submission_id = newest.id AND run_id = $1 AND state IN ${listOf(createdStates)}) THEN 1 ELSE 0 END
     FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY request_hash, ordinal ORDER BY generation DESC) AS place
             ${fromOrphans}
          ) AS newest
    WHERE place = 1`
  await statements.query(insert, [runId])
  await statements.query('CREATE INDEX orphans_by_subject ON orphans (subject)')
}

/** A damaged orphan might not be similar to its edited version any more. */
async function verifyOrphans(statements: Reader): Promise<void> {
  const { checks } = statements
  if (checks.columns() === '') return
  const select = `SELECT submissions.id${checks.columns()} FROM orphans JOIN submissions ON submissions.id = orphans.id
    WHERE orphans.id > $1 ORDER BY orphans.id`
  for await (const orphan of inPages<{ id: number }>(statements, select, ['id'])) checks.verify(orphan)
}
