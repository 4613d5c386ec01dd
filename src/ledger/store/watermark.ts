import {
  attemptColumns,
  digestValues,
  type EarlierDigests,
  type LedgerWatermark,
  type LoggedLine,
  type LoggedPosition,
  openingColumns,
} from '../port/watermark.ts'
import type { Queryable } from './queryable.ts'

const last = 'ORDER BY id DESC LIMIT 1'
const numbered = 'WHERE id = $1'

/** The last lines of both logs. */
export async function readLastLines(store: Queryable): Promise<Pick<LedgerWatermark, 'opening' | 'attempt'>> {
  return { opening: await readOpening(store, last), attempt: await readAttempt(store, last) }
}

export async function readLastLine(store: Queryable): Promise<LoggedLine> {
  const [line] = await store.query<{ at: number | null }>(
    `SELECT COALESCE(answered_at, sent_at) AS at FROM attempts ${last}`,
  )
  return { ...(await readAttempt(store, last)), at: line?.at ?? 0 }
}

/** `acceptRestored` has appended it. */
export async function readAcceptedAt(store: Queryable): Promise<number | undefined> {
  const [line] = await store.query<{ at: number | null }>(
    `SELECT MAX(answered_at) AS at FROM attempts WHERE submission_id IS NULL AND operation = 'accept'`,
  )
  return line?.at ?? undefined
}

export async function readDigestsAt(store: Queryable, { opening, attempt }: LedgerWatermark): Promise<EarlierDigests> {
  return {
    opening: (await readOpening(store, numbered, opening.number)).digest,
    attempt: (await readAttempt(store, numbered, attempt.number)).digest,
  }
}

function readOpening(store: Queryable, which: string, ...values: number[]): Promise<LoggedPosition> {
  return readLine(store, `SELECT ${openingColumns} FROM holders ${which}`, values)
}

function readAttempt(store: Queryable, which: string, ...values: number[]): Promise<LoggedPosition> {
  return readLine(store, `SELECT ${attemptColumns} FROM attempts ${which}`, values)
}

async function readLine(store: Queryable, text: string, values: readonly number[]): Promise<LoggedPosition> {
  const [line] = await store.query<Record<string, unknown>>(text, values)
  if (line === undefined) return { number: 0, digest: '' }
  return { number: Number(line['id']), digest: digestValues(Object.values(line)) }
}
