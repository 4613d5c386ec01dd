import {
  attemptColumns,
  digestValues,
  type LedgerWatermark,
  type LoggedLine,
  type LoggedPosition,
  openingColumns,
  type WatermarkReader,
} from '../port/watermark.ts'
import type { Queryable } from './queryable.ts'

const openings = `SELECT ${openingColumns} FROM holders`
const attempts = `SELECT ${attemptColumns} FROM attempts`
const last = 'ORDER BY id DESC LIMIT 1'
const numbered = 'WHERE id = $1'

/** The last lines of both logs. */
export async function readLastLines(store: Queryable): Promise<Pick<LedgerWatermark, 'opening' | 'attempt'>> {
  return {
    opening: await readLine(store, `${openings} ${last}`),
    attempt: await readLine(store, `${attempts} ${last}`),
  }
}

export async function readLastAttempt(store: Queryable): Promise<LoggedLine> {
  const time = `SELECT COALESCE(answered_at, sent_at) AS at FROM attempts ${last}`
  const [line] = await store.query<{ at: number | null }>(time)
  return { ...(await readLine(store, `${attempts} ${last}`)), at: line?.at ?? 0 }
}

export function createWatermarkReader(store: Queryable, watermark: LedgerWatermark): WatermarkReader {
  return {
    watermark,
    async digestsAt({ opening, attempt }) {
      return {
        opening: (await readLine(store, `${openings} ${numbered}`, [opening.number])).digest,
        attempt: (await readLine(store, `${attempts} ${numbered}`, [attempt.number])).digest,
      }
    },
    async acceptedAt() {
      const [line] = await store.query<{ at: number | null }>(
        `SELECT MAX(answered_at) AS at FROM attempts WHERE submission_id IS NULL AND operation = 'accept'`,
      )
      return line?.at ?? undefined
    },
  }
}

async function readLine(store: Queryable, text: string, values: readonly number[] = []): Promise<LoggedPosition> {
  const [line] = await store.query<Record<string, unknown>>(text, values)
  if (line === undefined) return { number: 0, digest: '' }
  return { number: Number(line['id']), digest: digestValues(Object.values(line)) }
}
