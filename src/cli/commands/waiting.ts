import { resolve } from 'node:path'
import { dropWaiting, listWaiting, type WaitingEntry } from '../../app/four-eyes/waiting-runs.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { CommandSession } from '../command-spec.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, listLines, printJson, printResult } from '../output/print.ts'
import { ledgerArguments, quoteCommand } from '../quote-command.ts'
import type { Arguments } from '../setting-options.ts'

/** `status --waiting`: what nobody has released yet, the newest first. */
export async function showWaiting({ host, args }: CommandSession, input?: string): Promise<ExitCode> {
  const all = await listWaiting({ ledger: args.ledger, surroundings: host })
  const waiting = input === undefined ? all : all.filter(({ file }) => file === resolve(input))
  const lines = waiting.flatMap((entry) => describeWaiting(host, args, entry))
  if (lines.length === 0) lines.push(input === undefined ? 'Nothing waits.' : `Nothing of ${input} waits.`)
  printResult({ host, args }, { waiting: waiting.map(summariseWaiting) }, lines)
  return 0
}

/** `decide --drop`: needs neither token nor service. */
export async function dropCommand({ host, args }: CommandSession, drop: string): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, args.ledger, args)
  const dropped = await dropWaiting(drop, args.by, settings, ports)
  const { run, file, sealed, rule } = dropped
  const what =
    rule !== undefined
      ? `${rule.change}, asked for by ${rule.by}`
      : `${countOf(sealed?.requests ?? 0, 'request')}, sealed by ${sealed?.by}, seal ${sealed?.seal}`
  ports.logger.info(
    `Run ${run}${file && ` of ${file}`} is dropped: ${what}. Nothing of it was sent, and it can no longer be released.`,
  )
  if (args.json) printJson(host, { dropped: summariseWaiting(dropped) })
  return 0
}

type WhereArguments = Pick<Arguments, 'profile' | 'ledger'>

/** With the address and the company where the reader's profile or environment names others. */
export function toReleaseCommand(
  host: Host,
  { profile, ledger }: WhereArguments,
  {
    run,
    address,
    company,
    rule,
  }: Pick<WaitingEntry, 'run' | 'address' | 'company'> & Partial<Pick<WaitingEntry, 'rule'>>,
): string {
  const settings = profile?.profile
  const known = host.env['RWA_BASE_URL'] ?? settings?.baseUrl
  const isKnown = known?.trim().replace(/\/$/, '') === address
  const where = isSimulated({ address }) ? ['--sandbox'] : isKnown ? [] : ['--base-url', address]
  const label = company === (settings?.company ?? 'default') ? [] : ['--company', company]
  const command = rule === undefined ? ['decide'] : ['ledger', 'rules']
  const words = [...command, '--release', String(run), ...where, ...label, ...ledgerArguments(host, ledger)]
  return `${quoteCommand(words, host.platform)} --by <staff id>`
}

function describeWaiting(host: Host, args: WhereArguments, entry: WaitingEntry): string[] {
  const { run, operation, file, waitsFor, until, account, machine, rows, address, company, sealed, rule } = entry
  const isOver = until !== undefined && until < host.clock.now()
  const limit = until === undefined ? '' : ` until ${toIsoTime(until)}`
  const wanted = waitsFor === 'second person' ? 'a second person' : waitsFor
  return listLines(
    `Run ${run}: ${rule?.change ?? `${operation} ${file}`}, for company “${company}” at ${address}`,
    rule !== undefined
      ? `  asked for by ${rule.by} (${account}@${machine})`
      : sealed === undefined
        ? `  of ${account}@${machine}, ${countOf(rows, 'row')}`
        : `  sealed by ${sealed.by} (${account}@${machine}), seal ${sealed.seal}, ${countOf(sealed.requests, 'request')}`,
    describeLifted(rule?.lifted ?? []),
    isOver ? `  waited for ${wanted}${limit}, and can no longer be released` : `  waits for ${wanted}${limit}`,
    (sealed ?? rule) !== undefined && !isOver && `  Next, for a second person: ${toReleaseCommand(host, args, entry)}`,
  )
}

export function describeLifted(people: readonly string[]): string[] {
  return people.length === 0 ? [] : [`  no longer on hold: ${people.join(', ')}`]
}

function summariseWaiting({ waitsFor, until, startedAt, sealed, rule, ...entry }: WaitingEntry): object {
  return {
    ...entry,
    waitsFor: waitsFor ?? null,
    startedAt: toIsoTime(startedAt),
    until: until === undefined ? null : toIsoTime(until),
    sealed: sealed ?? null,
    rule: rule ?? null,
  }
}
