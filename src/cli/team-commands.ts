import type { Command } from 'commander'
import { resolveLedger } from '../app/ledger-access.ts'
import { runDefaults } from '../app/run-defaults.ts'
import { parseCount, parseRate } from './argument-values.ts'
import { distrustOption, durationOption, ledgerOption, statusesOption, waitOption } from './batch-options.ts'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import { profileOption } from './profile-option.ts'

export function addTeamCommands(program: Command, host: Host, conclude: (exitCode: ExitCode) => void): void {
  program
    .command('worker')
    .description('sends and polls runs left to workers with --detach, until it is interrupted (SIGTERM)')
    .option('--base-url <url>', "the service's base address (or RWA_BASE_URL)")
    .option('--token-file <file>', 'a file with the API token, or - for standard input (or set RWA_API_TOKEN)')
    .option('--company <label>', 'whose token it is, where the profile names no companies', runDefaults.company)
    .addOption(profileOption())
    .addOption(ledgerOption())
    .option('--concurrency <n>', 'most requests in flight for a company', parseCount(1), runDefaults.concurrency)
    .option('--rate <n>', 'most requests a second for a company (default: adapts to the service)', parseRate)
    .addOption(
      durationOption('--request-timeout <duration>', 'for one request', 1_000, runDefaults.requestTimeoutMs, '45s'),
    )
    .addOption(statusesOption('--retry-status <codes>', 'further HTTP statuses that surely mean “not processed”'))
    .addOption(distrustOption())
    .addOption(waitOption(Number.POSITIVE_INFINITY, 'for ever'))
    .option(
      '--max-unknown <n>',
      'stop sending for a company after n unknown outcomes without a success between',
      parseCount(1),
      runDefaults.maxUnknown,
    )
    .option('--token-rotated', 'the tokens are new, the companies the same', false)
    .option(
      '--new-ledger',
      'from now on this ledger, not the one used so far for this address and these companies',
      false,
    )
    .option('--trust-address', 'send tokens that are known from one address to another one', false)
    .option('-q, --quiet', 'only warnings and errors', false)
    .option('-v, --verbose', 'say more', false)
    .option('--log-file <file>', 'write all messages there too, with times')
    .addHelpText(
      'after',
      '\nThe companies it serves stand in the profile: {"companies": {"acme": "acme.token", "globex": "globex.token"}}\n\nExample:\n  rwa-batch worker --profile /etc/rwa-batch.json',
    )
    .action(async (options) => {
      const { runWorker } = await import('./commands/worker.ts')
      conclude(await runWorker(host, { ...options, ledger: resolveLedger(options.ledger, host) }))
    })

  program
    .command('collect')
    .description('write what is known of a sheet, without token or service; 4 while something is open')
    .argument('<input>', 'a sheet that was handed in')
    .option('-o, --output <file>', 'where to write, .xlsx or .csv (default: output/<input name>.<suffix>.xlsx)')
    .option('--new-workbook', 'results in a new workbook, not in a copy of the input', false)
    .addOption(profileOption())
    .addOption(ledgerOption())
    .option('--json', 'the last line of standard output is the summary as JSON', false)
    .option('-q, --quiet', 'only warnings and errors', false)
    .addHelpText('after', '\nExample:\n  rwa-batch collect trips.xlsx -o output/trips.so-far.xlsx')
    .action(async (input: string, options) => {
      const { collect } = await import('./commands/collect.ts')
      conclude(await collect(host, input, { ...options, ledger: resolveLedger(options.ledger, host) }))
    })
}
