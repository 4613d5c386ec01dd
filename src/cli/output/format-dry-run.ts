import type { SheetCheck } from '../../app/check/check-sheet.ts'
import { defaultRetryStatuses, type EvidencePolicy } from '../../client/evidence-policy.ts'
import type { Plan, SendPreview } from '../../pipeline/model/events.ts'
import { describeFindings } from './check-report.ts'
import { describePlan } from './format-plan.ts'
import { describeEstimate, describeSending } from './format-sending.ts'
import { countOf, groupDigits } from './print.ts'

export interface DryRun extends Pick<SheetCheck, 'file' | 'report'> {
  sending: SendPreview
  /** For operations that ask for confirmation. */
  plan: Plan | undefined
  /** The first requests as they would be sent. */
  first: readonly { row: string; request: string }[]
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
    ...(plan === undefined ? describeAll(dryRun) : describePlan({ ...plan, estimate: sending.estimate })),
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

function describeAll({ sending, first }: DryRun): string[] {
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
