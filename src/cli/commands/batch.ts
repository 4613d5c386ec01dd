import { prepareFolder, requireInput } from '../../app/output-file.ts'
import { parseRequest } from '../../app/parse-request.ts'
import { type PlanSettings, planSheet, type SheetPlan } from '../../app/plan-sheet.ts'
import { evaluateRehearsal, hasDefect, type Verdict } from '../../app/rehearsal/evaluate-rehearsal.ts'
import { startRun } from '../../app/start-run.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { RunEvent, RunQuestion } from '../../pipeline/model/events.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { version } from '../../pipeline/version.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { CommandSession } from '../command-spec.ts'
import { describeFailedCommand } from '../conclude-failure.ts'
import { type ExitCode, exitCodeOf, exitCodeOfError, exitCodeOfPlan } from '../exit-code.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { summariseRun } from '../output/balance.ts'
import {
  describeDryRun,
  describeEnvironment,
  describeSimulation,
  describeTarget,
  summariseCheck,
} from '../output/format-plan.ts'
import { printJson, printLines } from '../output/print.ts'
import { askUser } from '../output/questions.ts'
import { type EventFile, openEventFile } from '../output/run-events.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { quoteCommand, type ResealAdvice, toCheckCommand } from '../quote-command.ts'
import { runInteractively, type TerminalSession, withTerminal } from '../run-interactively.ts'
import { readRun } from '../run-request.ts'
import { detachCommand } from './detach.ts'

/** `assess`, `decide` and `invite`. */
export function runBatchCommand(
  { host, args }: CommandSession,
  operation: Operation,
  input: string,
): Promise<ExitCode> {
  const options = parseRequest(operation, readRun(operation, input, args))
  requireInput(input)
  return withTerminal({ host, args }, options, (terminal) => {
    logStart(terminal)
    if (args.dryRun) return planDryRun(terminal, operation, options)
    if (args.detach) return detachCommand(terminal, operation, options)
    return sendInteractively(terminal, { operation, options })
  })
}

async function planDryRun(terminal: TerminalSession, operation: Operation, options: RunRequest): Promise<ExitCode> {
  const { host, logger, display } = terminal
  prepareFolder(options.output, false)
  const tokenUse = planTokenUse(terminal)
  const settings = { ...terminal.settings, isBySinglePerson: true, tokenUse }
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'progress') display.update(event)
  }
  const ports = { logger, onEvent, cleaningUp: exitOnInterrupt(host), face: terminalFace }
  const plan = await planSheet(operation, options, settings, ports)
  display.pause()
  const exitCode = showPlan(terminal, plan, options.input)
  logger.info('Nothing was sent.')
  return exitCode
}

/** A plan asks no question: where the run asks at a terminal, it goes on. */
export function planTokenUse({ host, args, destination }: TerminalSession): PlanSettings['tokenUse'] {
  const { tokenRotated, trustAddress } = args
  return destination.hasToken ? { tokenRotated, trustAddress, ask: async () => host.stdin.isTTY === true } : undefined
}

/** For the log file only. */
export function logStart({ host, args, logger, destination }: TerminalSession): void {
  const { argv, platform, system } = host
  const { company, ledger, profile } = args
  const ofProfile = profile === undefined ? '' : `, profile ${profile.file}`
  logger.logOnly(
    `rwa-batch ${version} (${system}): ${quoteCommand(argv, platform)}; target ${describeTarget(destination)}, company ${company}, ledger ${ledger}${ofProfile}`,
  )
}

interface InteractiveSend {
  operation: Operation
  options: RunRequest
  reseal?: ResealAdvice
}

export async function sendInteractively(terminal: TerminalSession, sending: InteractiveSend): Promise<ExitCode> {
  const { host, args, logger, redact } = terminal
  const events = openEventFile(host, args.events, { redact, warn: (message) => logger.warn(message) })
  try {
    return await send(terminal, sending, events)
  } catch (error) {
    events.add({ event: 'ended', exitCode: exitCodeOfError(error), error: describeFailedCommand(error).text })
    throw error
  } finally {
    events.close()
  }
}

async function send(terminal: TerminalSession, sending: InteractiveSend, events: EventFile): Promise<ExitCode> {
  const { host, args, logger, destination } = terminal
  const { operation, options, reseal } = sending
  const ask = (question: RunQuestion, interrupt: AbortSignal): Promise<boolean | undefined> =>
    askUser(host, question, { isConfirmed: args.confirm, isQuiet: args.quiet, interrupt, output: options.output })
  const interactive = { output: options.output, events, reseal, ask }
  const report = await runInteractively(terminal, interactive, (settings, all) =>
    startRun(operation, options, settings, all),
  )
  if (args.sandbox) logger.info(describeSimulation(destination.baseUrl))
  const { rehearsal } = destination
  const rehearsed = { id: report.runId, operation: operation.name, ledger: args.ledger, surroundings: host }
  const judgement = rehearsal === undefined ? undefined : await evaluateRehearsal(rehearsal, rehearsed)
  if (judgement !== undefined) logVerdict(judgement, logger)
  const verdict = judgement?.verdict
  const exitCode = verdict !== undefined && hasDefect(verdict) ? 1 : exitCodeOf(report, args.wait)
  const facts = { profile: args.profile?.file ?? null, retryStatus: [...terminal.policy.retryStatuses] }
  const summary = { ...summariseRun(report, exitCode), ...facts, verdict }
  events.add({ event: 'ended', ...summary })
  if (args.json) printJson(host, summary)
  return exitCode
}

function logVerdict({ verdict, since }: { verdict: Verdict; since: number }, logger: Logger): void {
  logger.info(describeVerdict(verdict))
  if (!hasDefect(verdict)) return
  logger.error(
    `a duplicate or a lost row is a defect of rwa-batch, unless another client has sent the same rows to this sandbox since ${toIsoTime(since)}; please report it with the ledger and the sandbox's data file`,
  )
}

export function describeVerdict({ created, twice, lost, unknown, repeated }: Verdict): string {
  const parts = [`created ${created}, twice ${twice}, lost ${lost}`]
  if (unknown > 0) parts.push(`unknown ${unknown}`)
  if (repeated > 0) parts.push(`twice because of --retry-unknown ${repeated}`)
  return `Verdict of the rehearsal: ${parts.join(', ')}`
}

/** `--dry-run`: shows the outcome of each row, and the requests to send. */
export function showPlan(
  { host, args, destination, policy }: TerminalSession,
  { report, sheets, sending, plan }: Pick<SheetPlan, 'report' | 'sheets' | 'sending' | 'plan'>,
  input: string,
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
    })
  } else {
    const checkCommand = toCheckCommand(host)
    const confirmed = sending.hasPlan ? plan : undefined
    printLines(
      host,
      describeDryRun({ file: input, report, sending, plan: confirmed, first: plan.first, policy, checkCommand }),
    )
  }
  return exitCodeOfPlan(report)
}
