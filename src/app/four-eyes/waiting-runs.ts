import { isDeepStrictEqual } from 'node:util'
import type { RecordedRules, RuleChange } from '../../ledger/port/rules.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { HeldRun, StatedPerson } from '../../ledger/port/waiting.ts'
import { ruleOperation } from '../../ledger/state-sql.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { find } from '../../messages/catalogue.ts'
import type { TargetLedger } from '../../pipeline/model/run.ts'
import { explainRefusedRelease } from '../../pipeline/prepare-run.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import type { SettingValues } from '../../settings/all.ts'
import { endOfPeriod } from '../../settings/calendar-period.ts'
import { foldId, listUnseen, nameCharacter } from '../../sheet/fold-text.ts'
import { BatchError } from '../../support/errors.ts'
import {
  combineRules,
  describeRuleChange,
  isLooser,
  listLifted,
  parseRule,
  ruleNames,
  ruleTable,
  settingOf,
} from '../ledger/company-rules.ts'
import { findTarget } from '../ledger/find-target.ts'
import {
  findStore,
  type LedgerLocation,
  type LedgerPorts,
  type LedgerSettings,
  withLedger,
} from '../ledger/ledger-access.ts'
import { viewTarget, withTarget } from '../ledger/with-connection.ts'
import type { SealStatement } from '../seal-statement.ts'

const longest = 200
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * With the form in which two spellings of one ID are equal.
 * @throws BatchError `usage` when the ID is missing, or contains invisible characters: it would be two of one person.
 */
export function statePerson(by: string | undefined): StatedPerson {
  const id = (by ?? '').trim()
  const [hidden] = [...(controls.exec(id) ?? []).map(nameCharacter), ...listUnseen(id)]
  if (hidden === undefined && id !== '' && id.length <= longest) return { id, key: foldId(id) }
  throw new BatchError('usage', find('staff-id-refused', { reason: explainRefusal(id, hidden) }))
}

function explainRefusal(id: string, hidden: string | undefined): string {
  if (id === '') return 'the staff ID is missing'
  if (hidden === undefined) return `this is not a staff ID: it has more than ${longest} characters`
  return `this is not a staff ID: it has an invisible character (${hidden}); type it instead of pasting it`
}

/** Compares folded: another spelling is the same person. @throws BatchError `usage` when both are one person. */
export function requireOtherStaffId(by: string, sealedBy: string): void {
  if (foldId(by) !== foldId(sealedBy)) return
  throw new BatchError('usage', `${sealedBy} has sealed this plan, and cannot release it as well`, {
    hint: 'Another person must read the plan and release it under their own staff ID. Nothing was sent.',
  })
}

/** Cyrillic and Greek letters, each before the Latin one that it looks like; l and i stand for 1, o for 0. */
const pairs = 'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdԛqԝwαaβbεeζzηhιiκkμmνnοoρpτtυyχx'.match(/../gu) ?? []
const lookAlikes = new Map([...pairs.map(([one = '', other = '']) => [one, other] as const)])

/** Two people, as far as their IDs go, that a reader may take for one: `AL1` and `ALI`, or a Cyrillic letter. Pure. */
export function lookAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((id) =>
    [...foldId(id)]
      .map((letter) => lookAlikes.get(letter) ?? letter)
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replace(/o/g, '0')
      .replace(/[il|]/g, '1'),
  )
  return first === second
}

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
  const dropping = { now: ports.clock.now(), ending: 'dropped', by: by === undefined ? undefined : statePerson(by).id }
  const isDropped = await withLedger(settings, ports, (ledger) => ledger.waiting.drop(found.run, dropping))
  if (!isDropped) throw new BatchError('input', find('release-refused', { refusal: 'over' }))
  return found
}

/** `set`: rule → its value as a text; `release`: a run that would loosen one; `by`: who asks for it, or releases it. */
export interface RulesRequest extends Pick<SettingValues, 'set' | 'release' | 'by'> {
  target: Omit<Target, 'id'>
  /** What the profile demands. */
  demands: RecordedRules
}

/** `proposed`: those wait for a second person. */
interface Change {
  changed: readonly RuleChange[]
  proposed: readonly (RuleChange & { run: number })[]
}

/** A look makes no ledger. @throws BatchError `usage` for a value that cannot be read, or when two people are needed. */
export async function useRules(
  request: RulesRequest,
  settings: LedgerSettings,
  ports: LedgerPorts,
): Promise<Change & { rules: RecordedRules }> {
  const { target: named, set, release, by, demands } = request
  const { address, company } = named
  const place = { ...settings, company, destination: { address }, demands, newLedger: false, ephemeralLedger: false }
  if (release === undefined && Object.keys(set).length === 0) {
    const isThere = await findStore(settings).exists()
    const rules = isThere ? await viewTarget(place, ({ ledger, target }) => ledger.rules.of(target)) : {}
    return { rules: combineRules(rules, demands), changed: [], proposed: [] }
  }
  return withTarget(place, ports, async ({ ledger, target }) => {
    const parts = { ledger, target, now: ports.clock.now() }
    const done = release === undefined ? await setRules(set, by, parts) : await releaseRule(release, by, parts)
    // The register learns of it.
    await findTarget(ledger, place, ports)
    return { rules: await ledger.rules.of(target), ...done }
  })
}

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
    const needsTwo = before.fourEyes === true && isLooser(name, change.from, change.to)
    if (needsTwo && by === undefined) throw new BatchError('usage', find('rule-needs-two', { name }))
    const author = by === undefined ? undefined : statePerson(by)
    const until = endOfPeriod(now, before.waiting ?? ruleTable.waiting.none)
    const isChanged = !needsTwo && (await rules.change(target, change, { now, by: author?.id }))
    const run = needsTwo && author && (await rules.propose(target, change, { by: author, now, until }))
    if (isChanged) changed.push(change)
    else if (typeof run === 'number') proposed.push({ ...change, run })
    else throw new BatchError('usage', find('rule-overtaken', { name }))
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
