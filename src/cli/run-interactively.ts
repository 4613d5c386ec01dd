import { existsSync } from 'node:fs'
import { type Destination, type DestinationOptions, openDestination } from '../app/destination.ts'
import { announcePromise, toEvidencePolicy } from '../app/evidence-policy.ts'
import { prepareFolder, requireSeparateLog } from '../app/output-file.ts'
import { readDemands } from '../app/profile/profile-demands.ts'
import type { RunSettings } from '../app/start-run.ts'
import type { RunPorts, RunReport } from '../pipeline/model/options.ts'
import type { ExitCode } from '../settings/exit-codes.ts'
import { watchInterrupts } from './interrupts.ts'
import { describeRun, describeSpill } from './output/balance.ts'
import { describeFaults } from './output/format-faults.ts'
import { createMessages, type Messages } from './output/messages.ts'
import { printJsonToStderr } from './output/print.ts'
import { createProgressDisplay, type ProgressDisplay } from './output/progress/progress.ts'
import { askUser } from './output/questions.ts'
import { type EventFile, logEvent, toEventLine } from './output/run-events.ts'
import { terminalFace } from './output/terminal-face.ts'
import { type ResealAdvice, resumeCommand, showPath } from './quote-command.ts'
import { type Arguments, type CommandSession, locate } from './setting-options.ts'

export interface TerminalSession extends Pick<CommandSession, 'host' | 'args'> {
  logger: Messages
  display: ProgressDisplay
  /** For a run, a plan, a seal or what is left to workers. */
  settings: RunSettings
  redact(text: string): string
}

export async function withTerminal(
  { host, args }: Pick<CommandSession, 'host' | 'args'>,
  files: { input: string | undefined; output: string },
  use: (terminal: TerminalSession) => Promise<ExitCode>,
): Promise<ExitCode> {
  requireSeparateLog(args.logFile, { ...files, ledger: args.ledger })
  const policy = toEvidencePolicy(args)
  let destination: Destination | undefined
  const redact = (text: string): string => destination?.token.redact(text) ?? text
  const { quiet, verbose, logFile, faults } = args
  const logger = createMessages(host, { quiet, verbose, logFile, redact, pauseDisplay: () => display.pause() })
  const display = await createProgressDisplay(host, { isQuiet: quiet, onLine: (line) => logger.logOnly(line) })
  destination = await openDestination(
    { ...args, faults, needsToken: needsToken(args), stdin: host.stdin, env: host.env, clock: host.clock },
    logger,
  )
  try {
    if (faults !== undefined) for (const line of describeFaults(faults)) logger.warn(line)
    const settings = {
      ...locate(host, args),
      demands: readDemands(args.profile, logger),
      destination,
      requestTimeoutMs: args.requestTimeoutMs,
      policy,
      onSpill: (line: string) => printJsonToStderr(host, line),
    }
    return await use({ host, args, logger, display, settings, redact })
  } finally {
    display.end()
    await destination.close()
  }
}

function needsToken({ dryRun, seal, detach }: Arguments): DestinationOptions['needsToken'] {
  // The seal of a plan is no run: whoever seals may have no token.
  if (dryRun && seal === undefined) return 'if given'
  return dryRun || detach ? 'no' : 'yes'
}

interface InteractiveRun {
  output: string
  events?: EventFile
  reseal?: ResealAdvice | undefined
  /** A person may answer. @default false */
  asks?: boolean
}

/** A run as the terminal, the log file and `--events` show it. */
export function createRunPorts(
  { host, args, logger, display }: TerminalSession,
  interrupt: AbortSignal,
  { events, asks, output }: Omit<InteractiveRun, 'reseal'>,
): RunPorts {
  return {
    clock: host.clock,
    random: host.random,
    logger,
    interrupt,
    face: terminalFace,
    emitsRowEvents: events?.isOpen === true,
    onEvent(event) {
      if (event.kind === 'progress') return display.update(event)
      logEvent(event, logger)
      const line = toEventLine(event)
      if (line !== undefined) events?.add(line)
    },
    async ask(question) {
      display.pause()
      return asks ? askUser(host, question, { ...args, interrupt, output }) : undefined
    },
  }
}

export async function runInteractively(
  terminal: TerminalSession,
  { reseal, ...faces }: InteractiveRun,
  run: (settings: RunSettings, ports: RunPorts) => Promise<RunReport>,
): Promise<RunReport> {
  const { host, logger, display, settings: given } = terminal
  prepareFolder(faces.output)
  const command = resumeCommand(host)
  const interrupts = watchInterrupts(host, logger, command)
  let spilled = 0
  const settings = {
    ...given,
    onSpill(line: string) {
      spilled += 1
      given.onSpill(line)
    },
  }
  try {
    const report = await run(settings, createRunPorts(terminal, interrupts.signal, faces)).finally(() => {
      if (spilled > 0) logger.error(describeSpill(spilled))
    })
    display.end()
    const { sentFrom } = report
    const other = sentFrom !== undefined && existsSync(sentFrom) ? showPath(host.folder, sentFrom) : undefined
    announcePromise(given.policy, logger)
    const without = report.mayReplace === true ? 'confirm' : undefined
    const advice = {
      command: resumeCommand(host, { without }),
      reseal,
      commandWith: (...exchange: [string, string]): string => resumeCommand(host, { without, exchange }),
    }
    for (const line of describeRun({ ...report, sentFrom: other }, advice)) logger.info(line)
    return report
  } finally {
    interrupts.stop()
  }
}
