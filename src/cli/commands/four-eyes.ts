import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { announcePromise } from '../../app/evidence-policy.ts'
import { exitCodeOfPlan } from '../../app/exit-code.ts'
import { planRelease, prepareRelease, readSealedPlan } from '../../app/four-eyes/release-plan.ts'
import { type SealRequest, sealSheet } from '../../app/four-eyes/seal-sheet.ts'
import { dropWaiting, listWaiting, type WaitingEntry } from '../../app/four-eyes/waiting-runs.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { describePairDoubts } from '../../pipeline/sealing/plan-doubts.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Host } from '../host.ts'
import { describePlan } from '../output/format-plan.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, listLines, printJson, printResult, printToStderr } from '../output/print.ts'
import { adviseReseal, ledgerArguments, quoteCommand } from '../quote-command.ts'
import { type TerminalSession, withTerminal } from '../run-interactively.ts'
import { readRun } from '../run-request.ts'
import type { Arguments, CommandSession } from '../setting-options.ts'
import { settleEncoding } from '../settle-encoding.ts'
import { logStart, sendInteractively, showPlan } from './batch.ts'

/** `--seal`: writes the plan as a workbook for a second person, and sends nothing. */
export async function sealCommand(
  { host, args: given }: CommandSession,
  operation: Operation,
  input: string,
): Promise<ExitCode> {
  const args = await settleEncoding(host, given, operation, input)
  const { seal: planFile = '' } = args
  const request = { ...readRun(operation, input, args), output: undefined, by: args.by, plan: planFile }
  return withTerminal({ host, args: { ...args, dryRun: true } }, { input, output: planFile }, (terminal) => {
    logStart(terminal)
    return sealInTerminal(terminal, operation, request)
  })
}

/** `added` to the summary as JSON. */
export async function sealInTerminal(
  { host, args, logger, settings }: TerminalSession,
  operation: Operation,
  request: SealRequest,
  added: object = {},
): Promise<ExitCode> {
  const sealed = await sealSheet(operation, request, settings, { clock: host.clock, logger })
  const { runId, seal, by, until, file, contradictions, plan, report, sending, dropped } = sealed
  if (dropped.length > 0)
    logger.info(`It replaces what was sealed of this sheet before and released by nobody (run ${dropped.join(', ')})`)
  const lastTime = toIsoTime(until)
  printToStderr(host, describePlan(plan))
  for (const text of contradictions) logger.warn(`contradiction: ${text}`)
  const { toSend, isTestTarget: isTest } = sending
  const summary = { run: runId, seal, by, until: lastTime, file, toSend, isTest, contradictions, ...added }
  if (args.json) printJson(host, summary)
  const written = file === '' ? '' : ` Written to ${file}`
  logger.info(
    `Sealed by ${by}: ${plan.total} to be sent, seal ${shortenSeal(seal)}, run ${runId}. Nothing was sent.${written}`,
  )
  logger.info(
    'Names are statements, not log-ins: the two staff IDs must differ, and the program cannot check who types them.',
  )
  logger.info(describeWay(isDatabaseAddress(args.ledger), lastTime))
  const where = { run: runId, address: settings.destination.address, company: args.company }
  logger.info(`Next, for a second person who has read it: ${toReleaseCommand(host, args, where)}`)
  return exitCodeOfPlan(report)
}

function describeWay(isTeam: boolean, until: string): string {
  return isTeam
    ? `It waits in the team’s database until ${until}: a second person needs only the run number or the seal, on any computer; neither sheet nor plan is carried there`
    : `It waits in this account’s ledger until ${until}: a second person releases it under this account on this computer; two people on two computers need a team’s database`
}

/** `--release`: sends exactly the plan that another person sealed, once it was confirmed. */
export function releaseCommand(
  { host, args }: CommandSession,
  operation: Operation,
  input: string | undefined,
): Promise<ExitCode> {
  const { release = '' } = args
  const files = { input: release, output: args.output ?? release }
  return withTerminal({ host, args }, files, async (terminal) => {
    const { logger, settings } = terminal
    logStart(terminal)
    const sealed = await readSealedPlan(operation, release, settings)
    const options = prepareRelease(operation, sealed, { ...args, input, isUnattended: args.confirm })
    const { by, account, machine, at, seal, released } = sealed
    logger.info(`Sealed by ${by} (${account}@${machine}) at ${toIsoTime(at)}, seal ${shortenSeal(seal)}`)
    if (released !== undefined)
      logger.info(`Released before by ${released.by} at ${toIsoTime(released.at)}: what is left is carried on`)
    const name = existsSync(release) ? release : basename(sealed.plan || 'plan.xlsx')
    const reseal = adviseReseal(host, { plan: name, given: input, sheet: options.input, how: sealed.how })
    if (!args.dryRun) return sendInteractively(terminal, { operation, options, reseal })
    const plan = await planRelease(operation, options, settings)
    announcePromise(settings.policy, logger)
    const doubts = describePairDoubts(options.release, isDatabaseAddress(args.ledger))
    for (const doubt of doubts) logger.warn(doubt)
    if (plan.plan.isSheetChanged === true)
      logNote(logger, 'warn', find('sealed-sheet-changed', { input: options.input }))
    const exitCode = showPlan(terminal, plan, options.input)
    logger.info('The seal holds. Nothing was sent.')
    return exitCode
  })
}

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
  waiting: Pick<WaitingEntry, 'run' | 'address' | 'company'> & { isRule?: boolean },
): string {
  const { run, address, company, isRule = false } = waiting
  const settings = profile?.profile
  const known = host.env['RWA_BASE_URL'] ?? settings?.baseUrl
  const isKnown = known?.trim().replace(/\/$/, '') === address
  const where = isSimulated({ address }) ? ['--sandbox'] : isKnown ? [] : ['--base-url', address]
  const label = company === (settings?.company ?? 'default') ? [] : ['--company', company]
  const command = isRule ? ['ledger', 'rules'] : ['decide']
  const words = [...command, '--release', String(run), ...where, ...label, ...ledgerArguments(host, ledger)]
  return `${quoteCommand(words, host.platform)} --by <staff id>`
}

function describeWaiting(host: Host, args: WhereArguments, entry: WaitingEntry): string[] {
  const { run, operation, file, waitsFor, until, account, machine, rows, address, company, sealed, rule } = entry
  const isOver = until !== undefined && until < host.clock.now()
  const limit = until === undefined ? '' : ` until ${toIsoTime(until)}`
  const release = toReleaseCommand(host, args, { run, address, company, isRule: rule !== undefined })
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
    (sealed ?? rule) !== undefined && !isOver && `  Next, for a second person: ${release}`,
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
