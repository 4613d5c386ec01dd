import { checkDisk } from '../../app/doctor/checks.ts'
import { exitCodeOf, exitCodeOfError, exitCodeOfPlan } from '../../app/exit-code.ts'
import { prepareFolder, requireInput } from '../../app/output-file.ts'
import { parseRequest } from '../../app/parse-request.ts'
import { evaluateRehearsal, hasDefect, type Rehearsal, type Verdict } from '../../app/rehearsal/evaluate-rehearsal.ts'
import { type PlanView, planSheet, startRun } from '../../app/start-run.ts'
import { detachSheet } from '../../app/team/detached-sheet.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { version } from '../../pipeline/version.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { describeFailedCommand } from '../conclude-failure.ts'
import { exitOnInterrupt, untilInterrupt } from '../interrupts.ts'
import { summariseRun } from '../output/balance.ts'
import {
  describeDryRun,
  describeEnvironment,
  describeSimulation,
  describeTarget,
  summariseCheck,
} from '../output/format-plan.ts'
import { groupDigits, listLines, printJson, printLines } from '../output/print.ts'
import { openEventFile } from '../output/run-events.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { ledgerArguments, quoteCommand, type ResealAdvice, resumeCommand, toCheckCommand } from '../quote-command.ts'
import { createRunPorts, runInteractively, type TerminalSession, withTerminal } from '../run-interactively.ts'
import { readRun } from '../run-request.ts'
import type { Arguments, CommandSession } from '../setting-options.ts'
import { settleEncoding } from '../settle-encoding.ts'

/** `assess`, `decide` and `invite`. */
export async function runBatchCommand(
  { host, args: given }: CommandSession,
  operation: Operation,
  input: string,
): Promise<ExitCode> {
  const args = await settleEncoding(host, given, operation, input)
  const options = parseRequest(operation, readRun(operation, input, args))
  requireInput(input)
  return withTerminal({ host, args }, options, (terminal) => {
    logStart(terminal)
    if (args.dryRun) return planDryRun(terminal, operation, options)
    if (args.detach) return detachCommand(terminal, operation, options)
    return sendInteractively(terminal, { operation, options })
  })
}

/** `added` to the summary as JSON. `isSealed`: two people will send it. */
export async function planDryRun(
  terminal: TerminalSession,
  operation: Operation,
  options: RunRequest,
  { added, isSealed = false }: { added?: object; isSealed?: boolean } = {},
): Promise<ExitCode> {
  const { host, logger, display, settings: given } = terminal
  prepareFolder(options.output, false)
  // A plan asks no question: where the run asks at a terminal, it goes on.
  const ask = async (): Promise<boolean> => host.stdin.isTTY === true
  const tokenUse = given.destination.hasToken ? { ...given, ask } : undefined
  const settings = { ...given, isBySinglePerson: !isSealed, tokenUse }
  const ports = { logger, onEvent: display.update, cleaningUp: exitOnInterrupt(host), face: terminalFace }
  const plan = await planSheet(operation, options, settings, ports)
  display.pause()
  const exitCode = showPlan(terminal, plan, options.input, added)
  const { ledger } = given
  const disk = isDatabaseAddress(ledger) ? undefined : checkDisk(ledger, plan.sending.toSend)
  if (disk !== undefined && 'error' in disk) logger.warn(describeFailedCommand(disk.error).text)
  logger.info('Nothing was sent.')
  return exitCode
}

/** `--detach`: does everything before the first request; workers do the rest. */
async function detachCommand(terminal: TerminalSession, operation: Operation, options: RunRequest): Promise<ExitCode> {
  const { host, args, logger, display, settings } = terminal
  requireDetachable(args)
  const ports = createRunPorts(terminal, new AbortController().signal, { asks: true, output: options.output })
  const left = await untilInterrupt(host, () => detachSheet(operation, options, settings, ports))
  display.end()
  for (const line of describeDetached(host, left, options.input, args.ledger)) logger.info(line)
  if (left.workers === 0) {
    logger.warn(
      `no worker serves company “${args.company}”: nothing is sent until one starts with its token: rwa-batch worker`,
    )
  }
  const { runId: run, rows, workers, sending } = left
  const { toSend, toAsk, targetLabel: target } = sending
  if (args.json) printJson(host, { exitCode: 0, run, target, rows, toSend, toAsk, workers })
  return 0
}

/** @throws BatchError `usage` for options that only a single process can follow. */
function requireDetachable({ sandbox, limit, maxErrors }: Arguments): void {
  const given = [sandbox && '--sandbox', limit !== undefined && '--limit', maxErrors !== undefined && '--max-errors']
  const [refused] = given.filter((name) => name !== false)
  if (refused === undefined) return
  throw new BatchError('usage', `${refused} does not go with --detach: workers do not know it`, {
    hint: `Leave one of the two out. Nothing was sent.`,
  })
}

function describeDetached(
  host: TerminalSession['host'],
  { runId, rows, sending }: Awaited<ReturnType<typeof detachSheet>>,
  input: string,
  location: string,
): string[] {
  const { toSend, toAsk } = sending
  const counts = listLines(`${groupDigits(toSend)} to send`, toAsk > 0 && `${groupDigits(toAsk)} to ask for`)
  const ledger = ledgerArguments(host, location)
  return [
    `Run ${runId} is left to workers: ${rows.toLocaleString('en')} rows, ${counts.join(', ')}.`,
    `To follow it: ${quoteCommand(['status', '--watch', ...ledger], host.platform)}`,
    `To see what is known at any time: ${quoteCommand(['collect', input, ...ledger], host.platform)}`,
    `Next: ${resumeCommand(host)}`,
  ]
}

/** For the log file only. */
export function logStart({ host, args, logger, settings }: TerminalSession): void {
  const { argv, platform, system } = host
  const { company, ledger, profile } = args
  const ofProfile = profile === undefined ? '' : `, profile ${profile.file}`
  logger.logOnly(
    `rwa-batch ${version} (${system}): ${quoteCommand(argv, platform)}; target ${describeTarget(settings.destination)}, company ${company}, ledger ${ledger}${ofProfile}`,
  )
}

interface InteractiveSending {
  operation: Operation
  options: RunRequest
  reseal?: ResealAdvice
  /** The exit code, given that of the run, and what is added to the summary as JSON. */
  conclude?(exitCode: ExitCode): Promise<{ exitCode: ExitCode }>
}

export async function sendInteractively(
  terminal: TerminalSession,
  { operation, options, reseal, conclude }: InteractiveSending,
): Promise<ExitCode> {
  const { host, args, logger, redact, settings } = terminal
  const { destination, policy } = settings
  const events = openEventFile(host, args.events, { redact, warn: (message) => logger.warn(message) })
  try {
    const interactive = { output: options.output, events, reseal, asks: true }
    const report = await runInteractively(terminal, interactive, (connecting, all) =>
      startRun(operation, options, connecting, all),
    )
    if (args.sandbox) logger.info(describeSimulation(destination.baseUrl))
    const rehearsed = { id: report.runId, operation: operation.name, ledger: args.ledger, surroundings: host }
    const verdict = destination.rehearsal && (await judgeRehearsal(destination.rehearsal, rehearsed, logger))
    const ofRun = verdict !== undefined && hasDefect(verdict) ? 1 : exitCodeOf(report, args.wait)
    const { exitCode, ...added } = (await conclude?.(ofRun)) ?? { exitCode: ofRun }
    const facts = { profile: args.profile?.file ?? null, retryStatus: [...policy.retryStatuses] }
    const summary = { ...summariseRun(report, exitCode), ...facts, verdict, ...added }
    events.add({ event: 'ended', ...summary })
    if (args.json) printJson(host, summary)
    return exitCode
  } catch (error) {
    events.add({ event: 'ended', exitCode: exitCodeOfError(error), error: describeFailedCommand(error).text })
    throw error
  } finally {
    events.close()
  }
}

async function judgeRehearsal(
  rehearsal: Rehearsal,
  run: Parameters<typeof evaluateRehearsal>[1],
  logger: Logger,
): Promise<Verdict> {
  const { verdict, since } = await evaluateRehearsal(rehearsal, run)
  logger.info(describeVerdict(verdict))
  if (hasDefect(verdict)) {
    logger.error(
      `a duplicate or a lost row is a defect of rwa-batch, unless another client has sent the same rows to this sandbox since ${toIsoTime(since)}; please report it with the ledger and the sandbox's data file`,
    )
  }
  return verdict
}

export function describeVerdict({ created, twice, lost, unknown, repeated }: Verdict): string {
  const parts = [`created ${created}, twice ${twice}, lost ${lost}`]
  if (unknown > 0) parts.push(`unknown ${unknown}`)
  if (repeated > 0) parts.push(`twice because of --retry-unknown ${repeated}`)
  return `Verdict of the rehearsal: ${parts.join(', ')}`
}

/** `--dry-run`: shows the outcome of each row, and the requests to send. */
export function showPlan(
  { host, args, settings: { destination, policy } }: TerminalSession,
  { report, sheets, sending, plan }: PlanView,
  input: string,
  added: object = {},
): ExitCode {
  const { balance, rows } = report
  if (args.json) {
    const { problems } = summariseCheck({ file: input, report, cannotKnow: [], written: undefined })
    printJson(host, {
      target: destination.address,
      profile: args.profile?.file ?? null,
      retryStatus: [...policy.retryStatuses],
      isTest: sending.isTestTarget,
      environment: describeEnvironment(sending.targetLabel, sending.isTestTarget),
      rows,
      sheets,
      balance: balance.map(({ state, wasDone, count }) => ({ state, alreadyDone: wasDone, rows: count })),
      problems,
      toSend: sending.toSend,
      later: sending.later,
      toAsk: sending.toAsk,
      estimate: sending.estimate ?? null,
      firstRequests: plan.first.map(({ request }) => parseStored(request, 'request')),
      firstRows: plan.first.map(({ row }) => row),
      ...(plan.lines === undefined ? {} : { lines: plan.lines, repeatedEvents: plan.repeatedEvents }),
      ...added,
    })
  } else {
    const checkCommand = toCheckCommand(host)
    printLines(host, describeDryRun({ file: input, report, sending, plan, policy, checkCommand }))
  }
  return exitCodeOfPlan(report)
}
