import { Command, Option } from 'commander'
import { resolveLedger } from '../app/ledger-access.ts'
import { parsePort } from './argument-values.ts'
import { addBatchOptions, type BatchArguments } from './batch-options.ts'
import type { Host } from './host.ts'

export interface PageArguments extends BatchArguments {
  port: number | undefined
  open: boolean
}

/** The run options that hold for every sheet; the page itself asks for those of a single sheet. */
const shared: ReadonlySet<string> = new Set([
  'profile',
  'baseUrl',
  'tokenFile',
  'sandbox',
  'lists',
  'concurrency',
  'rate',
  'requestTimeout',
  'pollTimeout',
  'retries',
  'retryStatus',
  'distrustStatus',
  'waitForService',
  'maxUnknown',
  'maxErrors',
  'ledger',
  'company',
  'newLedger',
  'trustAddress',
])

export function addPageOptions(command: Command): Command {
  command
    .addOption(new Option('--port <n>', '0 for any free port (default: 4020, else any)').argParser(parsePort))
    .option('--no-open', 'print the link, and open no browser')
    .option('--shortcut', 'put an icon that starts the page in this folder where the system has them', false)
    .option('--json', 'the first line is JSON: url', false)
  for (const option of addBatchOptions(command.createCommand()).options) {
    if (shared.has(option.attributeName())) command.addOption(option)
  }
  return command
}

/** Options that the page does not have get the defaults of a run. */
export function toPageArguments(host: Host, options: Record<string, unknown>): PageArguments {
  const defaults = addBatchOptions(new Command()).opts()
  const { ledger, ...given } = options
  return {
    ...defaults,
    ...given,
    noWait: false,
    ledger: resolveLedger(ledger as string | undefined, host),
  } as PageArguments
}
