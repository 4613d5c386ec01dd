import type { Command } from 'commander'
import { resolveLedger } from '../app/ledger-access.ts'
import { runDefaults } from '../app/run-defaults.ts'
import { parseCount, parseDelimiter, parseRate } from './argument-values.ts'
import { type BatchArguments, durationOption, ledgerOption, waitOption } from './batch-options.ts'
import type { Host } from './host.ts'
import { profileOption } from './profile-option.ts'

export interface RefreshArguments
  extends Pick<
    BatchArguments,
    | 'profile'
    | 'output'
    | 'baseUrl'
    | 'tokenFile'
    | 'sandbox'
    | 'columns'
    | 'encoding'
    | 'delimiter'
    | 'concurrency'
    | 'rate'
    | 'requestTimeout'
    | 'pollTimeout'
    | 'waitForService'
    | 'ledger'
    | 'company'
    | 'tokenRotated'
    | 'newLedger'
    | 'trustAddress'
    | 'json'
    | 'quiet'
    | 'verbose'
    | 'logFile'
  > {
  sheet: string | undefined
  all: boolean
}

/** The order is that of `--help`. */
export function addRefreshOptions(command: Command): Command {
  const { requestTimeoutMs, pollTimeoutMs } = runDefaults
  return command
    .option(
      '-o, --output <file>',
      'where to write, .xlsx or .csv (default: output/<input name, if any>.refreshed.xlsx)',
    )
    .option('--all', 'without an input: what has scores already as well', false)
    .option('--base-url <url>', "the service's base address (or RWA_BASE_URL)")
    .option('--token-file <file>', 'a file with the API token, or - for standard input (or set RWA_API_TOKEN)')
    .option('--sandbox', 'use the embedded service in this process: simulated scores', false)
    .addOption(profileOption())
    .option('--sheet <name>', 'worksheet to read (default: Results, or the only one with identifiers)')
    .option('--columns <file>', 'JSON: your own heading → field')
    .option('--encoding <name>', 'of a CSV file (default: detected)')
    .option('--delimiter <character>', 'of a CSV file (default: detected)', parseDelimiter)
    .option('--concurrency <n>', 'most requests in flight', parseCount(1), runDefaults.concurrency)
    .option('--rate <n>', 'most requests a second (default: adapts to the service)', parseRate)
    .addOption(durationOption('--request-timeout <duration>', 'for one request', 1_000, requestTimeoutMs, '45s'))
    .addOption(
      durationOption('--poll-timeout <duration>', 'from creation until a row is left pending', 1, pollTimeoutMs, '10m'),
    )
    .addOption(waitOption())
    .addOption(ledgerOption())
    .option('--company <label>', 'keeps the companies of one address apart', runDefaults.company)
    .option('--token-rotated', 'the token is new, the company the same', false)
    .option('--new-ledger', 'from now on this ledger, not the one used so far for this address and company', false)
    .option('--trust-address', 'send a token that is known from one address to another one', false)
    .option('--json', 'the last line of standard output is the summary as JSON', false)
    .option('-q, --quiet', 'only warnings and errors', false)
    .option('-v, --verbose', 'say more', false)
    .option('--log-file <file>', 'write all messages there too')
}

/** @throws BatchError `configuration` when there is no location for the ledger. */
export function toRefreshArguments(host: Host, options: Record<string, unknown>): RefreshArguments {
  const { ledger, ...rest } = options
  return { ...rest, ledger: resolveLedger(ledger as string | undefined, host) } as RefreshArguments
}
