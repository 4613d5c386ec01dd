import { type SubmissionState, standInStates } from '../../../contract/states.ts'
import {
  type Fate,
  forgottenCells,
  judgeSubmission,
  normalizePerson,
  type SubmissionFacts,
} from '../../forgetting/forgotten-trip.ts'
import { listOf } from '../../state-sql.ts'
import { readColumn } from '../queryable.ts'
import { toJson } from '../storable.ts'
import type { Reader } from '../store.ts'
import { type Selection, settledAt } from './select-trips.ts'

export interface FoundSubmission extends SubmissionFacts {
  id: number
  operation: string
  targetId: number
  state: SubmissionState
  identifier: string | null
  subject: string | null
  orderKey: string | null
  hash: string
  settledAt: number | null
}

export interface FoundRow {
  runId: number
  seq: number
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
  const active = new Set(await readColumn<number>(statements, activeRuns))
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

async function readSubmissions(
  statements: Reader,
  condition: string,
  values: readonly (number | string)[],
): Promise<FoundSubmission[]> {
  const { checks, dialect } = statements
  if (values.length === 0) return []
  const found = await statements.query<FoundSubmission>(
    `SELECT id, operation, target_id AS "targetId", state, identifier, subject, order_key AS "orderKey", doubted,
            forgotten_at AS "forgottenAt", ${dialect.toHex('request_hash')} AS hash, ${settledAt('submissions')} AS "settledAt",
            ${rowsOf('submissions.id')} AS rows${checks.columns()}
       FROM submissions WHERE ${condition} ORDER BY id ${dialect.forUpdate}`,
    [values],
  )
  return found.map(checks.verify)
}

const rowsOf = (submission: string): string =>
  `CASE (SELECT MIN(CASE WHEN held IN ${listOf(standInStates)} THEN 1 ELSE 0 END) FROM rows WHERE submission_id = ${submission})
     WHEN 0 THEN 'open' WHEN 1 THEN 'held' ELSE 'none' END`

/** Without rows that are empty already. */
async function readRows(
  statements: Reader,
  submissions: readonly FoundSubmission[],
  selections: readonly Selection[],
): Promise<FoundRow[]> {
  const { dialect } = statements
  const columns = `rows.run_id AS "runId", rows.seq, sheet, row_number AS "rowNumber", detail, submission_id AS "submissionId"`
  const isFilled = `(cells <> '${forgottenCells}' OR warnings IS NOT NULL OR request_hash IS NOT NULL OR rows.order_key IS NOT NULL)`
  const ofSubmissions = await statements.query<FoundRow>(
    `SELECT ${columns} FROM rows WHERE submission_id ${dialect.anyOf('$1')} AND ${isFilled} ORDER BY run_id, seq`,
    [submissions.map(({ id }) => id)],
  )
  const places = selections.flatMap(({ rows }) => rows)
  if (places.length === 0) return ofSubmissions
  const named = await statements.query<FoundRow>(
    `SELECT ${columns} FROM ${dialect.records('place', '$1', { runId: 'bigint', seq: 'integer' })}
       JOIN rows ON rows.run_id = place."runId" AND rows.seq = place.seq WHERE ${isFilled}`,
    [toJson(places)],
  )
  const known = new Set(ofSubmissions.map(({ runId, seq }) => `${runId}:${seq}`))
  return [...ofSubmissions, ...named.filter(({ runId, seq }) => !known.has(`${runId}:${seq}`))]
}
