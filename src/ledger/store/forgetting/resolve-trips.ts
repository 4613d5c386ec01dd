import { standInStates } from '../../../contract/states.ts'
import {
  type Fate,
  forgottenCells,
  judgeSubmission,
  normalizePerson,
  type SubmissionFacts,
} from '../../forgetting/forgotten-trip.ts'
import type { CellsReader, ForgetChoice, RowKey, SettledChoice } from '../../port/forgetting.ts'
import { listOf } from '../../state-sql.ts'
import { findPeople } from '../person/find-people.ts'
import { type Reader, readValues, type Store, toJson } from '../store.ts'

/** Forgotten together or not at all: all of one person, or one settled trip. */
export interface Selection {
  person: string | null
  submissions: Set<number>
  rows: RowKey[]
}

/** Persons or trips that one transaction forgets: short enough for runs beside it. */
const unitsAtOnce = 200

/** The time after which a submission changed no more. */
export const settledAt = (table: string): string => `COALESCE(${table}.done_at, ${table}.accepted_at, ${table}.sent_at)`

export async function* selectTrips(store: Store, choice: ForgetChoice): AsyncGenerator<readonly Selection[]> {
  if ('settledBefore' in choice) {
    yield* selectSettled(store, choice)
    return
  }
  const selections = await selectPeople(store, choice.people, choice.readCells)
  for (let start = 0; start < selections.length; start += unitsAtOnce) {
    yield selections.slice(start, start + unitsAtOnce)
  }
}

async function selectPeople(store: Store, people: readonly string[], readCells: CellsReader): Promise<Selection[]> {
  const { submissions, rows } = await findPeople(store, people, readCells)
  const found = new Map<string, Selection>()
  const selectionOf = (person: string): Selection => {
    const selection = found.get(person) ?? newSelection(person)
    found.set(person, selection)
    return selection
  }
  for (const [id, person] of submissions) selectionOf(person).submissions.add(id)
  for (const { runId, seq, person } of rows) selectionOf(person).rows.push({ runId, seq })
  return [...found.values()]
}

/** Trips one by one, each with its decisions; then rows of finished runs that nothing was sent for. */
async function* selectSettled(
  store: Store,
  { settledBefore: before, targetId, except }: SettledChoice,
): AsyncGenerator<readonly Selection[]> {
  const kept = except === undefined ? undefined : await findPeople(store, except.people, except.readCells)
  const keptRows = new Set(kept?.rows.map(({ runId, seq }) => `${runId}:${seq}`))
  let ids: { id: number }[] = []
  do {
    ids = await store.query<{ id: number }>(
      `SELECT id FROM submissions
        WHERE id > $1 AND forgotten_at IS NULL AND (CAST($4 AS bigint) IS NULL OR target_id = $4) AND ${settledAt('submissions')} < $2
          AND NOT EXISTS (SELECT 1 FROM submissions AS created
                           WHERE created.identifier = submissions.order_key AND created.target_id = submissions.target_id)
        ORDER BY id LIMIT $3`,
      [ids.at(-1)?.id ?? -1, before, unitsAtOnce, targetId ?? null],
    )
    const free = ids.filter(({ id }) => !kept?.submissions.has(id) && !kept?.named.has(id))
    if (free.length > 0) yield free.map(({ id }) => ({ ...newSelection(null), submissions: new Set([id]) }))
  } while (ids.length === unitsAtOnce)
  let rows: RowKey[] = []
  do {
    const last = rows.at(-1) ?? { runId: -1, seq: -1 }
    rows = await store.query<RowKey>(
      `SELECT run_id AS "runId", seq FROM rows JOIN runs ON runs.id = run_id
        WHERE (run_id, seq) > ($1, $2) AND (CAST($5 AS bigint) IS NULL OR target_id = $5) AND started_at < $3 AND cells <> '[]' AND ${store.dialect.isRunOver}
          AND (submission_id IS NULL
               OR EXISTS (SELECT 1 FROM submissions WHERE submissions.id = submission_id AND forgotten_at IS NOT NULL))
        ORDER BY run_id, seq LIMIT $4`,
      [last.runId, last.seq, before, unitsAtOnce, targetId ?? null],
    )
    const free = rows.filter(({ runId, seq }) => !keptRows.has(`${runId}:${seq}`))
    if (free.length > 0) yield [{ ...newSelection(null), rows: free }]
  } while (rows.length === unitsAtOnce)
}

function newSelection(person: string | null): Selection {
  return { person, submissions: new Set(), rows: [] }
}

export interface FoundSubmission extends SubmissionFacts {
  id: number
  operation: string
  targetId: number
  identifier: string | null
  subject: string | null
  orderKey: string | null
  hash: string
  settledAt: number | null
}

export interface FoundRow extends RowKey {
  sheet: number
  rowNumber: number
  detail: string | null
  submissionId: number | null
}

export interface ResolvedTrip {
  person: string | null
  toErase: { submission: FoundSubmission; fate: Fate }[]
  rows: FoundRow[]
  /** Its outcome is still to come or in doubt, or a run that goes on or waits has its rows: nothing of the trip is forgotten. */
  open: FoundSubmission[]
  beingRead: FoundRow[]
}

/** What belongs to each selection now: its submissions with the decisions about them, and all rows of these. */
export async function resolveTrips(
  statements: Reader,
  selections: readonly Selection[],
  before: number | undefined,
): Promise<ResolvedTrip[]> {
  const wanted = [...new Set(selections.flatMap(({ submissions }) => [...submissions]))]
  const named = await readSubmissions(statements, `id ${statements.dialect.anyOf('$1')}`, wanted)
  const identifiers = named.flatMap(({ identifier }) => identifier ?? [])
  const decisions = await readSubmissions(statements, `order_key ${statements.dialect.anyOf('$1')}`, identifiers)
  const groups = selections.map(({ person, submissions }) => {
    const own = named.filter(({ id, subject }) => submissions.has(id) && isAbout(person, subject))
    const created = new Set(own.map(({ identifier, targetId }) => `${targetId} ${identifier}`))
    const about = decisions.filter(
      ({ id, targetId, orderKey }) => created.has(`${targetId} ${orderKey}`) && !submissions.has(id),
    )
    return { person, submissions: [...own, ...about] }
  })
  const activeRuns = `SELECT id FROM runs WHERE NOT ${statements.dialect.isRunOver}`
  const active = new Set(await readValues<number>(statements, activeRuns))
  const rows = await readRows(statements, [...named, ...decisions], selections)
  return groups.flatMap(({ person, submissions }, index) => {
    if (before !== undefined && submissions.some((each) => (each.settledAt ?? 0) >= before)) return []
    const ids = new Set(submissions.map(({ id }) => id))
    const places = new Set(selections[index]?.rows.map(({ runId, seq }) => `${runId}:${seq}`))
    const ownRows = rows.filter(
      ({ runId, seq, submissionId }) => ids.has(submissionId ?? -1) || places.has(`${runId}:${seq}`),
    )
    const judged = submissions.map((submission) => ({ submission, fate: judgeSubmission(submission) }))
    return [
      {
        person,
        toErase: judged.filter(({ fate }) => fate === 'hidden' || fate === 'destroyed'),
        rows: ownRows,
        open: judged.filter(({ fate }) => fate === 'open').map(({ submission }) => submission),
        beingRead: ownRows.filter(({ runId }) => active.has(runId)),
      },
    ]
  })
}

/** A row may name a person beside a submission of nobody, such as a decision; never beside another person's. */
function isAbout(person: string | null, subject: string | null): boolean {
  return person === null || subject === null || normalizePerson(subject) === person
}

async function readSubmissions(statements: Reader, condition: string, values: readonly (number | string)[]) {
  const { checks, dialect } = statements
  if (values.length === 0) return []
  const select = `SELECT id, operation, target_id AS "targetId", state, identifier, subject, order_key AS "orderKey", doubted,
          forgotten_at AS "forgottenAt", ${dialect.toHex('request_hash')} AS hash, ${settledAt('submissions')} AS "settledAt",
          ${rowsOf('submissions.id')} AS rows${checks.columns()}
     FROM submissions WHERE ${condition} ORDER BY id ${dialect.forUpdate}`
  const found = await statements.query<FoundSubmission>(select, [values])
  return found.map(checks.verify)
}

const rowsOf = (submission: string): string =>
  `CASE (SELECT MIN(CASE WHEN held IN ${listOf(standInStates)} THEN 1 ELSE 0 END) FROM rows WHERE submission_id = ${submission})
     WHEN 0 THEN 'open' WHEN 1 THEN 'held' ELSE 'none' END`

/** Without rows that are empty already. */
async function readRows(statements: Reader, submissions: readonly FoundSubmission[], selections: readonly Selection[]) {
  const { dialect } = statements
  const columns = `rows.run_id AS "runId", rows.seq, sheet, row_number AS "rowNumber", detail, submission_id AS "submissionId"`
  const isFilled = `(cells <> '${forgottenCells}' OR warnings IS NOT NULL OR request_hash IS NOT NULL OR rows.order_key IS NOT NULL)`
  const text = `SELECT ${columns} FROM rows WHERE submission_id ${dialect.anyOf('$1')} AND ${isFilled} ORDER BY run_id, seq`
  const ofSubmissions = await statements.query<FoundRow>(text, [submissions.map(({ id }) => id)])
  const places = selections.flatMap(({ rows }) => rows)
  if (places.length === 0) return ofSubmissions
  const select = `SELECT ${columns} FROM ${dialect.records('place', 'runId bigint, seq integer')}
     JOIN rows ON rows.run_id = place."runId" AND rows.seq = place.seq WHERE ${isFilled}`
  const named = await statements.query<FoundRow>(select, [toJson(places)])
  const known = new Set(ofSubmissions.map(({ runId, seq }) => `${runId}:${seq}`))
  return [...ofSubmissions, ...named.filter(({ runId, seq }) => !known.has(`${runId}:${seq}`))]
}
