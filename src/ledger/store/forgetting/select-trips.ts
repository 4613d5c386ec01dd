import { normalizePerson } from '../../forgetting/forgotten-trip.ts'
import type { ForgetChoice } from '../../port/forgetting.ts'
import { parseObject } from '../../stored-json.ts'
import type { Store } from '../store.ts'

export interface RowKey {
  runId: number
  seq: number
}

/** Forgotten together or not at all: all of one person, or one settled trip. */
export interface Selection {
  person: string | null
  submissions: Set<number>
  rows: RowKey[]
}

/** Fields of a sheet that name the person whom a row is about. */
const personFields = ['employeeId', 'staff_id']

/** Persons or trips that one transaction forgets: short enough for runs beside it. */
const unitsAtOnce = 200

/** With more persons than these, reading every row is faster than searching each. */
const mostSearched = 20

/** The time after which a submission changed no more. */
export const settledAt = (table: string): string => `COALESCE(${table}.done_at, ${table}.accepted_at, ${table}.sent_at)`

export async function* selectTrips(store: Store, choice: ForgetChoice): AsyncGenerator<readonly Selection[]> {
  if ('settledBefore' in choice) {
    yield* selectSettled(store, choice.settledBefore)
    return
  }
  const selections = await selectPeople(store, choice.people)
  for (let start = 0; start < selections.length; start += unitsAtOnce) {
    yield selections.slice(start, start + unitsAtOnce)
  }
}

async function selectPeople(store: Store, people: readonly string[]): Promise<Selection[]> {
  const names = people.map(normalizePerson).filter((name) => name !== '')
  const found = new Map(names.map((name): [string, Selection] => [name, newSelection(name)]))
  const spellings = [...new Set(names.flatMap((name) => [name, name.normalize('NFD')]).concat(people))]
  const ofSubjects = `SELECT id, subject FROM submissions WHERE subject ${store.dialect.anyOf('$1')}`
  await store.each<{ id: number; subject: string }>(ofSubjects, [spellings], ({ id, subject }) => {
    found.get(normalizePerson(subject))?.submissions.add(id)
  })
  const columns = await readPersonColumns(store)
  const isSearched = spellings.length <= mostSearched
  const searched = isSearched ? spellings.map((_, index) => `cells LIKE $${index + 1} ESCAPE '!'`) : ['TRUE']
  await store.each<RowKey & { sheet: number; cells: string; submissionId: number | null }>(
    `SELECT run_id AS "runId", seq, sheet, cells, submission_id AS "submissionId" FROM rows WHERE ${searched.join(' OR ')}`,
    isSearched ? spellings.map(toPattern) : [],
    ({ runId, seq, sheet, cells, submissionId }) => {
      const read = parseObject<readonly { v?: unknown }[]>(cells) ?? []
      for (const column of columns.get(`${runId}:${sheet}`) ?? read.keys()) {
        const selection = found.get(normalizePerson(String(read[column]?.v ?? '')))
        if (selection === undefined) continue
        selection.rows.push({ runId, seq })
        if (submissionId !== null) selection.submissions.add(submissionId)
      }
    },
  )
  return [...found.values()].filter(({ submissions, rows }) => submissions.size > 0 || rows.length > 0)
}

/** By run and sheet the columns that name a person; a load that was broken off has not recorded them. */
async function readPersonColumns(store: Store): Promise<ReadonlyMap<string, Iterable<number>>> {
  const sheets = await store.query<{ runId: number; position: number; columns: string }>(
    'SELECT run_id AS "runId", position, columns FROM run_sheets',
  )
  return new Map(
    sheets.flatMap(({ runId, position, columns }) => {
      const { fields } = parseObject<{ fields?: Record<string, number> }>(columns) ?? {}
      if (fields === undefined) return []
      return [[`${runId}:${position}`, personFields.flatMap((field) => fields[field] ?? [])]]
    }),
  )
}

/** As the JSON of the cells has it. */
function toPattern(text: string): string {
  return `%${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[%_!]/g, (sign) => `!${sign}`)}%`
}

/** Trips one by one, each with its decisions; then rows of finished runs that nothing was sent for. */
async function* selectSettled(store: Store, before: number): AsyncGenerator<readonly Selection[]> {
  let ids: { id: number }[] = []
  do {
    ids = await store.query<{ id: number }>(
      `SELECT id FROM submissions
        WHERE id > $1 AND forgotten_at IS NULL AND ${settledAt('submissions')} < $2
          AND NOT EXISTS (SELECT 1 FROM submissions AS created
                           WHERE created.identifier = submissions.order_key AND created.target_id = submissions.target_id)
        ORDER BY id LIMIT $3`,
      [ids.at(-1)?.id ?? -1, before, unitsAtOnce],
    )
    if (ids.length > 0) yield ids.map(({ id }) => ({ ...newSelection(null), submissions: new Set([id]) }))
  } while (ids.length === unitsAtOnce)
  let rows: RowKey[] = []
  do {
    const last = rows.at(-1) ?? { runId: -1, seq: -1 }
    rows = await store.query<RowKey>(
      `SELECT run_id AS "runId", seq FROM rows JOIN runs ON runs.id = run_id
        WHERE (run_id, seq) > ($1, $2) AND started_at < $3 AND cells <> '[]' AND ${store.dialect.isRunOver}
          AND (submission_id IS NULL
               OR EXISTS (SELECT 1 FROM submissions WHERE submissions.id = submission_id AND forgotten_at IS NOT NULL))
        ORDER BY run_id, seq LIMIT $4`,
      [last.runId, last.seq, before, unitsAtOnce],
    )
    if (rows.length > 0) yield [{ ...newSelection(null), rows }]
  } while (rows.length === unitsAtOnce)
}

function newSelection(person: string | null): Selection {
  return { person, submissions: new Set(), rows: [] }
}
