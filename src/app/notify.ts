import { isLoopback } from '../client/base-url.ts'
import { createTransport } from '../client/transport.ts'
import type { HostEnvironment } from '../ledger/ledger-location.ts'
import { find, logNote } from '../messages/catalogue.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RunPorts, RunReport } from '../pipeline/model/options.ts'
import { type ExitCode, exitCodeMeanings } from '../settings/exit-codes.ts'
import { BatchError, messageOf } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import { exitCodeOfError } from './exit-code.ts'
import { explainFailure } from './explain-failure.ts'

/** What is told of a run: no file, sheet, cell or person, no text of the service, no token. */
export interface Notice {
  event: 'ended' | 'stopped' | 'failed' | 'waiting'
  operation?: string | undefined
  run?: number | undefined
  company?: string | undefined
  isTest?: boolean | undefined
  exitCode?: ExitCode | undefined
  /** Rows by state. */
  outcomes?: Readonly<Record<string, number>> | undefined
}

/** Where it is told, and as which user. */
export interface NotifySettings {
  notify?: string | undefined
  surroundings: Pick<HostEnvironment, 'env'>
}

/** Resolves when the message was taken, or its failure logged. */
export type Tell = (notice: Notice) => Promise<void>

const timeoutMs = 5_000
/** A person at a terminal answers sooner. */
const askedForMs = 60_000
/** Failures that were told where they were met first. */
const told = new WeakSet<object>()

/** Undefined without an address. @throws BatchError `configuration` for one that cannot be used. */
export function createTeller({ notify, surroundings }: NotifySettings, logger: Logger): Tell | undefined {
  if (notify === undefined) return undefined
  const url = URL.canParse(notify) ? new URL(notify) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  // The address may hold a secret, so it is not shown.
  if (url === undefined || !isSafe || url.username !== '') throw new BatchError('configuration', find('notify-address'))
  return async (notice) => {
    const reason = await post(url, JSON.stringify({ text: describeNotice(notice), ...notice }), surroundings).catch(
      messageOf,
    )
    if (reason !== undefined) logNote(logger, 'warn', find('notify-failed', { host: url.host, reason }))
  }
}

/** Once, and no redirect is followed. Resolves with the reason of a failure. */
async function post(url: URL, body: string, { env }: NotifySettings['surroundings']): Promise<string | undefined> {
  const connecting = { baseUrl: url.origin, token: undefined, connections: 1, requestTimeoutMs: timeoutMs, env }
  const transport = createTransport(connecting)
  const { status = 0, failure } = await transport.post(url.pathname.slice(1) + url.search, body)
  await transport.close()
  return status >= 200 && status < 300 ? undefined : (failure?.message ?? `HTTP ${status}`)
}

/** Tells the end of a run, and that a question of it waits for a person. */
export async function tellEnd(
  settings: NotifySettings & { company: string },
  { operation, toExitCode }: { operation: Pick<Operation, 'name'>; toExitCode(report: RunReport): ExitCode },
  ports: RunPorts,
  run: (ports: RunPorts) => Promise<RunReport>,
): Promise<RunReport> {
  const tell = createTeller(settings, ports.logger)
  if (tell === undefined) return run(ports)
  const facts = { operation: operation.name, company: settings.company }
  try {
    const report = await run({ ...ports, ...tellQuestions(ports, () => tell({ event: 'waiting', ...facts })) })
    const { runId, halt, balance, isTestTarget: isTest } = report
    const ending = { exitCode: toExitCode(report), outcomes: countOutcomes(balance) }
    await tell({ event: halt === undefined ? 'ended' : 'stopped', ...facts, run: runId, isTest, ...ending })
    return report
  } catch (error) {
    await tellFailure(tell, error, facts)
    throw error
  }
}

/** Once for each failure. */
export async function tellFailure(tell: Tell, error: unknown, facts: Partial<Notice>): Promise<void> {
  if (typeof error !== 'object' || error === null || told.has(error)) return
  told.add(error)
  await tell({ event: 'failed', exitCode: exitCodeOfError(explainFailure(error)), ...facts })
}

function tellQuestions({ ask, clock }: RunPorts, tell: () => Promise<void>): Pick<RunPorts, 'ask'> {
  if (ask === undefined) return {}
  return {
    async ask(question) {
      const answered = new AbortController()
      void clock.sleep(askedForMs, answered.signal).then(() => (answered.signal.aborted ? undefined : tell()))
      return ask(question).finally(() => answered.abort())
    },
  }
}

/** e.g. `rwa-batch assess, run 12, acme (test): 50 scored, 2 invalid. Exit code 3: finished; some rows are …` */
export function describeNotice({ event, operation, run, company, isTest, exitCode, outcomes = {} }: Notice): string {
  const what = ['rwa-batch', operation ?? ''].join(' ').trim()
  const names = [what, run === undefined ? '' : `run ${run}`, company ?? ''].filter((name) => name !== '').join(', ')
  const counts = Object.entries(outcomes).map(([state, count]) => `${count} ${state}`)
  const rows = counts.length === 0 ? '' : ` ${counts.join(', ')}.`
  const end = event === 'waiting' ? ' waits for a person.' : ''
  const code = exitCode === undefined ? '' : ` Exit code ${exitCode}: ${exitCodeMeanings[exitCode]}.`
  return `${names}${isTest === true ? ' (test)' : ''}:${rows}${end}${code}`
}

/** By state, whether or not an earlier run did them. */
export function countOutcomes(balance: readonly { state: string; count: number }[]): Record<string, number> {
  const outcomes: Record<string, number> = {}
  for (const { state, count } of balance) outcomes[state] = (outcomes[state] ?? 0) + count
  return outcomes
}
