import type { Token } from '../../client/token.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { HaltReason } from '../../pipeline/model/events.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import type { SessionLimits } from '../../pipeline/service-session.ts'
import { BatchError } from '../../support/errors.ts'
import { reachService } from '../destination.ts'
import { requireSameLedger } from '../same-ledger.ts'
import { type ConnectionSettings, type OpenConnection, openConnection } from '../with-connection.ts'
import { withLedger } from '../with-ledger.ts'
import { CompanyWorker } from './company-worker.ts'
import { openEngine, requireDatabase } from './open-engine.ts'

/** A company that a worker has the token of. */
export interface Company {
  label: string
  token: Token
}

export interface WorkerSettings
  extends Pick<
    ConnectionSettings,
    | 'ledger'
    | 'surroundings'
    | 'requestTimeoutMs'
    | 'policy'
    | 'tokenRotated'
    | 'newLedger'
    | 'trustAddress'
    | 'onSpill'
  > {
  baseUrl: string
  companies: readonly Company[]
  /** For each company. */
  options: SessionLimits
}

export interface WorkerPorts extends Pick<RunPorts, 'clock' | 'logger' | 'interrupt'> {
  /** What the conversation with one company's service tells. */
  of(company: string): RunPorts
  /** Told when it begins to serve, and every few seconds. */
  onServing(workers: readonly CompanyWorker[]): void
  /** Nothing more is sent for a company by this worker; of one that is away only for a while. */
  onStopped(company: string, reason: HaltReason): void
}

/** Why each company that was served is served no more. */
export type WorkerEnd = ReadonlyMap<string, HaltReason>

const sweepMs = 5_000
/** One for what is to be sent, and one for what is to be looked at. */
const queuesEach = 2

/**
 * Does what is left to workers, for the companies that it has the tokens of, until it is interrupted or can go on for none.
 * @throws BatchError when the ledger or a token cannot be used, or the surroundings broke.
 */
export async function serveCompanies(settings: WorkerSettings, ports: WorkerPorts): Promise<WorkerEnd> {
  const { companies } = settings
  requireDatabase(settings)
  for (const { label, token } of companies) {
    await requireSameLedger(settings, { ...reachService(settings.baseUrl, token), company: label }, settings)
  }
  const redact = (text: string): string => companies.reduce((left, { token }) => token.redact(left), text)
  const onSpill = (line: string): void => settings.onSpill(redact(line))
  return withLedger({ ...settings, onSpill }, ports, async (ledger) => {
    const engine = await openEngine(settings, companies.length * queuesEach, ports.logger)
    const places: OpenConnection[] = []
    try {
      for (const company of companies) places.push(await connectCompany(ledger, settings, company, ports))
      const workers = places.map(({ context }) => {
        const { team } = ledger
        if (team === undefined) throw new BatchError('defect', 'a ledger in a database knows no team')
        return new CompanyWorker(
          { ...context, team, targetLabel: settings.baseUrl },
          { engine, options: settings.options, onStopped: (reason) => ports.onStopped(context.target.company, reason) },
          ports.of(context.target.company),
        )
      })
      const ends = await serveAll(ledger, workers, ports)
      for (const { tokenStored } of places) await tokenStored()
      return ends
    } finally {
      await engine.close()
      for (const { close } of places) await close()
    }
  })
}

function connectCompany(
  ledger: Ledger,
  { baseUrl, options, ...rest }: WorkerSettings,
  { label, token }: Company,
  ports: WorkerPorts,
): Promise<OpenConnection> {
  const { concurrency } = options
  return openConnection(
    ledger,
    { ...rest, company: label, destination: reachService(baseUrl, token), concurrency },
    ports,
  )
}

/** Serves all of them at once; when the surroundings break for one, they are broken for all. */
async function serveAll(ledger: Ledger, workers: readonly CompanyWorker[], ports: WorkerPorts): Promise<WorkerEnd> {
  const ends = new Map<string, HaltReason>()
  const serving = new Set(workers)
  const ending = new AbortController()
  const end = (): void => ending.abort()
  ports.interrupt.addEventListener('abort', end, { once: true })
  if (ports.interrupt.aborted) end()
  const serve = async (desk: CompanyWorker): Promise<void> => {
    const reason = await desk.serve(ending.signal)
    ends.set(desk.company, reason)
    serving.delete(desk)
    if (reason.kind === 'broken' || serving.size === 0) end()
  }
  const all = workers.map(serve)
  try {
    while (!ending.signal.aborted) {
      await ledger.team?.workFor([...serving].map(({ target }) => target))
      for (const desk of serving) await desk.enqueueRuns()
      ports.onServing(workers)
      await ports.clock.sleep(sweepMs, ending.signal)
    }
  } finally {
    end()
    ports.interrupt.removeEventListener('abort', end)
    await Promise.allSettled(all)
  }
  const broken = [...ends.values()].find((reason) => reason.kind === 'broken')
  if (broken?.kind === 'broken') throw broken.error
  return ends
}
