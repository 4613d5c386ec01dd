import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { LedgerView } from '../../ledger/store/parts.ts'
import { parseObject } from '../../ledger/stored-json.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import { withoutEmpty } from './profile.ts'

const texts = z.record(z.string(), z.string())
const rowNumbers = z.record(z.string(), z.array(z.int())).default({})

/** As `keepAnswers` writes them; further ones are passed over. */
const keptAnswers = z.object({
  columns: texts.default({}),
  set: texts.default({}),
  values: z.record(z.string(), texts).default({}),
  dateFormat: z.array(z.string()).default([]),
  sheets: z.union([z.literal('all'), z.array(z.string()).min(1)]).exactOptional(),
  hidden: z.enum(['include', 'skip']).exactOptional(),
  encoding: z.string().exactOptional(),
  delimiter: z.string().exactOptional(),
  headingRow: z.int().exactOptional(),
  /** By digest of the file with these numbers; empty: any. */
  leaveOut: z.record(z.string(), z.object({ rows: rowNumbers, sent: rowNumbers })).default({}),
})

type Texts = Readonly<Record<string, string>>

/** What a run was told of its sheet, beside what the profile says now. */
export type RecalledAnswers = NonNullable<Awaited<ReturnType<typeof recallAnswers>>>

/**
 * Of the latest run about a file of this content, else of the run with this number. Undefined where the ledger knows
 * none, and where the profile says the same.
 */
export async function recallAnswers(
  { name, sheet: { fields } }: Pick<Operation, 'name' | 'sheet'>,
  { digest, runId }: { digest: string; runId?: number | undefined },
  reading: ReadOptions,
  ledger: LedgerLocation,
) {
  const found = await view(ledger, ({ answers }) => answers.find(name, digest, runId))
  const { data } = keptAnswers.safeParse(parseObject(found?.text))
  if (found === undefined || data === undefined) return undefined
  const { columns, set, values, dateFormat, leaveOut, ...choices } = data
  // Rows have other numbers in a corrected text file.
  const { rows: leftOut = {}, sent: sendAnyway = {} } = leaveOut[digest] ?? leaveOut[''] ?? {}
  const known = new Set(['', ...fields.map((field) => field.name)])
  const ofFields = Object.entries(values).map(
    ([field, each]) => [field, without(each, reading.values?.[field])] as const,
  )
  const own = {
    columns: Object.fromEntries(Object.entries(without(columns, reading.columns)).filter(([, to]) => known.has(to))),
    set: Object.fromEntries(Object.entries(without(set, reading.set)).filter(([field]) => known.has(field))),
    dateFormats: isDeepStrictEqual(dateFormat, [reading.dateFormat ?? []].flat()) ? [] : dateFormat,
    values: withoutEmpty(Object.fromEntries(ofFields)),
    leftOut,
    sendAnyway,
  }
  // Worksheets and hidden rows are those of that content.
  const options = found.digest === digest ? choices : {}
  const isEmpty = [...Object.values(own), options].every((answers) => Object.keys(answers).length === 0)
  return isEmpty ? undefined : { at: found.startedAt, own, options }
}

/** Whether a run about a file of this content was released since. */
export async function wasReleased(
  operation: string,
  { digest, since }: { digest: string; since: number },
  ledger: LedgerLocation,
): Promise<boolean> {
  return ((await view(ledger, ({ answers }) => answers.releasedAt(operation, digest))) ?? 0) >= since
}

function without(own: Texts, known: Texts = {}): Texts {
  return Object.fromEntries(Object.entries(own).filter(([key, text]) => known[key] !== text))
}

/** Undefined without a ledger that can be read. */
function view<Result>(
  ledger: LedgerLocation,
  read: (view: LedgerView) => Promise<Result>,
): Promise<Result | undefined> {
  return findStore(ledger)
    .view(read)
    .catch(() => undefined)
}
