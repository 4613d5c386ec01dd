import type { Context } from 'hono'
import { z } from 'zod'
import { operations } from '../operations/all.ts'
import { headingSearchRows } from '../sheet/headings/find-headings.ts'
import { pageLanguages } from './page-language.ts'

/** Schemas of the page's requests; other content is refused. */

const field = z.enum(['', ...operations.flatMap(({ sheet }) => sheet.fields.map(({ name }) => name))])
const text = z.string().max(32_767)
const shortText = z.string().max(200)
const position = z.int().min(0)
const forgotten = z.record(text, z.null())

export async function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => undefined)
}

export const profileAnswer = z.strictObject({ isAgreed: z.boolean() })
export const code = z.strictObject({ code: z.string().max(100) })
export const task = z.enum(['assess', 'decide', 'invite'])
export type Task = z.infer<typeof task>

/**
 * Options for reading a sheet. Null for a heading, and an empty text or list elsewhere, take back an earlier choice; an
 * empty field: the column is not sent.
 */
export const reading = z.strictObject({
  sheets: z.union([z.literal('all'), z.array(text).min(1)]).exactOptional(),
  columns: z.record(text, field.nullable()).exactOptional(),
  set: z.record(text, text).exactOptional(),
  dateFormat: z.array(z.string().max(40)).exactOptional(),
  /** For later sheets too; else for this sheet alone. */
  isKept: z.boolean().exactOptional(),
  hidden: z.enum(['include', 'skip']).exactOptional(),
  encoding: shortText.exactOptional(),
  delimiter: z.string().length(1).exactOptional(),
  headingRow: z.int().min(1).max(headingSearchRows).exactOptional(),
})
export type ReadingRequest = z.infer<typeof reading>
export const keeping = z.strictObject({ isKept: z.boolean() })

export const edit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cell'), sheet: position, line: position, column: position, text }),
  /** For every wrong cell of a column with these texts. `isKept`: for later sheets too, where the field allows it. */
  z.strictObject({
    kind: z.literal('values'),
    column: position,
    values: z
      .array(z.strictObject({ written: text, text }))
      .min(1)
      .max(1_000),
    isKept: z.boolean().exactOptional(),
  }),
])
export type EditRequest = z.infer<typeof edit>

export const forget = z.strictObject({
  columns: forgotten.exactOptional(),
  set: forgotten.exactOptional(),
  values: z.record(text, forgotten).exactOptional(),
  dateFormats: z.tuple([]).exactOptional(),
})
export type ForgetRequest = z.infer<typeof forget>

export const token = z.strictObject({
  token: z.string().max(16_384),
  /** True: in a file for this user only; false: until the program ends. */
  isKept: z.boolean(),
  /** Replaces an earlier token of the same company. */
  isRotated: z.boolean(),
})
export type TokenRequest = z.infer<typeof token>

export const person = z.strictObject({ person: z.string().trim().min(1).max(200) })
/** `typed`: the ID of the shown person once more. */
export const erasure = z.strictObject({ typed: shortText, reason: shortText })
export type ErasureRequest = z.infer<typeof erasure>

const narrowing = z.strictObject({
  /** The overall score; the upper limit itself is outside. */
  from: z.number().exactOptional(),
  below: z.number().exactOptional(),
  destination: text.exactOptional(),
  level: text.exactOptional(),
  manager: text.exactOptional(),
})
export type Narrowing = z.infer<typeof narrowing>

const rowSelection = z.strictObject({
  filter: z.string().max(20).default('all'),
  /** Only rows with this text in a cell, in any case; empty: all. */
  find: shortText.default(''),
  narrow: narrowing.default({}),
})
export type RowSelection = z.infer<typeof rowSelection>

export const rowWindow = rowSelection.extend({
  /** `column` or `-column` by index, for descending; empty: the order of the sheet. */
  sort: z.string().max(20).default(''),
  from: position,
  count: position,
})
export type WindowQuery = z.infer<typeof rowWindow>

export const problem = z.strictObject({
  filter: z.string().max(20),
  sheet: position,
  line: position,
  column: position,
  isBackwards: z.boolean(),
})

/** The same values for several rows, by field: the named rows, or all rows that pass a filter. */
export const fill = z.strictObject({
  rows: z.array(z.strictObject({ sheet: position, line: position })).max(10_000),
  filter: rowSelection.nullable(),
  values: z.record(z.string().max(40), text),
})
export type FillRequest = z.infer<typeof fill>

/** Rows to be left out, or to be sent all the same: the named ones, all that pass a filter, or a group of problems. */
export const rowChoice = fill
  .omit({ values: true })
  .extend({ group: z.string().max(2_000).exactOptional(), isSent: z.boolean() })

/** `isRetry`: also what the service refused as it is. `sendsLooksDone`: also what looks as if it were done before. */
export const plan = z.strictObject({
  isRetry: z.boolean().exactOptional(),
  sendsLooksDone: z.boolean().exactOptional(),
})
export type PlanRequest = z.infer<typeof plan>
export const run = z.strictObject({ plan: position, typed: shortText.optional() })
export const sharing = z.strictObject({ heading: text, by: shortText, due: shortText })
export type SharingRequest = z.infer<typeof sharing>
export const seal = z.strictObject({ plan: position, by: shortText })
export const release = z.strictObject({ by: shortText, typed: shortText })
export const undo = z.strictObject({ by: shortText, note: text })
export type UndoWish = z.infer<typeof undo>
export const earlierRun = z.strictObject({ run: position })
export const pause = z.strictObject({ isPaused: z.boolean() })
export const goOn = z.strictObject({ goesOn: z.boolean() })
export const answer = z.strictObject({
  reference: z.string().max(100),
  text: shortText,
  reason: shortText.exactOptional(),
})
export type AnswerRequest = z.infer<typeof answer>

/** From a second start of the program: see `RunningPage`. `input`: a file to open; empty: none. */
export const linkRequest = z.strictObject({ nonce: z.string().max(100), input: text, proof: z.string().max(100) })
/** Null: as the browser asks. */
export const language = z.strictObject({ language: z.enum(pageLanguages).nullable() })
export const draftKey = z.strictObject({ key: z.string().max(100) })
export const typedTexts = z.strictObject({ texts: z.record(text, text) })
