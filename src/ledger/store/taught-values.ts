import { createdStates } from '../../contract/states.ts'
import type { TaughtValues } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { listOf } from '../state-sql.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader } from './store.ts'

/** Of more requests a sample, by their digests: what a company sends often is in it, and a read takes some milliseconds. */
const mostRead = 2_000

type Sent = Readonly<Record<string, unknown>>

/** What the service made of the values of these fields. Forgotten requests have none. */
export function createTaughtReader(store: Reader) {
  const selectAccepted = `SELECT request FROM (SELECT request, state FROM submissions WHERE operation = $1 AND target_id = $2
     ORDER BY request_hash LIMIT ${mostRead}) AS seen WHERE state IN ${listOf(createdStates)}`
  const selectRefused = `SELECT problem_field AS field, request, sent_at AS at FROM submissions
     WHERE operation = $1 AND target_id = $2 AND state = 'rejected' ORDER BY id DESC LIMIT ${mostRead}`
  return async (operation: string, target: Pick<Target, 'id'>, fields: readonly string[]): Promise<TaughtValues> => {
    const asked = [operation, target.id]
    const accepted = new Map(fields.map((field) => [field, new Set<string>()]))
    for (const { request } of await store.query<{ request: string }>(selectAccepted, asked)) {
      const sent = parseStored<Sent>(request, 'request')
      for (const [field, values] of accepted) if (typeof sent[field] === 'string') values.add(sent[field])
    }
    const refused = new Map(fields.map((field) => [field, new Map<string, { count: number; at: number }>()]))
    const found = await store.query<{ field: string | null; request: string; at: number | null }>(selectRefused, asked)
    for (const { field, request, at } of found) {
      const values = refused.get(field ?? '')
      const value = values && parseStored<Sent>(request, 'request')[field ?? '']
      if (typeof value !== 'string') continue
      const { count, at: last } = values?.get(value) ?? { count: 0, at: 0 }
      values?.set(value, { count: count + 1, at: Math.max(last, at ?? 0) })
    }
    return { accepted: new Map([...accepted].map(([field, values]) => [field, [...values].toSorted()])), refused }
  }
}
