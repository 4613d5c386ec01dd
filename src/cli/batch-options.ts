import { type Command, Option } from 'commander'
import { resolveLedger } from '../app/ledger-access.ts'
import type { FoundProfile } from '../app/profile/profile.ts'
import { runDefaults } from '../app/run-defaults.ts'
import type { FaultPlan } from '../sandbox/faults/plan.ts'
import {
  collectDefault,
  collectName,
  parseCount,
  parseDelimiter,
  parseDuration,
  parseFaults,
  parseRate,
  parseStatuses,
} from './argument-values.ts'
import type { Host } from './host.ts'
import { profileOption } from './profile-option.ts'

/** Options for reading a sheet, as commander returns them. */
export interface LoadArguments {
  profile: FoundProfile | undefined
  /** In the order given. `all` means every worksheet that fits, not a name. */
  sheet: readonly string[]
  columns: string | undefined
  set: ReadonlyMap<string, string>
  lists: string | undefined
  values: string | undefined
  dateFormat: readonly string[]
  encoding: string | undefined
  delimiter: string | undefined
  hidden: 'include' | 'skip' | undefined
}

export interface BatchArguments extends LoadArguments {
  output: string | undefined
  newWorkbook: boolean
  baseUrl: string | undefined
  tokenFile: string | undefined
  sandbox: boolean
  faults: FaultPlan | undefined
  concurrency: number
  rate: number | undefined
  requestTimeout: number
  pollTimeout: number
  noWait: boolean
  retries: number
  retryStatus: ReadonlySet<number>
  distrustStatus: ReadonlySet<number>
  waitForService: number
  maxUnknown: number
  retryUnknown: boolean
  allowDuplicates: boolean
  sendChanged: boolean
  again: boolean
  /** An absolute path. */
  ledger: string
  company: string
  tokenRotated: boolean
  newLedger: boolean
  trustAddress: boolean
  maxErrors: number | undefined
  limit: number | undefined
  yes: boolean
  dryRun: boolean
  detach: boolean
  json: boolean
  quiet: boolean
  verbose: boolean
  logFile: string | undefined
  events: string | undefined
  /** For `decide` only: two people, one after the other. */
  seal?: string | undefined
  release?: string | undefined
  by?: string | undefined
  allOrNothing?: boolean | undefined
}

export function ledgerOption(): Option {
  return new Option(
    '--ledger <file>',
    'the ledger: a file, or postgres://user@host/database for a team (default: one file for this user, in every folder)',
  ).env('RWA_LEDGER')
}

export function faultsOption(when = ''): Option {
  return new Option(
    '--faults <plan>',
    `${when}misbehave by a seeded plan, e.g. reset-after=1%,create.429=2%,seed=7 (all: sandbox --help)`,
  ).argParser(parseFaults)
}

export function listsOption(): Option {
  return new Option(
    '--lists <file>',
    'JSON: the known values of roleType, urgency, citizenship, destination, residency',
  )
}

export function hiddenOption(): Option {
  return new Option('--hidden <policy>', 'rows hidden in the sheet').choices(['include', 'skip'])
}

export function sheetOption(): Option {
  return new Option(
    '--sheet <name>',
    'worksheet to read; may be repeated; all: every visible one whose headings fit, as one run',
  )
    .argParser(collectName)
    .default([], 'the only one that fits')
}

/** All reading options except `hiddenOption`. */
export function addSheetOptions(command: Command): Command {
  return command
    .addOption(profileOption())
    .addOption(sheetOption())
    .option('--columns <file>', 'JSON: your own heading → field')
    .addOption(
      new Option('--set <field=value>', 'value for the empty cells of a field; may be repeated')
        .argParser(collectDefault)
        .default(new Map(), 'none'),
    )
    .addOption(listsOption())
    .option('--values <file>', 'JSON: by field, what people write → what the service takes; "" is an empty cell')
    .addOption(
      new Option('--date-format <pattern>', 'how dates written as text are read, e.g. DD/MM/YYYY; may be repeated')
        .argParser(collectName)
        .default([], 'none'),
    )
    .option('--encoding <name>', 'of a CSV file (default: detected, and said)')
    .option('--delimiter <character>', 'of a CSV file (default: detected, and said)', parseDelimiter)
}

/** The order is that of `--help`. */
export function addBatchOptions(command: Command): Command {
  const withDestination = command
    .option('-o, --output <file>', 'where to write, .xlsx or .csv (default: output/<input name>.<suffix>.xlsx)')
    .option('--new-workbook', 'results in a new workbook, not in a copy of the input', false)
    .option('--base-url <url>', "the service's base address (or RWA_BASE_URL)")
    .option('--token-file <file>', 'a file with the API token, or - for standard input (or set RWA_API_TOKEN)')
    .option('--sandbox', 'use the embedded service in this process: simulated scores', false)
    .addOption(faultsOption('with --sandbox, to rehearse: '))
  return addSheetOptions(withDestination)
    .option('--concurrency <n>', 'most requests in flight', parseCount(1), runDefaults.concurrency)
    .option('--rate <n>', 'most requests a second (default: adapts to the service)', parseRate)
    .addOption(
      durationOption('--request-timeout <duration>', 'for one request', 1_000, runDefaults.requestTimeoutMs, '45s'),
    )
    .addOption(
      durationOption(
        '--poll-timeout <duration>',
        'from creation until a row is left pending',
        1,
        runDefaults.pollTimeoutMs,
        '10m',
      ),
    )
    .option('--no-wait', 'create only; a later run of the same command asks for the scores')
    .option('--retries <n>', 'tries for what was surely not processed', parseCount(1), runDefaults.retries)
    .addOption(
      statusesOption(
        '--retry-status <codes>',
        "further HTTP statuses that the service's owner promises to mean “not processed”",
      ),
    )
    .addOption(distrustOption())
    .addOption(waitOption())
    .option(
      '--max-unknown <n>',
      'stop sending after n unknown outcomes without a success between',
      parseCount(1),
      runDefaults.maxUnknown,
    )
    .option('--max-errors <n>', 'stop sending after n rows failed or were rejected', parseCount(1))
    .option('--limit <n>', 'send at most n new rows in this run; the others stay ready', parseCount(1))
    .option('--retry-unknown', 'send rows whose outcome is unknown again: may create them twice', false)
    .option('--allow-duplicates', 'send equal rows too', false)
    .option('--send-changed', 'send rows that look like edited versions of what was created', false)
    .option('--again', 'create anew what was already done', false)
    .addOption(ledgerOption())
    .option('--company <label>', 'keeps the companies of one address apart', runDefaults.company)
    .option('--token-rotated', 'the token is new, the company the same', false)
    .option('--new-ledger', 'from now on this ledger, not the one used so far for this address and company', false)
    .option('--trust-address', 'send a token that is known from one address to another one', false)
    .addOption(hiddenOption())
    .option('--yes', 'skip the questions that are asked before sending', false)
    .option('--dry-run', 'load and print the plan; send nothing', false)
    .option('--detach', 'load, check and confirm; leave the rest to workers', false)
    .option('--json', 'the last line of standard output is the summary as JSON', false)
    .option('-q, --quiet', 'only warnings and errors', false)
    .option('-v, --verbose', 'say more', false)
    .option('--log-file <file>', 'write all messages there too, with times and progress')
    .option('--events <file>', 'add one line of JSON there for each event, - for standard output')
}

export function statusesOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(parseStatuses).default(new Set(), 'none')
}

export function distrustOption(): Option {
  return statusesOption(
    '--distrust-status <codes>',
    'of 429, 503, 421, 425: those that do not prove “not processed” at this service; such rows become unknown',
  )
}

export function waitOption(defaultMs: number = runDefaults.waitForServiceMs, shown = '2m'): Option {
  return durationOption(
    '--wait-for-service <duration>',
    'how long to wait for a service that cannot be reached; then exit 75',
    0,
    defaultMs,
    shown,
  )
}

export function durationOption(
  flags: string,
  description: string,
  leastMs: number,
  defaultMs: number,
  shown: string,
): Option {
  return new Option(flags, description).argParser(parseDuration(leastMs)).default(defaultMs, shown)
}

/**
 * commander turns `--no-wait` into `wait: false`.
 * @throws BatchError `configuration` when there is no location for the ledger.
 */
export function toBatchArguments(host: Host, options: Record<string, unknown>): BatchArguments {
  const { wait, ledger, ...rest } = options
  return {
    ...rest,
    noWait: wait === false,
    ledger: resolveLedger(ledger as string | undefined, host),
  } as BatchArguments
}
