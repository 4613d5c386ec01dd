import type { Ledger } from '../../ledger/port.ts'
import type { HaltReason } from '../../messages/halts.ts'
import type { RunPorts, SendOptions } from '../../pipeline/model/options.ts'
import { BatchError } from '../../support/errors.ts'
import { type Company, reachService } from '../destination.ts'
import { exitCodeOfWorker } from '../exit-code.ts'
import { withLedger } from '../ledger/ledger-access.ts'
import { requireSameLedger } from '../ledger/same-ledger.ts'
import { type ConnectionSettings, type OpenConnection, openConnection } from '../ledger/with-connection.ts'
import { createTeller } from '../notify.ts'
import { type CompanyWorker, createCompanyWorker, enqueueRuns, isTemporary, serveCompany } from './company-worker.ts'
import { openEngine, requireDatabase } from './run-jobs.ts'

export interface WorkerSettings
  extends Omit<ConnectionSettings, 'company' | 'destination' | 'concurrency' | 'demands'> {
  baseUrl: string
  companies: readonly Company[]
  options: SendOptions
}

export interface WorkerPorts extends Pick<RunPorts, 'clock' | 'logger' | 'interrupt'> {
  /** Ports for the session with one company's service. */
  of(company: string): RunPorts
  /** Called at the start, and every few seconds. */
  onServing(workers: readonly CompanyWorker[]): void
  /** This worker stopped sending for a company; for a temporary reason it tries again. */
  onStopped(company: string, reason: HaltReason): void
}

const sweepMs = 5_000
/** One queue to send and one to check. */
const queuesEach = 2

/**
 * Does detached work for the companies whose tokens it has, until an interrupt or a permanent halt of all.
 * @throws BatchError when the ledger or a token cannot be used, or the surroundings failed.
 */
export async function serveCompanies(
  settings: WorkerSettings,
  ports: WorkerPorts,
): Promise<ReadonlyMap<string, HaltReason>> {
  const { baseUrl, companies, options } = settings
  requireDatabase(settings)
  const tell = createTeller(settings, ports.logger)
  const telling: (Promise<void> | undefined)[] = []
  const targets = companies.map(({ label, token }) => {
    return { ...settings, company: label, destination: reachService(baseUrl, token), concurrency: options.concurrency }
  })
  for (const target of targets) await requireSameLedger(target)
  const redact = (text: string): string => companies.reduce((left, { token }) => token.redact(left), text)
  const onSpill = (line: string): void => settings.onSpill(redact(line))
  return withLedger({ ...settings, onSpill }, ports, async (ledger) => {
    const engine = await openEngine(settings, companies.length * queuesEach, ports.logger)
    const contexts: OpenConnection[] = []
    try {
      const { team } = ledger
      if (team === undefined) throw new BatchError('defect', 'a ledger in a database knows no team')
      for (const target of targets) contexts.push(await openConnection(ledger, target, ports))
      const workers = contexts.map(({ context }) => {
        const { company } = context.target
        const onStopped = (reason: HaltReason): void => {
          ports.onStopped(company, reason)
          // What is broken ends this process, which tells it.
          if (isTemporary(reason) || reason.kind === 'broken') return
          telling.push(tell?.({ event: 'stopped', operation: 'worker', company, exitCode: exitCodeOfWorker([reason]) }))
        }
        return createCompanyWorker({ ...context, team, engine, options, tell, onStopped, ports: ports.of(company) })
      })
      const ends = await serveAll(ledger, workers, ports)
      await Promise.all(telling)
      for (const { tokenStored } of contexts) await tokenStored()
      return ends
    } finally {
      await engine.close()
      for (const { close } of contexts) await close()
    }
  })
}

/** A failure of the surroundings for one company is one for all. */
async function serveAll(
  ledger: Ledger,
  workers: readonly CompanyWorker[],
  ports: WorkerPorts,
): Promise<ReadonlyMap<string, HaltReason>> {
  const ends = new Map<string, HaltReason>()
  const serving = new Set(workers)
  const over = new AbortController()
  const ending = AbortSignal.any([ports.interrupt, over.signal])
  const serve = async (worker: CompanyWorker): Promise<void> => {
    const reason = await serveCompany(worker, ending)
    ends.set(worker.target.company, reason)
    serving.delete(worker)
    if (reason.kind === 'broken' || serving.size === 0) over.abort()
  }
  const all = workers.map(serve)
  try {
    while (!ending.aborted) {
      await ledger.team?.workFor([...serving].map(({ target }) => target))
      for (const worker of serving) await enqueueRuns(worker)
      ports.onServing(workers)
      await ports.clock.sleep(sweepMs, ending)
    }
  } finally {
    over.abort()
    await Promise.allSettled(all)
  }
  const broken = [...ends.values()].find((reason) => reason.kind === 'broken')
  if (broken?.kind === 'broken') throw broken.error
  return ends
}
