import { forgottenCells, normalizePerson } from '../../forgetting/forgotten-trip.ts'
import type { CellsReader, NamedInCells, ReadCells, RowKey } from '../../port/forgetting.ts'
import { inPages, type Queryable, type Reader, readValues } from '../store.ts'

interface UnmatchedRow extends RowKey, ReadCells {
  address: string
  orderKey: string | null
  submissionId: number | null
  identifier: string | null
  /** Of the submission. */
  subject: string | null
}

/** Whose records they are. */
export type FoundPeople = Awaited<ReturnType<typeof findPeople>>

/**
 * The submissions and rows of people: assessments and invitations about them, decisions on those assessments, and rows
 * that only their cells connect with a person. Identifiers of the service are compared within one address.
 */
export async function findPeople(statements: Reader, people: readonly string[], readCells: CellsReader) {
  const { dialect } = statements
  const { anyOf } = dialect
  const wanted = new Set(people.map(normalizePerson).filter((person) => person !== ''))
  const spellings = [...wanted].flatMap((person) => [person, person.normalize('NFD')])
  const submissions = new Map<number, string>()
  const owners = new Map<string, string>()
  const rows: (RowKey & { person: string })[] = []
  /** Submissions about other people, of which a row names one of these. */
  const named = new Set<number>()

  function own(id: number, person: string, address: string, identifier: string | null): void {
    submissions.set(id, person)
    // Decisions are done without an identifier: theirs is empty, and common to all people.
    if (identifier !== null && identifier !== '') owners.set(toKey(address, identifier), person)
  }

  const select = `SELECT submissions.id, subject AS person, address, identifier
     FROM submissions JOIN targets ON targets.id = target_id WHERE subject ${anyOf('$1')}`
  const subjects = await statements.query<{ id: number; person: string; address: string; identifier: string | null }>(
    select,
    [spellings],
  )
  for (const { id, person, address, identifier } of subjects) own(id, normalizePerson(person), address, identifier)

  for await (const row of listUnmatched(statements, mayNameAnother)) {
    const { submissionId: id, subject } = row
    if (id === null || wanted.has(normalizePerson(subject ?? ''))) continue
    const person = subject === null ? findNamed(row) : findWanted(readCells(row))
    if (person === undefined) continue
    if (subject === null) own(id, person, row.address, row.identifier)
    else {
      rows.push({ runId: row.runId, seq: row.seq, person })
      named.add(id)
    }
  }
  for await (const row of listUnmatched(statements, 'rows.submission_id IS NULL')) {
    const person = findNamed(row)
    if (person !== undefined) rows.push({ runId: row.runId, seq: row.seq, person })
  }

  function findNamed(row: UnmatchedRow): string | undefined {
    const cells = readCells(row)
    const identifiers = [row.orderKey, row.identifier, ...cells.identifiers].filter((each) => each !== null)
    const owned = identifiers.map((identifier) => owners.get(toKey(row.address, identifier)))
    return findWanted(cells) ?? owned.find((person) => person !== undefined)
  }

  function findWanted(cells: NamedInCells): string | undefined {
    return cells.people.map(normalizePerson).find((person) => wanted.has(person))
  }

  const text = `WITH own AS (
     SELECT submissions.id, identifier, operation, address FROM submissions JOIN targets ON targets.id = target_id
      WHERE submissions.id ${anyOf('$1')} AND identifier <> '')
   SELECT other.id, own.id AS "ownId" FROM own JOIN submissions AS other ON other.order_key = own.identifier
     JOIN targets ON targets.id = other.target_id AND targets.address = own.address
    UNION ALL
   SELECT other.id, own.id FROM own JOIN submissions AS other ON other.identifier = own.identifier
      AND other.operation = own.operation AND other.subject IS NULL AND other.order_key IS NULL
     JOIN targets ON targets.id = other.target_id AND targets.address = own.address`
  const related = await statements.query<{ id: number; ownId: number }>(text, [[...submissions.keys()]])
  for (const { id, ownId } of related) {
    if (!submissions.has(id)) submissions.set(id, submissions.get(ownId) ?? '')
  }

  const selectMatched = `SELECT run_id AS "runId", seq, submission_id AS "submissionId" FROM rows WHERE submission_id ${anyOf('$1')}`
  const matched = await statements.query<RowKey & { submissionId: number }>(selectMatched, [[...submissions.keys()]])
  for (const { runId, seq, submissionId } of matched) {
    rows.push({ runId, seq, person: submissions.get(submissionId) ?? '' })
  }
  return { submissions, rows, named }
}

/**
 * A row whose submission is known by an identifier alone, or is about such a thing; and one that an identifier connects
 * with the trip of somebody, with another content: whoever it names by now.
 */
export const mayNameAnother = `rows.submission_id IS NOT NULL AND (subject IS NULL OR (rows.cells <> '${forgottenCells}'
  AND (rows.request_hash IS NULL OR rows.request_hash <> submissions.request_hash)))`

export function listUnmatched(statements: Queryable, condition: string): AsyncGenerator<UnmatchedRow> {
  const select = `SELECT rows.run_id AS "runId", seq, cells, rows.order_key AS "orderKey", rows.submission_id AS "submissionId",
          identifier, subject, runs.operation, address, run_sheets.columns
     FROM rows JOIN runs ON runs.id = rows.run_id JOIN targets ON targets.id = runs.target_id
     JOIN run_sheets ON run_sheets.run_id = rows.run_id AND position = sheet
     LEFT JOIN submissions ON submissions.id = rows.submission_id
    WHERE ${condition} AND (rows.run_id, seq) > ($1, $2) ORDER BY rows.run_id, seq`
  return inPages<UnmatchedRow>(statements, select, ['runId', 'seq'])
}

function toKey(address: string, identifier: string): string {
  return JSON.stringify([address, identifier])
}

export function createSpellingFinder(statements: Queryable) {
  return async (
    ids: readonly string[],
    readCells: CellsReader,
    fold: (id: string) => string,
  ): Promise<ReadonlyMap<string, readonly string[]>> => {
    const known = new Map(ids.map((id) => [fold(id), new Set<string>()]))
    const see = (person: string): void => void known.get(fold(person))?.add(person)
    if (ids.length > 0) {
      const text = 'SELECT DISTINCT subject FROM submissions WHERE subject IS NOT NULL'
      for (const subject of await readValues<string>(statements, text)) see(subject)
      for await (const row of listUnmatched(statements, `(rows.submission_id IS NULL OR ${mayNameAnother})`))
        for (const person of readCells(row).people) see(person)
    }
    return new Map(ids.map((id) => [id, [...(known.get(fold(id)) ?? [])]]))
  }
}
