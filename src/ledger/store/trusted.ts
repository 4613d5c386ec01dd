import type { Queryable } from './queryable.ts'

/** Requests that count as not processed because of the status of their answer, by status. */
export async function countTrusted(store: Queryable): Promise<Readonly<Record<string, number>>> {
  const counted = await store.query<{ status: number; count: number }>(
    `SELECT http_status AS status, COUNT(*) AS count FROM attempts
      WHERE outcome IN ('not-processed', 'failed') AND http_status IS NOT NULL GROUP BY http_status ORDER BY http_status`,
  )
  return Object.fromEntries(counted.map(({ status, count }) => [status, count]))
}
