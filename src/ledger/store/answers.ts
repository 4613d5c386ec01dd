import { forgottenCells, normalizePerson } from '../forgetting/forgotten-trip.ts'
import type { FoundAnswers } from '../port/answers.ts'
import { parseStored } from '../stored-json.ts'
import { type Queryable, type Reader, readFirst, readValue, toJson } from './store.ts'

/** What was answered about sheets, by run and by the content of their files. */
export function createAnswers(store: Reader) {
  const select = `SELECT runs.id AS "runId", started_at AS "startedAt", digest, answers AS text
     FROM run_answers JOIN runs ON runs.id = run_id
    WHERE operation = $1 AND (digest = $2 OR runs.id = $3)
    ORDER BY CASE WHEN digest = $2 THEN 0 ELSE 1 END, runs.id DESC LIMIT 1`
  const selectReleased = `SELECT MAX(released_at) FROM run_answers JOIN runs ON runs.id = run_id WHERE operation = $1 AND digest = $2`
  return {
    /** Those of the latest run about a file of this content; else, with a number, those of that run. */
    find: (operation: string, digest: string, runId?: number) =>
      readFirst<FoundAnswers>(store, select, [operation, digest, runId ?? null]),
    /** When a run about a file of this content was last released. */
    releasedAt: (operation: string, digest: string) => readValue<number>(store, selectReleased, [operation, digest]),
  }
}

export async function insertAnswers(
  statements: Queryable,
  runId: number,
  { digests, text }: { digests: readonly string[]; text: string },
): Promise<void> {
  for (const digest of new Set(digests))
    await statements.query('INSERT INTO run_answers (digest, run_id, answers) VALUES ($1, $2, $3)', [
      digest,
      runId,
      text,
    ])
}

export async function deleteAnswers(statements: Queryable, runId: number): Promise<void> {
  await statements.query('DELETE FROM run_answers WHERE run_id = $1', [runId])
}

/** All those of runs without a row that is left; of others each text that is one of these people. */
export async function eraseAnswers(
  statements: Reader,
  runIds: readonly number[],
  people: ReadonlySet<string>,
): Promise<void> {
  const { anyOf, records } = statements.dialect
  const remove = `DELETE FROM run_answers WHERE run_id ${anyOf('$1')} AND NOT EXISTS (
     SELECT 1 FROM rows WHERE rows.run_id = run_answers.run_id AND cells <> '${forgottenCells}')`
  await statements.query(remove, [runIds])
  const select = `SELECT DISTINCT run_id AS "runId", answers AS text FROM run_answers WHERE run_id ${anyOf('$1')}`
  const left = await statements.query<{ runId: number; text: string }>(select, [runIds])
  const withoutPeople = (_: string, value: unknown): unknown =>
    typeof value === 'string' && people.has(normalizePerson(value)) ? undefined : value
  const erased = left.flatMap(({ runId, text }) => {
    const kept = JSON.stringify(parseStored(text, 'answers'), withoutPeople)
    return kept === text ? [] : [{ runId, text: kept }]
  })
  if (erased.length === 0) return
  const update = `UPDATE run_answers SET answers = erased.text FROM ${records('erased', 'runId bigint, text text')}
    WHERE run_answers.run_id = erased."runId"`
  await statements.query(update, [toJson(erased)])
}
