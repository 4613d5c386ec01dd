import { extractToken, reachService, readCompanies, requireBaseUrl } from '../../app/destination.ts'
import { toEvidencePolicy } from '../../app/evidence-policy.ts'
import { exitCodeOfError, exitCodeOfWorker } from '../../app/exit-code.ts'
import { requireSeparateLog } from '../../app/output-file.ts'
import { parseSendOptions } from '../../app/parse-request.ts'
import { type CompanyWorker, isTemporary } from '../../app/team/company-worker.ts'
import { serveCompanies } from '../../app/team/serve-companies.ts'
import { submissionStates, unansweredStates } from '../../contract/states.ts'
import { describeHalt, wordNote } from '../../messages/catalogue.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { version } from '../../pipeline/version.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { describeFailedCommand } from '../conclude-failure.ts'
import { watchInterrupts } from '../interrupts.ts'
import { describeSpill } from '../output/balance.ts'
import { describeEnvironment, describeTarget } from '../output/format-plan.ts'
import { createMessages, type Messages } from '../output/messages.ts'
import { printJson, printJsonToStderr } from '../output/print.ts'
import { type EventFile, logEvent, openEventFile, toEventLine } from '../output/run-events.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { type CommandSession, locate } from '../setting-options.ts'

/** `worker`: does detached work until it is interrupted. */
export async function runWorker({ host, args }: CommandSession): Promise<ExitCode> {
  const { profile, company, tokenFile, tokenCommand, quiet, verbose, logFile } = args
  requireSeparateLog(logFile, { input: undefined, output: '', ledger: args.ledger })
  const policy = toEvidencePolicy(args)
  const baseUrl = requireBaseUrl(args.baseUrl, host.env)
  const sources = { tokenFile, tokenCommand, env: extractToken(host.env), stdin: host.stdin }
  const companies = await readCompanies({ profile, company, ...sources })
  const [first] = companies
  if (first === undefined) throw new BatchError('configuration', 'there is no company to serve')
  const redact = (text: string): string => companies.reduce((left, { token }) => token.redact(left), text)
  const logger = createMessages(host, { quiet, verbose, logFile, redact })
  logger.logOnly(`rwa-batch ${version} worker`)
  const names = companies.map(({ label }) => `“${label}”`).join(', ')
  const service = reachService(baseUrl, first.token)
  const facts = { target: service.label, environment: describeEnvironment(service.label, service.isTest) }
  const events = openEventFile(host, args.events, { redact, warn: (message) => logger.warn(message) })
  const interrupts = watchInterrupts(host, logger)
  const report = createWorkerReport(host.clock)
  const ports = { clock: host.clock, logger, interrupt: interrupts.signal }
  let served: readonly CompanyWorker[] = []
  let spilled = 0
  try {
    const ends = await serveCompanies(
      {
        ...locate(host, args),
        baseUrl,
        companies,
        requestTimeoutMs: args.requestTimeoutMs,
        policy,
        options: parseSendOptions(args),
        onSpill(line) {
          spilled += 1
          printJsonToStderr(host, line)
        },
      },
      {
        ...ports,
        of: (label) => {
          const named = companies.length === 1 ? logger : prefixMessages(logger, label)
          return { ...ports, random: host.random, logger: named, ...createEventPorts(label, events, named) }
        },
        onServing(workers) {
          if (served.length === 0) {
            events.add({ event: 'serving', ...facts, companies: companies.map(({ label }) => label) })
            logger.info(
              `worker: serves ${companies.length === 1 ? 'company' : 'the companies'} ${names} at ${describeTarget(service)}`,
            )
          }
          served = workers
          for (const line of report(workers)) logger.info(line)
        },
        onStopped(label, reason) {
          events.add({ event: 'halted', company: label, reason: reason.kind })
          const stopped = `${label}: nothing more is sent by this worker: ${describeHalt(reason, terminalFace)}`
          if (isTemporary(reason)) logger.warn(`${stopped} It is tried again in a minute.`)
          else logger.error(stopped)
        },
      },
    )
    for (const { target, done } of served)
      logger.info(`${target.company}: ${describeServed(done)}; other workers do the rest`)
    const exitCode = exitCodeOfWorker(ends.values())
    const done = Object.fromEntries(
      served.map(({ target, done }) => [target.company, Object.fromEntries(listDone(done))]),
    )
    const summary = { exitCode, ...facts, done }
    events.add({ event: 'ended', ...summary })
    if (args.json) printJson(host, summary)
    return exitCode
  } catch (error) {
    events.add({ event: 'ended', exitCode: exitCodeOfError(error), error: describeFailedCommand(error).text })
    throw error
  } finally {
    interrupts.stop()
    events.close()
    if (spilled > 0) logger.error(describeSpill(spilled))
  }
}

/** Lines of a worker say which company and run they are about. */
function createEventPorts(
  company: string,
  events: EventFile,
  logger: Messages,
): Pick<RunPorts, 'emitsRowEvents' | 'onEvent'> {
  return {
    emitsRowEvents: events.isOpen,
    onEvent(event) {
      logEvent(event, logger)
      const line = toEventLine(event)
      if (line !== undefined) events.add({ ...line, company, ...('runId' in event ? { run: event.runId } : {}) })
    },
  }
}

/** For a worker with several companies. */
function prefixMessages(logger: Messages, company: string): Messages {
  const prefix: (level: keyof Logger) => Logger['info'] = (level) => (message, said) =>
    logger[level](`${company}: ${wordNote(message, said, terminalFace)}`)
  const ofLevels = { debug: prefix('debug'), info: prefix('info'), warn: prefix('warn'), error: prefix('error') }
  return { ...ofLevels, logOnly: (text) => logger.logOnly(`${company}: ${text}`) }
}

type ServedCompany = Pick<CompanyWorker, 'done'> & { target: { company: string }; gate?: { inFlight: number } }

const everyMs = 10_000

/** A line for each company, every ten seconds at most, and only after a change. */
export function createWorkerReport(clock: Pick<Clock, 'now'>): (served: readonly ServedCompany[]) => string[] {
  let reportedAt = clock.now()
  const reported = new Map<string, string>()
  return (served) => {
    if (clock.now() - reportedAt < everyMs) return []
    reportedAt = clock.now()
    return served.flatMap(({ target: { company }, gate, done }) => {
      const counts = describeServed(done)
      if (reported.get(company) === counts) return []
      reported.set(company, counts)
      return `${company}: ${counts}, ${gate?.inFlight ?? 0} in flight`
    })
  }
}

/** e.g. `412 created, 380 done, 1 unknown`; `nothing yet` without rows. */
export function describeServed(done: ServedCompany['done']): string {
  const counts = listDone(done).map(([state, count]) => `${count.toLocaleString('en')} ${state}`)
  return counts.length === 0 ? 'nothing yet' : counts.join(', ')
}

/** In the order of the states. */
function listDone(done: ServedCompany['done']): [state: string, count: number][] {
  return submissionStates.flatMap((state) => {
    const count = unansweredStates.has(state) ? 0 : (done.get(state) ?? 0)
    return count === 0 ? [] : [[state === 'accepted' ? 'created' : state, count]]
  })
}
