import type { CellsReader } from '../../port/person.ts'
import { listUnmatched, mayNameAnother } from '../person/find-people.ts'
import type { Queryable } from '../queryable.ts'

/** As `Forgetting` has it. */
export async function findSpellings(
  statements: Queryable,
  ids: readonly string[],
  readCells: CellsReader,
  fold: (id: string) => string,
): Promise<Map<string, string[]>> {
  const known = new Map(ids.map((id) => [fold(id), new Set<string>()]))
  const see = (person: string): void => void known.get(fold(person))?.add(person)
  if (ids.length > 0) {
    const subjects = await statements.query<{ subject: string }>(
      'SELECT DISTINCT subject FROM submissions WHERE subject IS NOT NULL',
    )
    for (const { subject } of subjects) see(subject)
    for await (const row of listUnmatched(statements, `(rows.submission_id IS NULL OR ${mayNameAnother})`))
      for (const person of readCells(row).people) see(person)
  }
  return new Map(ids.map((id) => [id, [...(known.get(fold(id)) ?? [])]]))
}
