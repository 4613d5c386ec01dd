import { z } from 'zod'

const count = z.int().min(0)
const byName = z.record(z.string(), count)
const exitCode = z.int().describe('The exit code of the command')
const profile = z.string().nullable().describe('The profile that was read')
const retryStatus = z
  .array(z.int())
  .describe('HTTP statuses that count as “not processed” by --retry-status or the profile')
const target = z.string().describe('Base address of the service; sandbox:<data file> with --sandbox')
const environment = z.enum(['test environment', 'production', 'simulated sandbox']).describe('What the address is')
const sheets = z.array(z.object({ name: z.string(), rows: count })).describe('Worksheets that were read')
const rows = count.describe('Rows of the input')

const haltKinds = [
  'interrupted',
  'authorisation',
  'redirect',
  'address',
  'unreachable',
  'held-off',
  'unknowns',
  'mixed-up',
  'errors',
  'rejections',
  'broken',
] as const

const verdict = z
  .object({ created: count, twice: count, lost: count, unknown: count, repeated: count })
  .describe('With --faults: what the rehearsal proved')

const undo = {
  undoes: count.describe('Number of the run that is undone'),
  undone: count.describe('Taken back; of a plan and a seal also what is to be'),
  decidedSince: count.describe('Decided since, and kept'),
  shared: count.describe('Another sheet stands for it, and it is kept'),
  unknown: count.describe('Cannot be undone from here'),
  notUndone: count.describe('Not taken back yet: refused, or the undo broke off'),
  kept: z
    .array(
      z.object({
        assessmentId: z.string().nullable(),
        why: z.enum(['decidedSince', 'shared', 'unknown']),
        about: z.string().describe('The trip'),
        sentAt: z.iso.datetime().nullable().describe('UTC'),
      }),
    )
    .describe('What is not taken back, by name'),
}

const run = {
  exitCode,
  target,
  environment,
  rows,
  sheets,
  outcomes: byName.describe('Rows by outcome, e.g. scored'),
  alreadyDone: count.describe('Rows that an earlier run had done; they are in outcomes too'),
  orphans: count.describe('Created by earlier runs of this input, and in no row now'),
  replaced: count.describe('Those of the orphans that a newer submission has replaced'),
  stopped: z.enum(haltKinds).nullable().describe('Why the run ended early; null when it did not'),
  output: z.string().nullable().describe('The file that was written'),
  beside: z
    .record(z.string(), z.string())
    .describe('Files beside a CSV output, by table: {"Unknown": "out.unknown.csv"}'),
  requests: count.describe('Requests that were sent'),
  refused: byName.describe('Requests refused for being too many, by HTTP status'),
  retries: count.describe('Rows and scores that were tried again'),
  latencyMs: z.object({ p50: z.number(), p95: z.number() }).nullable().describe('Time to an answer'),
  ledger: z
    .object({ id: z.string(), line: count, digest: z.string() })
    .describe('Which ledger knows it, and the last line of its log at the end, with its digest'),
  startedAt: z.iso.datetime().describe('UTC'),
  endedAt: z.iso.datetime().describe('UTC'),
  profile: profile.optional(),
  retryStatus: retryStatus.optional(),
  verdict: verdict.optional(),
}

const problemGroups = z.array(
  z.object({ field: z.string(), rule: z.string(), hint: z.string(), count, cells: z.array(z.string()) }),
)

const check = {
  file: z.string().describe('The input'),
  sheets,
  rows,
  outcomes: byName.describe('Rows by outcome'),
  problems: problemGroups.describe('Problems that stop rows, grouped, with their cells'),
  warnings: problemGroups.describe('Problems that stop no row'),
  skipped: problemGroups.describe('Rows that are left out'),
  furtherProblems: count.describe('Problems of more kinds than are listed'),
  cannotKnow: z.array(z.string()).describe('What only the service can check'),
  output: z.string().nullable().describe('The marked copy'),
  profile,
}

const plan = {
  target,
  profile,
  retryStatus,
  isTest: z.boolean().describe('Whether the address is a test environment'),
  environment,
  rows,
  sheets,
  balance: z
    .array(z.object({ state: z.string(), alreadyDone: z.boolean(), rows: count }))
    .describe('Rows by state as they would be now'),
  problems: problemGroups.describe('As check has them'),
  toSend: count.describe('Rows that would be sent'),
  later: count.describe('Rows beyond --limit'),
  toAsk: count.describe('Rows whose scores would be asked for'),
  estimate: z
    .object({ calls: z.number(), perSecond: z.number(), seconds: z.number(), isLeast: z.boolean() })
    .nullable()
    .describe('How long it would take; null when too little is known'),
  firstRequests: z.array(z.unknown()).describe('The first requests as they would be sent'),
  firstRows: z.array(z.string()).describe('Their rows'),
}

const waiting = z.object({
  run: count.describe('Its number in the ledger'),
  operation: z.string(),
  file: z.string().describe('The sheet'),
  waitsFor: z.enum(['confirmation', 'second person', 'workers']).describe('Of a process that lives, or of others'),
  until: z.iso.datetime().nullable().describe('Until when a second person may release it, UTC'),
  account: z.string().describe('Of the person who loaded it'),
  machine: z.string().describe('Of the same'),
  rows: count,
  startedAt: z.iso.datetime().describe('UTC'),
  address: z.string().describe('Where it would send'),
  company: z.string(),
  sealed: z
    .object({ by: z.string(), seal: z.string(), requests: count, plan: z.string() })
    .nullable()
    .describe('Staff ID, short seal, number of requests, workbook; null when it is not sealed'),
})

const sealed = {
  run: count.describe('Its number in the ledger'),
  seal: z.string().describe('The digest of the plan'),
  by: z.string().describe('Staff ID of the person who sealed'),
  until: z.iso.datetime().describe('Until when it may be released, UTC'),
  file: z.string().describe('The plan; empty where none is written'),
  toSend: count.describe('Decisions in it'),
  isTest: z.boolean().describe('Whether the address is a test environment'),
  contradictions: z.array(z.string()).describe('What in it contradicts itself'),
}
const sharedPart = z.object({
  part: count.describe('Its number among the workbooks'),
  name: z.string().describe('The value of the column'),
  file: z.string().describe('The workbook'),
  rows: count,
  answered: count.describe('Rows with an answer'),
  at: z.iso.datetime().nullable().describe('When the last answer was noted, UTC'),
})
const shared = z.object({
  code: z.string().describe('What the references of its rows begin with'),
  heading: z.string(),
  folder: z.string(),
  machine: z.string(),
  account: z.string(),
  file: z.string().describe('The output whose rows they are'),
  by: z.string().describe('Who asks'),
  due: z.iso.date().describe('The last day for an answer'),
  rows: count,
  workbooks: count,
  isSimulated: z.boolean().describe('Whether the scores are a sandbox’s'),
  at: z.iso.datetime().describe('UTC'),
  parts: z.array(sharedPart).nullable().describe('Null where the folder is not here'),
})
const answers = z.object({
  file: z.string().describe('The sheet to decide with'),
  code: z.string().nullable().describe('Of the share-out; null when this ledger does not know it'),
  taken: count.describe('Answers that count'),
  parts: z.array(sharedPart.extend({ from: z.array(z.string()).describe('The files that came back') })),
  problems: z
    .array(z.object({ code: z.string(), facts: z.looseObject({}), text: z.string() }))
    .describe('What is not taken'),
})

/** The objects that `--json` prints as the last line of standard output, by what they are. */
export const summarySchemas = {
  run: z.object(run).describe('A run of assess, decide, invite or refresh, and what collect has written'),
  plan: z.object(plan).describe('With --dry-run'),
  detached: z
    .object({
      exitCode,
      run: z.union([z.string(), z.number()]).describe('Its number in the ledger'),
      target,
      rows,
      toSend: count.describe('Rows that workers will send'),
      toAsk: count.describe('Rows whose scores they will ask for'),
      workers: count.describe('Workers of the company that are alive'),
    })
    .describe('With --detach'),
  sealed: z.object(sealed).describe('With --seal'),
  undone: z.object({ ...run, ...undo }).describe('undo'),
  undoPlan: z
    .object({ ...plan, ...undo, lines: z.array(z.unknown()), repeatedEvents: z.array(z.unknown()) })
    .describe('undo --dry-run'),
  undoSealed: z.object({ ...sealed, ...undo }).describe('undo where two people are needed'),
  nothingUndone: z.object({ exitCode, ...undo }).describe('undo with nothing to take back'),
  waiting: z.object({ waiting: z.array(waiting) }).describe('status --waiting, the newest first'),
  dropped: z.object({ dropped: waiting }).describe('With --drop'),
  schedules: z
    .object({
      schedules: z.array(
        z.object({
          name: z.string(),
          scheduler: z.enum(['cron', 'systemd']),
          text: z.string().describe('As that scheduler has it'),
        }),
      ),
    })
    .describe('schedule show'),
  shareOut: shared.describe('With --share-out'),
  shared: z.object({ shared: z.array(shared) }).describe('status --open, the latest first'),
  answers: z.object({ answers }).describe('With --answers, before the summary of the run'),
  check: z.object(check).describe('check'),
  doctor: z
    .object({
      exitCode,
      version: z.string().describe('Of the program'),
      system: z.string().describe('Node.js and the operating system'),
      checks: z
        .array(
          z.object({
            check: z.string(),
            state: z.enum(['ok', 'skipped', 'warning', 'failed', 'unreachable']),
            text: z.string(),
            hint: z.string().nullable(),
          }),
        )
        .describe('What was found of each part, and what to do'),
    })
    .describe('doctor'),
  worker: z
    .object({
      exitCode,
      target,
      environment: run.environment,
      done: z
        .record(z.string(), z.record(z.string(), count))
        .describe('Company → state → number of rows that this worker brought there'),
    })
    .describe('worker, when it has ended'),
  failure: z
    .object({ exitCode, error: z.string(), hint: z.string().nullable() })
    .describe('A command that failed before it had a result'),
} as const

/** Facts of the event `ended`, beside those of every line. */
export const runSummary = run

export function toSummaryJsonSchema(): object {
  const all = z.union(Object.values(summarySchemas))
  return { ...z.toJSONSchema(all, { io: 'input' }), title: 'The summary that rwa-batch prints with --json' }
}
