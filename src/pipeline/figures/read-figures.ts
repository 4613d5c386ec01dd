import { isTestAddress } from '../../client/base-url.ts'
import { notCreatedStates, standInStates } from '../../contract/states.ts'
import type { LedgerStatus, RecordedRequest } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { normalizeLabel } from '../../ledger/target-keys.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { isSimulated } from '../model/run.ts'
import { FigureSums } from './figure-sums.ts'
import { type Figures, type TargetKind, targetKinds } from './figures.ts'

export interface FigureRequest {
  store: Pick<LedgerStore, 'name' | 'status' | 'recorded'>
  operations: { assess: string; decide: string }
  /** Undefined: all. Case and surrounding spaces do not matter. */
  company: string | undefined
  period: Figures['period']
  now: number
  /** Limit on the kept stays: those with the most days. */
  mostStays: number
}

const openPeriod = { first: Number.MIN_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER }

/**
 * For one kind of target: the service, else its test environment, else the sandbox. The ledger may be in use.
 * @throws BatchError `usage` for an unknown company, `ledger` when there is no ledger.
 */
export async function readFigures(request: FigureRequest): Promise<Figures> {
  const { store, operations, company, period, mostStays, now } = request
  const { runs } = await store.status({})
  requireCompany(runs, company)
  const kind = chooseKind(runs.filter((run) => isOfCompany(run, company)))
  const { first = openPeriod.first, last = openPeriod.last } = period
  const sums = new FigureSums({ first, last }, mostStays)
  const targets = new Map<string, Figures['targets'][number]>()
  let person: RecordedRequest[] = []
  const endPerson = (): void => {
    const [one] = person
    if (one === undefined) return
    sums.addPerson(person)
    targets.set(JSON.stringify([one.address, one.company]), { address: one.address, company: one.company })
    person = []
  }
  for await (const page of store.recorded()) {
    for (const one of page) {
      if (one.operation !== operations.assess && one.operation !== operations.decide) continue
      const isHere = !one.isRetired && kindOf(one) === kind && isOfCompany(one, company)
      if (one.operation === operations.decide) {
        if (isHere && !one.isForgotten) sums.addDecision(one)
      } else if (!isHere) sums.exclude(one.isRetired ? 'retired' : 'elsewhere')
      else {
        if (person[0] !== undefined && !isSamePerson(person[0], one)) endPerson()
        person.push(one)
      }
    }
  }
  endPerson()
  return { ...sums.sum(), kind, targets: [...targets.values()], period, readAt: now }
}

function isSamePerson(one: RecordedRequest, other: RecordedRequest): boolean {
  return (
    one.subject !== null &&
    one.subject === other.subject &&
    one.address === other.address &&
    one.company === other.company
  )
}

function kindOf({ address }: { address: string }): TargetKind {
  if (isSimulated({ address })) return 'simulated'
  return isTestAddress(address) ? 'test' : 'production'
}

type KnownRun = LedgerStatus['runs'][number]

/** The first kind with a created request; a ledger without any gives empty figures. */
function chooseKind(runs: readonly KnownRun[]): TargetKind {
  const created = runs.filter(
    ({ balance, orphans }) =>
      orphans > 0 || balance.some(({ state }) => standInStates.has(state) || !notCreatedStates.has(state)),
  )
  return targetKinds.find((one) => created.some((run) => kindOf(run) === one)) ?? 'production'
}

function isOfCompany(target: { company: string }, company: string | undefined): boolean {
  return company === undefined || normalizeLabel(target.company) === normalizeLabel(company)
}

function requireCompany(runs: readonly KnownRun[], company: string | undefined): void {
  if (company === undefined || runs.some((run) => isOfCompany(run, company))) return
  const known = [...new Set(runs.map((run) => run.company))].sort()
  throw new BatchError('usage', find('company-unknown', { company, known }))
}
