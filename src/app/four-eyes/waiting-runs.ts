import type { Target } from '../../ledger/port/targets.ts'
import type { HeldRun } from '../../ledger/port/waiting.ts'
import { ruleOperation } from '../../ledger/state-sql.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { find } from '../../messages/catalogue.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { BatchError } from '../../support/errors.ts'
import { describeRuleChange, listLifted } from '../ledger/company-rules.ts'
import {
  findStore,
  type LedgerLocation,
  type LedgerPorts,
  type LedgerSettings,
  withLedger,
} from '../ledger/ledger-access.ts'
import type { SealStatement } from '../seal-statement.ts'
import { requireStaffId } from './staff-id.ts'

/** A run that waits: for its confirmation, for a second person, or for workers. */
export interface WaitingEntry
  extends Pick<HeldRun, 'operation' | 'file' | 'waitsFor' | 'until' | 'account' | 'machine' | 'rows' | 'startedAt'> {
  run: number
  address: string
  company: string
  /** Of a sealed one; the seal in its short form. */
  sealed: { by: string; seal: string; requests: number; plan: string } | undefined
  /** Of one that loosens a rule: what, and who asks for it. */
  rule: { change: string; by: string; lifted: readonly string[] } | undefined
}

/** Newest first; `of`: of one company at one address. None where there is no ledger yet. Holds no lock on it. */
export async function listWaiting(location: LedgerLocation, of?: Omit<Target, 'id'>): Promise<WaitingEntry[]> {
  const store = findStore(location)
  if (!(await store.exists())) return []
  const rules = new Map<number, WaitingEntry['rule']>()
  const runs = await store.view(async ({ targets, waiting, rules: kept }) => {
    const found = await waiting.list(of && (await targets.find(of.address, of.company)))
    for (const { id, operation } of found) {
      const proposal = operation === ruleOperation ? await kept.proposed(id) : undefined
      if (proposal !== undefined)
        rules.set(id, { change: describeRuleChange(proposal), by: proposal.by, lifted: listLifted(proposal) })
    }
    return found
  })
  const seals = runs.some(({ waitsFor }) => waitsFor === 'second person') ? await store.statements('seal') : []
  const sealed = new Map(
    seals.map(({ runId, detail }) => {
      const { by, seal, requests, plan } = parseStored<SealStatement>(detail, 'statement')
      return [runId, { by, seal: shortenSeal(seal), requests, plan }]
    }),
  )
  return runs.map(({ id, operation, file, waitsFor, until, account, machine, rows, startedAt, address, company }) => {
    const facts = { operation, file, waitsFor, until, account, machine, rows, startedAt, address, company }
    return { ...facts, run: id, sealed: sealed.get(id), rule: rules.get(id) }
  })
}

/**
 * Ends a sealed run that nobody has released: nothing of it is sent. `reference`: its number or its seal.
 * @throws BatchError `input` when there is no such run that waits.
 */
export async function dropWaiting(
  reference: string,
  by: string | undefined,
  settings: LedgerSettings,
  ports: LedgerPorts,
): Promise<WaitingEntry> {
  const isMeant = ({ run, waitsFor, sealed }: WaitingEntry): boolean =>
    waitsFor === 'second person' && [String(run), sealed?.seal].includes(reference.trim().toUpperCase())
  const found = (await listWaiting(settings)).find(isMeant)
  if (found === undefined) throw new BatchError('input', find('waiting-run-unknown', { reference }))
  const dropping = { now: ports.clock.now(), ending: 'dropped', by: by === undefined ? undefined : requireStaffId(by) }
  const isDropped = await withLedger(settings, ports, (ledger) => ledger.waiting.drop(found.run, dropping))
  if (!isDropped) throw new BatchError('input', find('release-refused', { refusal: 'over' }))
  return found
}
