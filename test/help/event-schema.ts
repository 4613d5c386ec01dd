import { z } from 'zod'
import { runSummary, summarySchemas } from './summary-schema.ts'

export { toSummaryJsonSchema } from './summary-schema.ts'

const count = z.int().min(0)
const status = z.int().nullable().describe('HTTP status of the last refusal')
const perSecond = z.number().nullable().describe('Requests a second; null when no limit is known')
const row = z.int().nullable().describe('Number of the row; null of a row that is no longer in the sheet')
const sheet = z.string().optional().describe('Worksheet, where the run reads several')
const senders = z.array(z.object({ name: z.string(), rows: count, heardMs: count.nullable() }))

const wait = z.object({
  for: z.enum(['hold', 'question', 'requests', 'turn', 'senders', 'scores', 'queue', 'ledger']),
  ms: z.number().optional(),
  count: count.optional(),
  rows: count.optional(),
  dueMs: z.number().optional(),
  senders: senders.optional(),
})

const { stopped, ...ended } = runSummary

/** In lines of a worker, beside `time` and `event`. */
export const workerFacts = {
  company: z.string().optional().describe('Of a worker: whose row or address it is about'),
  run: count.optional().describe('Of a worker: the number of the run that the row belongs to'),
}

/** The facts of each event, by its name; `time` and `event` stand in every line. */
export const eventFacts = {
  serving: {
    target: runSummary.target,
    environment: runSummary.environment,
    companies: z.array(z.string()).describe('Those that a worker has begun to serve'),
  },
  started: {
    operation: z.string().describe('assess, decide or invite'),
    target: runSummary.target,
    environment: runSummary.environment,
    rows: runSummary.rows,
    toSend: count.describe('Rows to send'),
    later: count.describe('Rows beyond --limit'),
    toAsk: count.describe('Rows whose scores are asked for'),
    outcomes: runSummary.outcomes,
    estimatedSeconds: count.nullable().describe('How long it will take; null when too little is known'),
  },
  created: { sheet, row },
  settled: { sheet, row, state: z.string().describe('The outcome, e.g. scored') },
  unknown: { sheet, row },
  retry: {
    sheet,
    row: z.int(),
    cause: z.enum(['not-sent', 'not-processed']),
    tries: count.describe('Which try it is'),
  },
  held: {
    cause: z.enum(['refused', 'unreachable']),
    status,
    heldMs: z.number().describe('Nothing is sent for so long'),
  },
  pace: { perSecond, inFlight: count.describe('Most requests at once') },
  strain: {
    phase: z.enum(['began', 'changed', 'ended']),
    status,
    refusals: count.describe('Refusals since it began'),
    perSecond,
  },
  waiting: { rows: count.describe('Rows that other runs are sending'), senders },
  still: { forMs: z.number().describe('Nothing has moved for so long'), waits: z.array(wait) },
  halted: { reason: stopped.unwrap() },
  written: { file: z.string() },
  ended: {
    exitCode: runSummary.exitCode,
    error: z.string().optional().describe('Where the command failed: all other facts are missing then'),
    done: summarySchemas.worker.shape.done.optional(),
    ...z
      .object({ ...ended, stopped })
      .omit({ exitCode: true })
      .partial().shape,
  },
} as const

export function toEventsJsonSchema(): object {
  const lines = Object.entries(eventFacts).map(([name, facts]) =>
    z.object({ time: z.iso.datetime().describe('UTC'), event: z.literal(name), ...workerFacts, ...facts }),
  )
  return { ...z.toJSONSchema(z.union(lines), { io: 'input' }), title: 'A line that rwa-batch writes with --events' }
}

/** Lines with a fact that their event's schema leaves out, or without one that it needs. */
export function findMisfits(lines: readonly Record<string, unknown>[]): string[] {
  const known: Readonly<Record<string, z.ZodRawShape>> = eventFacts
  return lines.flatMap((line) => {
    const facts = known[String(line['event'])]
    if (facts === undefined) return [`no schema: ${JSON.stringify(line)}`]
    const { error } = z.strictObject({ time: z.string(), event: z.string(), ...workerFacts, ...facts }).safeParse(line)
    return error === undefined ? [] : [`${JSON.stringify(line)}: ${z.prettifyError(error)}`]
  })
}
