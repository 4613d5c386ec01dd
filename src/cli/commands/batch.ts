import { planSheet } from '../../app/plan-sheet.ts'
import { type DestinationFacts, prepareRun } from '../../app/prepare-run.ts'
import { isBroken, judgeRun } from '../../app/rehearsal/judge.ts'
import { startRun } from '../../app/start-run.ts'
import { version } from '../../app/version.ts'
import type { RunQuestion } from '../../pipeline/terms/events.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { BatchOptions } from '../../pipeline/terms/options.ts'
import { messageOf } from '../../support/errors.ts'
import { atTerminal, attendRun, type Terminal } from '../attend-run.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf, exitCodeOfError } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { endingAtOnce } from '../interrupts.ts'
import { summariseRun } from '../output/balance.ts'
import { type EventFile, openEventFile } from '../output/event-file.ts'
import { describeStart } from '../output/log-header.ts'
import { wordOptions } from '../output/option-words.ts'
import { printJson } from '../output/print.ts'
import { askPeople } from '../output/questions.ts'
import { describeSimulation } from '../output/sandbox-words.ts'
import { tellJudgement } from '../output/verdict-words.ts'
import { quoteCommand } from '../quote-command.ts'
import { toRunWishes } from '../run-options.ts'
import type { SealAnew } from '../seal-anew.ts'
import { leaveToWorkers } from './detach.ts'
import { showPlan } from './plan.ts'

/** `assess`, and every further operation on a sheet. */
export function runBatchCommand(
  host: Host,
  operation: Operation,
  input: string,
  args: BatchArguments,
): Promise<ExitCode> {
  const options = prepareRun(operation, toRunWishes(operation, input, args))
  return atTerminal(host, args, options, async (terminal) => {
    const { logger, destination, policy } = terminal
    noteStart(host, terminal, args)
    if (args.dryRun) {
      const { ledger, company, newLedger } = args
      const settings = { ledger, surroundings: host, company, newLedger, destination }
      const plan = await planSheet(operation, options, settings, { logger, cleaningUp: endingAtOnce(host) })
      const exitCode = showPlan(host, plan, { input, address: destination.address, args, policy })
      logger.info('Nothing was sent.')
      return exitCode
    }
    if (args.detach) return leaveToWorkers(host, operation, options, { input, args, terminal })
    return sendAtTerminal(host, terminal, { operation, options, args })
  })
}

/** In the log file only. */
export function noteStart(
  host: Host,
  { logger, destination }: Terminal,
  { company, ledger, profile }: BatchArguments,
): void {
  const { argv, platform, system } = host
  const command = quoteCommand(argv, platform)
  logger.note(describeStart({ version, system, command, destination, company, ledger, profile: profile?.file }))
}

export interface Attending {
  operation: Operation
  options: Omit<BatchOptions, DestinationFacts>
  args: BatchArguments
  anew?: SealAnew
}

/** A run with the people at the terminal, and machines that listen to its events. */
export async function sendAtTerminal(
  host: Host,
  terminal: Terminal,
  { operation, options, args, anew }: Attending,
): Promise<ExitCode> {
  const { logger, redact } = terminal
  const events = openEventFile(host, args.events, { redact, warn: (message) => logger.warn(message) })
  try {
    return await send(terminal, events)
  } catch (error) {
    events.add({ event: 'ended', exitCode: exitCodeOfError(error), error: wordOptions(messageOf(error)) })
    throw error
  } finally {
    events.close()
  }

  async function send(terminal: Terminal, events: EventFile): Promise<ExitCode> {
    const { logger, destination } = terminal
    const ask = (question: RunQuestion, interrupt: AbortSignal): Promise<boolean | undefined> =>
      askPeople(host, question, { isConfirmed: args.yes, isQuiet: args.quiet, interrupt })
    const attended = { args, output: options.output, events, anew, ask }
    const report = await attendRun(host, terminal, attended, (settings, all) =>
      startRun(operation, options, settings, all),
    )
    if (args.sandbox) logger.info(describeSimulation(destination.baseUrl))
    const { rehearsal } = destination
    const rehearsed = { id: report.runId, operation: operation.name, ledger: args.ledger, surroundings: host }
    const judgement = rehearsal === undefined ? undefined : await judgeRun(rehearsal, rehearsed)
    if (judgement !== undefined) tellJudgement(judgement, logger)
    const verdict = judgement?.verdict
    const exitCode = verdict !== undefined && isBroken(verdict) ? 1 : exitCodeOf(report, !args.noWait)
    const summary = { ...summariseRun(report, exitCode), profile: args.profile?.file ?? null, verdict }
    events.add({ event: 'ended', ...summary })
    if (args.json) printJson(host, summary)
    return exitCode
  }
}
