import { describeTargetRules } from '../../app/ledger/company-rules.ts'
import { countOutcomes } from '../../app/notify.ts'
import type { LedgerOverview, LedgerStatus, PaceView, RunStatus, WorkerStatus } from '../../ledger/port/reports.ts'
import { describeTime } from '../../messages/waits.ts'
import { toIsoTime } from '../../support/clock.ts'
import { groupDigits, listLines } from './print.ts'
import { describePace } from './run-events.ts'

export function describeLedger(name: string, overview: LedgerOverview): string[] {
  const { id, version, bytes, hasChecksums, unsummed = 0, ...of } = overview
  const { holders, runs, states, forgotten, trusted, paces, rules } = of
  const requests = Object.entries(states).map(([state, count]) => `${groupDigits(count)} ${state}`)
  const { sending = 0, unknown = 0 } = states
  return listLines(
    `${name}: schema version ${version}, ${describeSize(bytes)}; its own name is ${id}`,
    warnOfChecksums(hasChecksums),
    // Older than its checksums: its submissions got theirs at the migration, its rows and log none.
    unsummed > 0 &&
      `Not verified: ${groupDigits(unsummed)} rows and log lines from before this ledger had checksums; the requests of that time are verified from its migration on`,
    `Requests: ${requests.length === 0 ? 'none' : requests.join(', ')}`,
    forgotten > 0 && `Forgotten: ${groupDigits(forgotten)} of them; their content was erased`,
    `In doubt: ${groupDigits(unknown)} unknown, to be looked up; ${groupDigits(sending)} on their way`,
    describeTrusted(trusted),
    describeTargetRules(rules),
    holders.length === 0 ? 'In use by no process' : 'In use by',
    holders.map(
      ({ name, process, since, heardMs }) =>
        `  ${name}, process ${process}, since ${toIsoTime(since)}${heardMs === undefined ? '' : `, heard ${describeTime(heardMs / 1000)} ago`}`,
    ),
    runs.length > 0 && 'Runs going on',
    runs.map(
      ({ id, operation, company, file, by, since, rows, open }) =>
        `  ${id}: ${operation} ${file} for ${company}, by ${by} since ${toIsoTime(since)}: ${groupDigits(open)} of ${groupDigits(rows)} rows open`,
    ),
    paces.length > 0 && 'Pace of all who send',
    paces.map(describeSharedPace),
  )
}

/** An assumption about the service, which its owner alone can confirm. */
export function describeTrusted(trusted: LedgerOverview['trusted']): string[] {
  const counts = Object.entries(trusted).map(([status, count]) => `${status} ${groupDigits(count)} times`)
  return listLines(
    counts.length > 0 &&
      `Taken for “not processed” because of the HTTP status: ${counts.join(', ')}. If this service does not keep to that: --distrust-status`,
  )
}

/** A ledger in a database relies on the server's data checksums. */
export function warnOfChecksums(hasChecksums: boolean): string[] {
  return listLines(
    !hasChecksums &&
      'Warning: this server verifies no checksums (data_checksums): a flipped bit on its disk is not noticed. Stop it and run pg_checksums --enable.',
  )
}

export function summariseLedger(name: string, { holders, runs, paces, rules, ...overview }: LedgerOverview): object {
  return {
    ledger: name,
    ...overview,
    rules: describeTargetRules(rules),
    holders: holders.map((holder) => ({
      ...holder,
      since: toIsoTime(holder.since),
      heardMs: holder.heardMs === undefined ? null : Math.round(holder.heardMs),
    })),
    runs: runs.map((run) => ({ ...run, since: toIsoTime(run.since) })),
    paces: summarisePaces(paces),
  }
}

export function summarisePaces(paces: readonly PaceView[]): object[] {
  return paces.map(({ perSecond, heldMs, idleMs, ...pace }) => ({
    ...pace,
    perSecond: perSecond === undefined ? null : Number(perSecond.toPrecision(3)),
    heldMs: Math.round(heldMs),
    idleMs: Math.round(idleMs),
  }))
}

/** The shared rate of all processes that send for a company. */
function describeTeamPace({ perSecond, heldMs }: Pick<PaceView, 'perSecond' | 'heldMs'>): string {
  const pace = perSecond === undefined ? 'no limit is known' : describePace({ perSecond, inFlight: 1 })
  return heldMs > 0 ? `${pace}, held for ${describeTime(heldMs / 1000)}` : pace
}

function describeSharedPace({ address, company, cuts, idleMs, ...pace }: PaceView): string {
  const times = cuts === 1 ? 'once' : `${groupDigits(cuts)} times`
  return `  ${address}, ${company}: ${describeTeamPace(pace)}; cut ${times}, used ${describeTime(idleMs / 1000)} ago`
}

function describeSize(bytes: number): string {
  if (bytes < 1_000_000) return `${groupDigits(Math.ceil(bytes / 1_000))} kB`
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}

export function describeWorkers(workers: readonly WorkerStatus[]): string[] {
  const nameOf = ({ address, company }: WorkerStatus): string => `${company} at ${address}`
  return [...new Set(workers.map(nameOf))].map((name) => {
    const own = workers.filter((worker) => nameOf(worker) === name)
    const each = own.map(({ process, machine, since }) => `process ${process} on ${machine} since ${toIsoTime(since)}`)
    return `${own.length === 1 ? '1 worker' : `${own.length} workers`} for ${name}: ${each.join(', ')}`
  })
}

/** Lines beside a run's progress: the company's workers, their pace, and unknown rows. */
export function describeTeam(
  run: RunStatus,
  { workers = [], paces = [] }: Pick<LedgerStatus, 'workers' | 'paces'>,
): string[] {
  const isOwn = (each: Pick<RunStatus, 'address' | 'company'>): boolean =>
    each.address === run.address && each.company === run.company
  const own = workers.filter(isOwn)
  const { sending = 0, unknown = 0 } = countOutcomes(run.balance)
  const parts = listLines(
    run.isDetached === true && (own.length === 0 ? 'no worker' : `${own.length} at work`),
    paces.filter(isOwn).map((pace) => `pace of all: ${describeTeamPace(pace)}`),
    sending > 0 && `${groupDigits(sending)} on their way`,
    unknown > 0 && `${groupDigits(unknown)} unknown`,
  )
  return parts.length === 0 ? [] : [parts.join(', ')]
}

export function summariseWorkers(workers: readonly WorkerStatus[]): object[] {
  return workers.map(({ since, ...worker }) => ({ ...worker, since: toIsoTime(since) }))
}
