import { extractToken, reachService, requireBaseUrl } from '../../app/destination.ts'
import { toEvidencePolicy } from '../../app/evidence-policy.ts'
import { requireSeparateLog } from '../../app/output-file.ts'
import { parseSendOptions } from '../../app/parse-request.ts'
import { readCompanies } from '../../app/team/companies.ts'
import { type CompanyWorker, isTemporary } from '../../app/team/company-worker.ts'
import { serveCompanies } from '../../app/team/serve-companies.ts'
import { submissionStates, unansweredStates } from '../../contract/states.ts'
import { wordNote } from '../../messages/catalogue.ts'
import { describeHalt } from '../../messages/halts.ts'
import { version } from '../../pipeline/version.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { CommandSession } from '../command-spec.ts'
import { type ExitCode, exitCodeOfWorker } from '../exit-code.ts'
import { watchInterrupts } from '../interrupts.ts'
import { describeSpill } from '../output/balance.ts'
import { describeTarget, logEvent } from '../output/format-sending.ts'
import { createMessages, type Messages } from '../output/messages.ts'
import { printJsonToStderr } from '../output/print.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { locate } from '../setting-options.ts'

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
  const where = describeTarget(reachService(baseUrl, first.token))
  const interrupts = watchInterrupts(host, logger)
  const reporter = new WorkerReporter(host.clock)
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
        clock: host.clock,
        logger,
        interrupt: interrupts.signal,
        of: (label) => {
          const named = companies.length === 1 ? logger : prefixMessages(logger, label)
          return {
            clock: host.clock,
            random: host.random,
            logger: named,
            interrupt: interrupts.signal,
            onEvent: (event) => logEvent(event, named),
          }
        },
        onServing(workers) {
          if (served.length === 0) {
            logger.info(`worker: serves ${companies.length === 1 ? 'company' : 'the companies'} ${names} at ${where}`)
          }
          served = workers
          for (const line of reporter.report(workers)) logger.info(line)
        },
        onStopped(label, reason) {
          const stopped = `${label}: nothing more is sent by this worker: ${describeHalt(reason, terminalFace)}`
          if (isTemporary(reason)) logger.warn(`${stopped} It is tried again in a minute.`)
          else logger.error(stopped)
        },
      },
    )
    for (const { company: label, done } of served)
      logger.info(`${label}: ${describeServed(done)}; other workers do the rest`)
    return exitCodeOfWorker(ends.values())
  } finally {
    interrupts.stop()
    if (spilled > 0) logger.error(describeSpill(spilled))
  }
}

/** For a worker with several companies. */
function prefixMessages(logger: Messages, company: string): Messages {
  return {
    debug: (message, said) => logger.debug(`${company}: ${wordNote(message, said, terminalFace)}`),
    info: (message, said) => logger.info(`${company}: ${wordNote(message, said, terminalFace)}`),
    warn: (message, said) => logger.warn(`${company}: ${wordNote(message, said, terminalFace)}`),
    error: (message, said) => logger.error(`${company}: ${wordNote(message, said, terminalFace)}`),
    logOnly: (text) => logger.logOnly(`${company}: ${text}`),
  }
}

interface ServedCompany {
  company: string
  inFlight: number
  /** Number of rows by the state that they reached here. */
  done: ReadonlyMap<string, number>
}

const everyMs = 10_000
/** Prints a line for each company, every ten seconds at most, and only after a change. */
export class WorkerReporter {
  readonly #clock: Pick<Clock, 'now'>
  #reportedAt: number
  #reported = new Map<string, string>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
    this.#reportedAt = clock.now()
  }

  report(served: readonly ServedCompany[]): string[] {
    if (this.#clock.now() - this.#reportedAt < everyMs) return []
    this.#reportedAt = this.#clock.now()
    return served.flatMap(({ company, inFlight, done }) => {
      const counts = describeServed(done)
      if (this.#reported.get(company) === counts) return []
      this.#reported.set(company, counts)
      return [`${company}: ${counts}, ${inFlight} in flight`]
    })
  }
}

/** e.g. `412 created, 380 done, 1 unknown`; `nothing yet` without rows. */
export function describeServed(done: ServedCompany['done']): string {
  const counts = submissionStates.flatMap((state) => {
    const count = unansweredStates.has(state) ? 0 : (done.get(state) ?? 0)
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${state === 'accepted' ? 'created' : state}`]
  })
  return counts.length === 0 ? 'nothing yet' : counts.join(', ')
}
