import { isDeepStrictEqual } from 'node:util'
import type { RecordedRules, RuleChange } from '../../ledger/port/rules.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find } from '../../messages/catalogue.ts'
import { explainRefusedRelease } from '../../pipeline/confirm-sending.ts'
import type { TargetLedger } from '../../pipeline/model/run.ts'
import { endOfPeriod } from '../../settings/calendar-period.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { combineRules, isLooser, parseRule, ruleNames, ruleTable, settingOf } from '../ledger/company-rules.ts'
import { findTarget } from '../ledger/find-target.ts'
import { findStore, type LedgerSettings, withLedger } from '../ledger/ledger-access.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { requireSameLedger } from '../ledger/same-ledger.ts'
import { requireOtherStaffId, requireStaffId, statePerson } from './staff-id.ts'

export interface RulesRequest {
  target: Omit<Target, 'id'>
  /** Rule → its value as a text. */
  set: Readonly<Record<string, string>>
  /** A run that would loosen a rule. */
  release?: string | undefined
  /** Who asks for it, or releases it. */
  by?: string | undefined
  /** What the profile demands. */
  demands: RecordedRules
}

export interface RulesResult {
  rules: RecordedRules
  changed: readonly RuleChange[]
  /** They wait for a second person. */
  proposed: readonly (RuleChange & { run: number })[]
}

type Ports = { clock: Clock; logger: Logger }

/** A look makes no ledger. @throws BatchError `usage` for a value that cannot be read, or when two people are needed. */
export async function useRules(request: RulesRequest, settings: LedgerSettings, ports: Ports): Promise<RulesResult> {
  const { target: named, set, release, by, demands } = request
  const isLook = release === undefined && Object.keys(set).length === 0
  if (isLook) {
    const store = findStore(settings)
    const read = async ({ targets, rules }: Ledger): Promise<RecordedRules> =>
      rules.of(await targets.find(named.address, named.company))
    const rules = (await store.exists()) ? await store.view(read) : {}
    return { rules: combineRules(rules, demands), changed: [], proposed: [] }
  }
  await requireSameLedger(settings, named, { newLedger: false, ephemeralLedger: false })
  return withLedger(settings, ports, async (ledger) => {
    const sources = { demands, known: openRegister(settings.surroundings) }
    const locate = (): Promise<Target> => findTarget(ledger, named, named.company, sources, ports)
    const target = await locate()
    const company = { ledger, target, now: ports.clock.now() }
    const done = release === undefined ? await setRules(set, by, company) : await releaseRule(release, by, company)
    // The register learns of it.
    await locate()
    return { rules: await ledger.rules.of(target), ...done }
  })
}

type Change = Omit<RulesResult, 'rules'>
type Company = TargetLedger & { now: number }

async function setRules(
  set: RulesRequest['set'],
  by: string | undefined,
  { ledger: { rules }, target, now }: Company,
): Promise<Change> {
  const before = await rules.of(target)
  let after = before
  for (const [key, text] of Object.entries(set)) {
    const { name, to } = parseRule(key, text, after)
    after = { ...after, [name]: to }
  }
  const changed: RuleChange[] = []
  const proposed: (RuleChange & { run: number })[] = []
  for (const name of ruleNames) {
    const change = { name, from: before[name], to: after[name] }
    const { none } = settingOf(name)
    if (isDeepStrictEqual(change.from ?? none, change.to ?? none)) continue
    if (before.fourEyes !== true || !isLooser(name, change.from, change.to)) {
      const author = { now, by: by === undefined ? undefined : requireStaffId(by) }
      if (!(await rules.change(target, change, author))) throw new BatchError('usage', find('rule-overtaken', { name }))
      changed.push(change)
      continue
    }
    if (by === undefined) throw new BatchError('usage', find('rule-needs-two', { name }))
    const until = endOfPeriod(now, before.waiting ?? ruleTable.waiting.none)
    const run = await rules.propose(target, change, { by: statePerson(by), now, until })
    if (run === undefined) throw new BatchError('usage', find('rule-overtaken', { name }))
    proposed.push({ ...change, run })
  }
  return { changed, proposed }
}

async function releaseRule(
  reference: string,
  given: string | undefined,
  { ledger, target, now }: Company,
): Promise<Change> {
  const run = Number(reference)
  const proposal = Number.isSafeInteger(run) ? await ledger.rules.proposed(run) : undefined
  if (proposal === undefined || proposal.target.id !== target.id)
    throw new BatchError('usage', find('rule-run-unknown', { reference }))
  const by = statePerson(given)
  requireOtherStaffId(by.id, proposal.by)
  const refusal = await ledger.waiting.release(run, { now, second: { by, statement: '' } })
  if (refusal !== undefined) throw explainRefusedRelease(refusal)
  await ledger.runs.end(run, { now, ending: 'done', output: undefined })
  const { name, from, to } = proposal
  return { changed: [{ name, from, to }], proposed: [] }
}
