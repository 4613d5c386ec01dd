import { writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { SheetCheck } from '../../app/check/check-sheet.ts'
import { type Destination, sandboxPort } from '../../app/destination.ts'
import type { PlanView } from '../../app/start-run.ts'
import { defaultRetryStatuses, type EvidencePolicy } from '../../client/evidence-policy.ts'
import { showOnOneLine } from '../../messages/show-codes.ts'
import { describePlannedLine } from '../../messages/states.ts'
import type { CheckReport, ProblemGroup } from '../../pipeline/check/check-rows.ts'
import type { Estimate } from '../../pipeline/model/estimate.ts'
import type { Plan, SendPreview } from '../../pipeline/model/events.ts'
import { describeRepeated } from '../../pipeline/sealing/plan-doubts.ts'
import { type Clock, toIsoTime, toMinute } from '../../support/clock.ts'
import { countOf, groupDigits, listLines } from './print.ts'

/** An address without a mark of a test environment counts as production. */
export function describeEnvironment(targetLabel: string, isTestTarget: boolean): string {
  if (targetLabel.startsWith('sandbox:')) return 'simulated sandbox'
  return isTestTarget ? 'test environment' : 'production'
}

/** e.g. `https://… (production)` */
export function describeTarget({ label, isTest }: Pick<Destination, 'label' | 'isTest'>): string {
  return `${label} (${describeEnvironment(label, isTest)})`
}

/** e.g. `assess: 54 to send to https://… (production), about 40 s` */
export function describeSending(sending: Omit<SendPreview, 'hasPlan'>): string {
  const { operation, targetLabel, isTestTarget, toSend, later, toAsk, estimate } = sending
  const where = describeTarget({ label: targetLabel, isTest: isTestTarget })
  const asked = toAsk === 0 ? '' : `, ${groupDigits(toAsk)} ${toAsk === 1 ? 'score' : 'scores'} to ask for`
  const rest = later === 0 ? '' : `, ${groupDigits(later)} left for later by --limit`
  const time = estimate === undefined ? '' : `, ${describeEstimate(estimate)}`
  const count = toSend === 0 ? 'nothing' : groupDigits(toSend)
  return `${operation}: ${count} to send to ${where}${rest}${asked}${time}`
}

/** e.g. `about 40 s`, `at least 33 min`; an estimate is rounded. */
export function describeEstimate({ seconds, isLeast }: Estimate): string {
  return `${isLeast ? 'at least' : 'about'} ${roundTime(seconds)}`
}

function roundTime(seconds: number): string {
  if (seconds < 9.5) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 90) return `${5 * Math.round(seconds / 5)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const [hours, fives] = [Math.floor(minutes / 60), 5 * Math.floor((minutes % 60) / 5)]
  return fives === 0 ? `${hours} h` : `${hours} h ${fives} min`
}

/** The last line of a run against the embedded sandbox. Pure. */
export function describeSimulation(baseUrl: string): string {
  const { port } = new URL(baseUrl)
  if (port === String(sandboxPort)) {
    return 'The scores are simulated. Report links open while `rwa-batch sandbox` runs.'
  }
  return `The scores are simulated. Port ${sandboxPort} was taken: report links of this run open only while \`rwa-batch sandbox --port ${port}\` runs.`
}

const shownCells = 5
const shownGroups = 40

export function describeCheck(check: SheetCheck): string[] {
  return [...describeFindings(check), '', 'What a check cannot know:', ...check.cannotKnow.map((line) => `  - ${line}`)]
}

export function describeFindings({ file, report }: Pick<SheetCheck, 'file' | 'report'>): string[] {
  const { sheets, rows, balance, groups, others } = report
  const width = Math.max(...balance.map(({ count }) => groupDigits(count).length))
  return [
    `${file}${nameSheets(file, sheets)}: ${groupDigits(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    ...balance.map((line) =>
      `  ${groupDigits(line.count).padStart(width)}  ${line.state.padEnd(9)}  ${describePlannedLine(line)}`.trimEnd(),
    ),
    ...section('Problems:', groups, isStopping),
    ...section('Warnings, which do not stop a row:', groups, isWarning),
    ...section('Left out:', groups, isSkipped),
    ...(others > 0 ? ['', `${groupDigits(others)} further problems are of more kinds than are kept apart here.`] : []),
  ]
}

function nameSheets(file: string, sheets: CheckReport['sheets']): string {
  const [first] = sheets
  if (first === undefined || first.name === basename(file)) return ''
  if (sheets.length === 1) return `, sheet “${first.name}”`
  return `, sheets ${sheets.map(({ name, rows }) => `“${name}” (${groupDigits(rows)})`).join(', ')}`
}

const isWarning = ({ outcome }: ProblemGroup): boolean => outcome === 'warning'
const isSkipped = ({ outcome }: ProblemGroup): boolean => outcome === 'skipped'
const isStopping = (group: ProblemGroup): boolean => !isWarning(group) && !isSkipped(group)

function section(title: string, all: readonly ProblemGroup[], isMeant: (group: ProblemGroup) => boolean): string[] {
  const groups = all.filter(isMeant)
  if (groups.length === 0) return []
  const width = Math.max(...groups.map(({ count }) => groupDigits(count).length))
  const shown = groups
    .slice(0, shownGroups)
    .map((group) => `  ${groupDigits(group.count).padStart(width)} × ${formatGroup(group)}`)
  const left = groups.length - shown.length
  return ['', title, ...shown, ...(left === 0 ? [] : [`  … and ${groupDigits(left)} other kinds; -o lists every one`])]
}

function formatGroup({ outcome, field, rule, hint, count, cells, values }: ProblemGroup): string {
  const subject = field === '' ? (outcome === 'duplicate' ? outcome : 'the row') : field
  const [first = '', ...others] = values ?? []
  const isOne = first !== '' && others.every((value) => value === first)
  const named = cells.slice(0, shownCells).map((cell, index) => {
    const value = isOne ? '' : (values?.[index] ?? '')
    return value === '' ? cell : `${cell} “${value}”`
  })
  const where = `${isOne ? `“${first}” in ` : ''}${named.join(', ')}${count > shownCells ? ', …' : ''}`
  // A rule of one row may quote a whole answer, whose line breaks would break the list.
  const text = `${subject}: ${rule}${hint === '' ? '' : `${/[.?!]$/.test(rule) ? '' : '.'} ${hint}`}`
  return `${text} (${where})`.replaceAll('\n', ' ')
}

/** For `check --json`. `notes`: warnings about the sheet as a whole. */
export function summariseCheck({ file, report, cannotKnow, written }: SheetCheck, notes: readonly string[] = []) {
  const { sheets, rows, balance, groups, others } = report
  const bare = (isMeant: (group: ProblemGroup) => boolean): object[] =>
    groups.filter(isMeant).map(({ outcome: _, ...group }) => group)
  return {
    file,
    sheets,
    rows,
    outcomes: Object.fromEntries(balance.map(({ state, count }) => [state, count])),
    problems: bare(isStopping),
    warnings: [...bare(isWarning), ...notes.map((rule) => ({ field: '', rule, hint: '', count: 1, cells: [] }))],
    skipped: bare(isSkipped),
    furtherProblems: others,
    cannotKnow,
    output: written?.file ?? null,
  }
}

/** `most`: lines of it that are shown, of a plan that is not released by two. */
export function describePlan(plan: Plan, most = Number.POSITIVE_INFINITY): string[] {
  const { operation, targetLabel, isTestTarget, counts, actors, total, later, replaced, estimate } = plan
  const lines = plan.lines ?? plan.first.map(({ words }) => words)
  const shown = plan.isRelease === true ? lines : lines.slice(0, most)
  return [
    describeSending({ operation, targetLabel, isTestTarget, toSend: total, later, toAsk: 0, estimate }),
    ...listCounts(counts, ''),
    ...listCounts(actors, 'by '),
    ...describeReplaced(replaced),
    ...plan.repeatedEvents.map((repeated) => `  warning: ${describeRepeated(repeated)}`),
    ...shown.map((line) => `  ${line}`),
    ...(shown.length < total ? ['  …'] : []),
  ]
}

/** The most frequent first, equal ones by name: an approver is found, and compared with the sheet. */
function listCounts(counts: ReadonlyMap<string, number>, before: string): string[] {
  const sorted = [...counts].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
  return sorted.map(([label, count]) => `  ${String(count).padStart(6)}  ${before}${label}`)
}

function describeReplaced({ count, released, first }: Plan['replaced']): string[] {
  if (count === 0) return []
  return listLines(
    `  ${String(count).padStart(6)}  replace what was recorded before:`,
    first.map(({ row, now, before, by, at, isUnknown, wasReleased }) => {
      const who = by === undefined ? '' : ` by ${by}`
      const when = `${who}${at === undefined ? '' : ` of ${toMinute(at)}`}`
      const doubt = isUnknown ? ', whose outcome is unknown' : ''
      return `          ${row}: ${now} replaces ${before}${when}${doubt}${wasReleased ? ', which two people released' : ''}`
    }),
    count > first.length && '          …',
    released > 0 &&
      `  ${String(released).padStart(6)}  of these were released by two people (one sealed, another released)`,
  )
}

export interface DryRun extends Pick<PlanView, 'report' | 'sending' | 'plan'> {
  file: string
  policy: EvidencePolicy
  checkCommand: string
}

const midnight = 'T00:00:00.000Z'

export function describeDryRun(dryRun: DryRun): string[] {
  const { sending, plan, report, checkCommand } = dryRun
  const isFaulty = report.groups.some(({ outcome }) => outcome === 'invalid')
  return [
    ...describeFindings(dryRun),
    ...(isFaulty ? ['', `Every problem in its cell: ${checkCommand}`] : []),
    '',
    ...(sending.hasPlan ? describePlan({ ...plan, estimate: sending.estimate }) : describeAll(dryRun)),
    ...describeCalls(sending),
    ...(sending.toSend === 0 ? [] : describeTrust(dryRun.policy)),
  ]
}

/** Names the statuses taken for “not processed” by default, without a promise of the service's owner. */
function describeTrust({ distrustStatuses }: EvidencePolicy): string[] {
  const trusted = defaultRetryStatuses.filter((status) => !distrustStatuses.has(status))
  if (trusted.length === 0) return []
  const named = trusted.map((status) => (status === 503 ? '503 with Retry-After' : String(status)))
  return [
    `  Taken for “not processed”, and sent again: HTTP ${named.join(', ')}. If this service does not keep to that: --distrust-status.`,
  ]
}

function describeAll({ sending, plan: { first } }: DryRun): string[] {
  return [
    describeSending(sending),
    ...first.map(({ row, request }) => `  ${row}: ${describeRequest(request)}`),
    ...(sending.toSend > first.length ? ['  …'] : []),
  ]
}

/** Of a service that was not met yet the fewest calls, at a pace that is assumed. */
function describeCalls({ estimate, assumed }: SendPreview): string[] {
  if (estimate !== undefined) return [`  ${groupDigits(estimate.calls)} calls at ${rate(estimate.perSecond)} a second`]
  if (assumed === undefined) return []
  const { calls, perSecond } = assumed
  const time = describeEstimate({ ...assumed, isLeast: false })
  return [
    `  At least ${countOf(calls, 'call')}: ${time} at ${rate(perSecond)} a second, which is assumed, as this service was not met yet; --limit 10 sends ten rows and measures it.`,
  ]
}

/** e.g. `employeeId E-001, destination Portugal, startDate 2026-03-01` */
function describeRequest(json: string): string {
  const request: object = JSON.parse(json)
  return Object.entries(request)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field} ${String(value).replace(midnight, '')}`)
    .join(', ')
}

function rate(perSecond: number): string {
  return perSecond < 10 ? String(Number(perSecond.toPrecision(2))) : groupDigits(Math.round(perSecond))
}

/** The whole plan as a text beside the output, to be read before it is confirmed; for this account alone. */
export async function writePlanFile(output: string, plan: Plan, clock: Pick<Clock, 'now'>): Promise<string> {
  const at = toIsoTime(clock.now())
  const name = `${basename(output, extname(output))}.plan-${at.replace(/\.\d+/, '').replace(/[-:]/g, '')}.txt`
  const file = join(dirname(output), name)
  const lines = [`What was asked about at ${at} (UTC)`, '', ...describePlan(plan)]
  await writeFile(file, `${lines.map(showOnOneLine).join('\n')}\n`, { mode: 0o600 })
  return file
}
