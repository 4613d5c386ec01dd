import { z } from 'zod'
import { operations } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { nearestMatch } from '../../sheet/nearest-match.ts'
import { guessPrefix } from './profile.ts'

const text = z.string().min(1)
const texts = z.union([text, z.array(text).min(1)])
const duration = z.string().regex(/^\d+(\.\d+)?\s*(ms|s|m|h)$/, 'expected a time such as 45s, 10m or 1h')
const count = z.int().min(1)

function fieldSchema(names: readonly string[]) {
  return z.union([z.enum(names), z.templateLiteral([`${guessPrefix} `, z.enum(names)]), z.literal(guessPrefix)], {
    error: ({ input }) => {
      const meant = typeof input === 'string' ? nearestMatch(input, names) : undefined
      return `expected a field${meant === undefined ? `, one of ${names.join(', ')}` : ` (did you mean ${meant}?)`}`
    },
  })
}

function operationSchema({ name, sheet: { fields } }: Operation) {
  const names = fields.map((field) => field.name)
  const byField = <Schema extends z.ZodType>(schema: Schema) =>
    z.strictObject(
      Object.fromEntries(fields.map((field) => [field.name, schema.optional().describe(field.about.meaning)])),
    )
  const hasDates = fields.some(({ about }) => about.kind === 'date')
  return z
    .strictObject({
      sheets: texts.describe('Worksheets to read as one run; all: every visible one whose headings fit').optional(),
      columns: z.record(z.string(), fieldSchema(names)).describe('Your own heading → field').optional(),
      set: byField(z.string())
        .describe('Field → value for its empty cells, or for all rows where there is no such column')
        .optional(),
      ...(hasDates
        ? { dateFormats: texts.describe('How dates written as text are read, e.g. DD.MM.YYYY').optional() }
        : {}),
      values: byField(z.record(z.string(), z.string()))
        .describe('Field → what people write in its cells ("" for an empty one) → what the service takes')
        .optional(),
      hidden: z.enum(['include', 'skip']).describe('Rows hidden in the sheet').optional(),
      encoding: text.describe('For CSV files').optional(),
      delimiter: z.string().length(1).describe('For CSV files').optional(),
    })
    .describe(`Settings for every sheet of ${name}; a value that begins with “${guessPrefix}” is an open guess`)
    .optional()
}

const general = {
  $schema: z.string().optional(),
  baseUrl: text.describe('The base address of the service').optional(),
  company: text.describe('Keeps the companies of one address apart').optional(),
  tokenFile: text.describe('A file with the API token; never the token itself').optional(),
  companies: z
    .record(text, text)
    .describe('Company → a file with its API token; a worker serves these companies')
    .optional(),
  ledger: text.describe('The ledger: a file, or postgres://user@host/database').optional(),
  lists: text
    .describe('A JSON file with the known values of roleType, urgency, citizenship, destination, residency')
    .optional(),
  fourEyes: z.boolean().describe('A decision needs two people: one seals the plan, another releases it').optional(),
  secondPair: z.boolean().describe('The same setting as fourEyes, under its earlier name').optional(),
  concurrency: count.describe('Most requests in flight').optional(),
  rate: z.number().positive().describe('Most requests a second').optional(),
  requestTimeout: duration.describe('For one request, e.g. 45s').optional(),
  pollTimeout: duration.describe('From creation until a row is left pending, e.g. 10m').optional(),
  retries: count.describe('Attempts at a request that was surely not processed').optional(),
  retryStatus: z
    .array(z.int().min(400).max(599))
    .min(1)
    .describe('Further HTTP statuses that the service’s owner promises to mean “not processed”')
    .optional(),
  distrustStatus: z
    .array(z.literal([429, 503, 421, 425]))
    .min(1)
    .describe('Statuses that do not prove “not processed” at this service: such rows become unknown')
    .optional(),
  waitForService: duration.describe('Longest wait for a service that cannot be reached, e.g. 2m or 8h').optional(),
  maxUnknown: count.describe('Stop sending after so many unknown outcomes without a success between them').optional(),
  maxErrors: count.describe('Stop sending after so many failed or rejected rows').optional(),
}

export const profileSchema = z
  .strictObject({
    ...general,
    ...Object.fromEntries(operations.map((operation) => [operation.name, operationSchema(operation)])),
  })
  .superRefine(({ fourEyes, secondPair }, context) => {
    if (fourEyes === undefined || secondPair === undefined || fourEyes === secondPair) return
    const message = `it is ${fourEyes}, and "secondPair", the same setting, is ${secondPair}: delete one of the two`
    context.addIssue({ code: 'custom', path: ['fourEyes'], message })
  })
  .describe('Settings of a company for every run of rwa-batch. Paths count from the folder of this file.')

/** The keys allowed at a place of a profile; undefined where any key is. */
export function keysAt([first, second]: readonly PropertyKey[]): readonly string[] | undefined {
  if (first === undefined) return Object.keys(profileSchema.shape)
  const operation = operations.find(({ name }) => name === first)
  if (operation === undefined) return undefined
  if (second === undefined) return Object.keys(operationSchema(operation).unwrap().shape)
  return second === 'set' || second === 'values' ? operation.sheet.fields.map(({ name }) => name) : undefined
}

/** For editors, which complete a profile and underline mistakes. */
export function toJsonSchema(): object {
  return { ...z.toJSONSchema(profileSchema, { io: 'input' }), title: 'Profile of rwa-batch' }
}
