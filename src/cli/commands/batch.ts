import { planSheet } from '../../app/plan-sheet.ts'
import { prepareRun } from '../../app/prepare-run.ts'
import { isBroken, judgeRun } from '../../app/rehearsal/judge.ts'
import { startRun } from '../../app/start-run.ts'
import { version } from '../../app/version.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { RunPorts } from '../../pipeline/terms/options.ts'
import { messageOf } from '../../support/errors.ts'
import { atTerminal, attendRun, type Terminal } from '../attend-run.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf, exitCodeOfError } from '../exit-code.ts'
import { endingAtOnce } from '../interrupts.ts'
import { summariseRun } from '../output/balance.ts'
import { type EventFile, openEventFile } from '../output/event-file.ts'
import { toEventLine, toRowLine } from '../output/event-lines.ts'
import { tellEvent } from '../output/event-words.ts'
import { describeStart } from '../output/log-header.ts'
import { confirmPlan } from '../output/plan-question.ts'
import { printJson } from '../output/print.ts'
import { askToGoOn } from '../output/question.ts'
import { describeSimulation } from '../output/sandbox-words.ts'
import { confirmTarget } from '../output/target-question.ts'
import { tellJudgement } from '../output/verdict-words.ts'
import { quoteCommand } from '../quote-command.ts'
import { toRunWishes } from '../run-options.ts'
import { showPlan } from './plan.ts'

/** `assess`, and every further operation on a sheet. */
export function runBatchCommand<Request extends object>(
  operation: Operation<Request>,
  input: string,
  args: BatchArguments,
  command: string,
): Promise<ExitCode> {
  const options = prepareRun(operation, toRunWishes(input, args))
  return atTerminal(args, options, async (terminal) => {
    const { logger, destination, redact } = terminal
    const given = quoteCommand(process.argv.slice(2))
    logger.note(describeStart({ version, command: given, destination, company: args.company, ledger: args.ledger }))
    if (args.dryRun) {
      const settings = { ledger: args.ledger, company: args.company, destination }
      const plan = await planSheet(operation, options, settings, { logger, cleaningUp: endingAtOnce })
      const exitCode = showPlan(plan, { input, address: destination.address, args })
      logger.info('Nothing was sent.')
      return exitCode
    }
    const events = openEventFile(args.events, { redact, warn: (message) => logger.warn(message) })
    try {
      return await send(terminal, events)
    } catch (error) {
      events.add({ event: 'ended', exitCode: exitCodeOfError(error), error: messageOf(error) })
      throw error
    } finally {
      events.close()
    }
  })

  async function send(terminal: Terminal, events: EventFile): Promise<ExitCode> {
    const { logger, destination } = terminal
    const ports = (interrupt: AbortSignal): ReturnType<typeof peoplePorts> =>
      peoplePorts(terminal, events, args, interrupt)
    const attended = { args, output: options.output, command, ports }
    const report = await attendRun(terminal, attended, (settings, all) => startRun(operation, options, settings, all))
    if (args.sandbox) logger.info(describeSimulation(destination.baseUrl))
    const { rehearsal } = destination
    const rehearsed = { id: report.runId, operation: operation.name, ledger: args.ledger }
    const judgement = rehearsal === undefined ? undefined : await judgeRun(rehearsal, rehearsed)
    if (judgement !== undefined) tellJudgement(judgement, logger)
    const verdict = judgement?.verdict
    const exitCode = verdict !== undefined && isBroken(verdict) ? 1 : exitCodeOf(report, !args.noWait)
    const summary = { ...summariseRun(report, exitCode), verdict }
    events.add({ event: 'ended', ...summary })
    if (args.json) printJson(summary)
    return exitCode
  }
}

function peoplePorts(
  { logger, display }: Terminal,
  events: EventFile,
  { yes, quiet }: BatchArguments,
  interrupt: AbortSignal,
): Pick<RunPorts, 'confirmPlan' | 'confirmRejections'> & Partial<RunPorts> {
  function tellRow(state: string, rowNumber: number | undefined, sheet: string | undefined): void {
    const line = toRowLine(state, rowNumber, sheet)
    if (line !== undefined) events.add(line)
  }
  return {
    onEvent(event) {
      tellEvent(event, logger)
      events.add(toEventLine(event))
    },
    ...(events.isOpen ? { onRowState: tellRow } : {}),
    confirmTarget: (sending) => {
      display.pause()
      return confirmTarget(sending, yes, interrupt)
    },
    confirmPlan: (plan) => {
      display.pause()
      return confirmPlan(plan, yes, interrupt)
    },
    confirmRejections: process.stdin.isTTY && !quiet ? askToGoOn : undefined,
  }
}
