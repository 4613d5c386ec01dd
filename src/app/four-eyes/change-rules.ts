import { isDeepStrictEqual } from 'node:util'
import type { RecordedRules, RuleChange } from '../../ledger/port/rules.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { find } from '../../messages/catalogue.ts'
import type { TargetLedger } from '../../pipeline/model/run.ts'
import { explainRefusedRelease } from '../../pipeline/prepare-run.ts'
import type { SettingValues } from '../../settings/all.ts'
import { endOfPeriod } from '../../settings/calendar-period.ts'
import { BatchError } from '../../support/errors.ts'
import { combineRules, isLooser, parseRule, ruleNames, ruleTable, settingOf } from '../ledger/company-rules.ts'
import { findTarget } from '../ledger/find-target.ts'
import { findStore, type LedgerPorts, type LedgerSettings } from '../ledger/ledger-access.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { viewTarget, withTarget } from '../ledger/with-connection.ts'
import { requireOtherStaffId, requireStaffId, statePerson } from './staff-id.ts'

/** `set`: rule → its value as a text; `release`: a run that would loosen one; `by`: who asks for it, or releases it. */
export interface RulesRequest extends Pick<SettingValues, 'set' | 'release' | 'by'> {
  target: Omit<Target, 'id'>
  /** What the profile demands. */
  demands: RecordedRules
}

export interface RulesResult {
  rules: RecordedRules
  changed: readonly RuleChange[]
  /** They wait for a second person. */
  proposed: readonly (RuleChange & { run: number })[]
}

/** A look makes no ledger. @throws BatchError `usage` for a value that cannot be read, or when two people are needed. */
export async function useRules(
  request: RulesRequest,
  settings: LedgerSettings,
  ports: LedgerPorts,
): Promise<RulesResult> {
  const { target: named, set, release, by, demands } = request
  const { address, company } = named
  const place = { ...settings, company, destination: { address }, demands, newLedger: false, ephemeralLedger: false }
  if (release === undefined && Object.keys(set).length === 0) {
    const read = ({ ledger, target }: TargetLedger): Promise<RecordedRules> => ledger.rules.of(target)
    const rules = (await findStore(settings).exists()) ? await viewTarget(place, read) : {}
    return { rules: combineRules(rules, demands), changed: [], proposed: [] }
  }
  return withTarget(place, ports, async ({ ledger, target }) => {
    const parts = { ledger, target, now: ports.clock.now() }
    const done = release === undefined ? await setRules(set, by, parts) : await releaseRule(release, by, parts)
    // The register learns of it.
    await findTarget(ledger, named, company, { demands, known: openRegister(settings.surroundings) }, ports)
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
