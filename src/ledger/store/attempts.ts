import type { AttemptFacts, Disclosure, KeptStatement, LoggedAttempt, RunStatement } from '../port/attempts.ts'
import {
  attemptColumns,
  digestValues,
  type EarlierDigests,
  type LedgerWatermark,
  type LoggedLine,
  type LoggedPosition,
  openingColumns,
} from '../port/watermark.ts'
import {
  type Nullable,
  type Queryable,
  type Reader,
  readValue,
  type Store,
  storable,
  toJson,
  withoutNulls,
} from './store.ts'

/** A line of the log that no sending makes; without a submission about its whole run. */
export interface Note extends Partial<AttemptFacts> {
  submissionId?: number
  operation: string
  at: number | undefined
  outcome: string
  detail: string
}

export async function appendNotes(statements: Reader, notes: readonly Note[]): Promise<void> {
  const { checks, dialect } = statements
  if (notes.length === 0) return
  const lines = notes.map(({ submissionId = null, runId = null, at = null, ...note }) => {
    const { operation, outcome, sentAt = null, httpStatus = null } = note
    const facts = { runId, operation, sentAt, answeredAt: at, httpStatus, outcome, detail: storable(note.detail) }
    return { ...facts, submissionId, lineSum: checks.sumOfLine(submissionId, facts)[0] }
  })
  const [column, sum] = checks.lineColumns === '' ? ['', ''] : [', line_sum, salt', ', "lineSum", randomblob(16)']
  const columns =
    'submissionId bigint, runId bigint, operation text, sentAt bigint, answeredAt bigint, httpStatus integer, outcome text, detail text, lineSum bigint'
  const insert = `INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail${column})
   SELECT "submissionId", "runId", operation, "sentAt", "answeredAt", "httpStatus", outcome, detail${sum}
     FROM ${dialect.records('noted', columns)}`
  await statements.query(insert, [toJson(lines)])
}

export function createAttempts(store: Store) {
  return {
    async of(submissionId: number) {
      const select = `SELECT submission_id AS "submissionId", run_id AS "runId", operation, sent_at AS "sentAt", answered_at AS "answeredAt",
              http_status AS "httpStatus", outcome, detail FROM attempts WHERE submission_id = $1 ORDER BY id`
      const logged = await store.query<Nullable<LoggedAttempt>>(select, [submissionId])
      return logged.map(withoutNulls<LoggedAttempt>)
    },
    /** Appends a statement; durable when this resolves. */
    state: (statement: RunStatement) => appendNotes(store, [statement]),
    /** The same about the ledger as a whole. */
    disclose: (disclosure: Disclosure) => appendNotes(store, [{ ...disclosure, outcome: 'disclosed' }]),
    /** Oldest first. */
    disclosures: (operation: Disclosure['operation']) =>
      store.query<Disclosure>(
        `SELECT operation, answered_at AS at, detail FROM attempts
          WHERE submission_id IS NULL AND operation = $1 AND outcome = 'disclosed' ORDER BY id`,
        [operation],
      ),
    /** The ledger was put back from a copy, and counts from now on: what workbooks of before knew is not missed. */
    acceptRestored: (at: number, detail: string) =>
      appendNotes(store, [{ operation: 'accept', at, outcome: 'restored', detail }]),
    /** The last line of all, from which the ledger is recognised later. */
    last: () => readLastAttempt(store),
  }
}

/** Oldest first. */
export function readStatements(store: Queryable, operation: KeptStatement['operation']): Promise<KeptStatement[]> {
  const text = `SELECT run_id AS "runId", attempts.operation, answered_at AS at, outcome, detail, account, machine, file
     FROM attempts JOIN runs ON runs.id = run_id
    WHERE submission_id IS NULL AND attempts.operation = $1 ORDER BY attempts.id`
  return store.query<KeptStatement>(text, [operation])
}

/** The column of the version that counted right after a line of the log, if a later one has replaced it. */
export function replacedAfter(column: 'request' | 'result', submission: string, attempt: string): string {
  return `(SELECT earlier.${column} FROM earlier_versions AS earlier
    WHERE earlier.submission_id = ${submission} AND earlier.last_attempt >= ${attempt}
    ORDER BY earlier.last_attempt, earlier.replaced_at LIMIT 1)`
}

const openings = `SELECT ${openingColumns} FROM holders`
const attempts = `SELECT ${attemptColumns} FROM attempts`
const last = 'ORDER BY id DESC LIMIT 1'
const numbered = 'WHERE id = $1'
const selectAccepted = `SELECT MAX(answered_at) FROM attempts WHERE submission_id IS NULL AND operation = 'accept'`

/** The last lines of both logs. */
export async function readLastLines(store: Queryable): Promise<Pick<LedgerWatermark, 'opening' | 'attempt'>> {
  return {
    opening: await readLine(store, `${openings} ${last}`),
    attempt: await readLine(store, `${attempts} ${last}`),
  }
}

export async function readLastAttempt(store: Queryable): Promise<LoggedLine> {
  const at = await readValue<number>(store, `SELECT COALESCE(answered_at, sent_at) FROM attempts ${last}`)
  return { ...(await readLine(store, `${attempts} ${last}`)), at: at ?? 0 }
}

export type WatermarkReader = ReturnType<typeof createWatermarkReader>

export function createWatermarkReader(store: Queryable, watermark: LedgerWatermark) {
  return {
    watermark,
    /** Today's digests at the numbers of an earlier watermark; undefined for a missing line. */
    digestsAt: async ({ opening, attempt }: LedgerWatermark): Promise<EarlierDigests> => ({
      opening: (await readLine(store, `${openings} ${numbered}`, [opening.number])).digest,
      attempt: (await readLine(store, `${attempts} ${numbered}`, [attempt.number])).digest,
    }),
    /** When the ledger was last accepted as restored. */
    acceptedAt: () => readValue<number>(store, selectAccepted),
  }
}

async function readLine(store: Queryable, text: string, values: readonly number[] = []): Promise<LoggedPosition> {
  const [line] = await store.query<Record<string, unknown>>(text, values)
  if (line === undefined) return { number: 0, digest: '' }
  return { number: Number(line['id']), digest: digestValues(Object.values(line)) }
}
