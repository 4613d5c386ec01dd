import type { LedgerStatus, RunStatus, WorkerStatus } from '../../ledger/port/reports.ts'
import { toIsoTime } from '../../support/clock.ts'
import { describeTeamPace } from './format-ledger.ts'

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
  const counts = new Map(run.balance.map(({ state, count }) => [state, count]))
  const { sending = 0, unknown = 0 } = Object.fromEntries(counts)
  const parts = [
    ...(run.isDetached === true ? [own.length === 0 ? 'no worker' : `${own.length} at work`] : []),
    ...paces.filter(isOwn).map((pace) => `pace of all: ${describeTeamPace(pace)}`),
    ...(sending > 0 ? [`${sending.toLocaleString('en')} on their way`] : []),
    ...(unknown > 0 ? [`${unknown.toLocaleString('en')} unknown`] : []),
  ]
  return parts.length === 0 ? [] : [parts.join(', ')]
}

export function summariseWorkers(workers: readonly WorkerStatus[]): object[] {
  return workers.map(({ since, ...worker }) => ({ ...worker, since: toIsoTime(since) }))
}
