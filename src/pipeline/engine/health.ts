import type { Proof, RetrieveProof } from '../../client/evidence.ts'
import type { HaltReason } from '../../messages/halts.ts'
import { formatDuration } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Pace, RunEvent } from '../model/events.ts'
import type { SendOptions } from '../model/options.ts'
import type { RequestEnd } from './limiter.ts'
import { judgeThrottling, noThrottling, type Throttling } from './throttling.ts'

/** The service and the run, by all that was seen so far; each rule keeps its own part. */
export interface Health {
  /** The first reason to stop, unless a more severe one followed. */
  halt: HaltReason | undefined
  /** An answer has fitted the interface: the token and the address are right. */
  isProven: boolean
  /** Failures of the connection in a row. */
  lost: { failures: number; since: number }
  /** In a row. */
  unknowns: number
  mixUps: number
  /** Rows that failed or were rejected. */
  errors: number
  /** In a row, for one reason. */
  rejections: { reason: string; count: number; wasAsked: boolean }
  pace: Pace
  throttling: Throttling
  movedAt: number
}

export type Seen =
  | { kind: 'written'; proof: Proof }
  | { kind: 'read'; proof: RetrieveProof }
  /** `heldMs`: nothing is sent for this long; `isStray`: refused alone, no sign of a limit. */
  | { kind: 'ended'; end: RequestEnd; heldMs: number; isTooLong: boolean; isStray: boolean; pace: Pace }
  /** A row has failed for good; an identifier came that another row has; a row moved. */
  | { kind: 'failed' | 'mixed-up' | 'moved' }
  | { kind: 'stopped'; reason: HaltReason }

/** What the gate must do about it. */
export type Saying =
  | { kind: 'proven' }
  /** Nothing starts for `ms`, then one probe. */
  | { kind: 'hold'; ms: number }
  | { kind: 'warn'; message: string }
  | { kind: 'ask'; field: string; message: string; count: number }
  | { kind: 'tell'; event: RunEvent }

export interface HealthLimits extends Pick<SendOptions, 'maxUnknown' | 'maxErrors' | 'waitForServiceMs'> {
  /** As messages name it. */
  address: string
}

interface Judgement extends Partial<Health> {
  says?: readonly Saying[]
}

type Rule = (health: Health, seen: Seen, now: number, limits: HealthLimits) => Judgement | undefined

/** In the order in which they speak. A further rule of sending is one more function here. */
const rules: readonly Rule[] = [
  stopAsTold,
  watchConnection,
  proveService,
  countUnknowns,
  countMixUps,
  countErrors,
  questionRejections,
  reportHold,
  reportPace,
  reportThrottling,
  noticeProgress,
]

const failuresToOpen = 10
const shortestHoldMs = 500
const longestHoldMs = 15_000
const rejectionsToAsk = 20
const mixUpsToStop = 3
/** Smaller changes of the pace are not reported. */
const noticedChange = 1.1
const noLoss = { failures: 0, since: 0 }

export function createHealth(now: number, pace: Pace): Health {
  return {
    halt: undefined,
    isProven: false,
    lost: noLoss,
    unknowns: 0,
    mixUps: 0,
    errors: 0,
    rejections: { reason: '', count: 0, wasAsked: false },
    pace,
    throttling: noThrottling,
    movedAt: now,
  }
}

/** May anything be sent now, and what is to be said and done? Pure. */
export function judge(health: Health, seen: Seen, now: number, limits: HealthLimits) {
  let after = health
  const said: Saying[] = []
  for (const rule of rules) {
    const judged = rule(after, seen, now, limits)
    if (judged === undefined) continue
    const { says = [], ...changed } = judged
    said.push(...says)
    after = { ...after, ...changed, halt: graver(after.halt, changed.halt) }
  }
  return { health: after, says: said }
}

/** Reasons that end creating while polling for scores goes on. */
const sendingOnly: ReadonlySet<HaltReason['kind']> = new Set(['unknowns', 'mixed-up', 'errors', 'rejections'])

/** A defect must be reported, even when the run was ending already. */
export function severityOf({ kind }: HaltReason): number {
  if (kind === 'broken') return 2
  return sendingOnly.has(kind) ? 0 : 1
}

function graver(before: HaltReason | undefined, now: HaltReason | undefined): HaltReason | undefined {
  if (before === undefined || now === undefined) return before ?? now
  return severityOf(now) > severityOf(before) ? now : before
}

function stopAsTold(_health: Health, seen: Seen, _now: number, { address }: HealthLimits): Judgement | undefined {
  if (seen.kind === 'stopped') return { halt: seen.reason }
  if (!('proof' in seen) || seen.proof.kind !== 'stop') return undefined
  const { cause, message, error } = seen.proof
  if (cause === 'address') return { halt: { kind: cause, message, address } }
  if (cause !== 'defect') return { halt: { kind: cause, message } }
  return { halt: { kind: 'broken', error: new BatchError('defect', message, { cause: error }) } }
}

/**
 * Connection failures mean that the service is away, not that a row is bad. After ten in a row all sending is held, with
 * one probe at a time; `waitForServiceMs` after the first failure the run gives up.
 */
function watchConnection({ lost }: Health, seen: Seen, now: number, limits: HealthLimits): Judgement | undefined {
  if (!('proof' in seen) || seen.proof.kind === 'stop') return undefined
  const { proof } = seen
  const wasOpen = lost.failures >= failuresToOpen
  // A request that had started was accepted.
  if (proof.kind !== 'not-sent' && !(proof.kind === 'retry' && proof.isConnection)) {
    if (lost.failures === 0) return undefined
    return { lost: noLoss, says: wasOpen ? [{ kind: 'warn', message: 'the service can be reached again' }] : [] }
  }
  const { reason } = proof
  const next = { failures: lost.failures + 1, since: lost.failures === 0 ? now : lost.since }
  const lostMs = now - next.since
  const leftMs = limits.waitForServiceMs - lostMs
  if (leftMs <= 0) return { lost: next, halt: { kind: 'unreachable', message: reason } }
  if (next.failures < failuresToOpen) return { lost: next }
  const ms = Math.min(longestHoldMs, Math.max(shortestHoldMs, lostMs / 2), leftMs)
  const patience = Number.isFinite(leftMs) ? `for ${formatDuration(limits.waitForServiceMs)}` : 'until it is back'
  const message = `the service cannot be reached (${reason}); trying ${patience}`
  const held = { kind: 'held', cause: 'unreachable', status: undefined, heldMs: Math.round(ms) } as const
  const warning: Saying[] = wasOpen ? [] : [{ kind: 'warn', message }]
  return { lost: next, says: [...warning, { kind: 'hold', ms }, { kind: 'tell', event: held }] }
}

function proveService({ isProven }: Health, seen: Seen): Judgement | undefined {
  if (isProven || !('proof' in seen)) return undefined
  const { proof } = seen
  const isItsOwn = proof.kind === 'done' || proof.kind === 'ready' || proof.kind === 'pending'
  const isInContract = 'isInContract' in proof ? proof.isInContract : isItsOwn
  return isInContract ? { isProven: true, says: [{ kind: 'proven' }] } : undefined
}

/** Only a success ends the streak: rows that are refused say nothing of those that are accepted. */
function countUnknowns(health: Health, seen: Seen, _now: number, { maxUnknown }: HealthLimits): Judgement | undefined {
  if (seen.kind !== 'written') return undefined
  if (seen.proof.kind === 'done') return { unknowns: 0 }
  if (seen.proof.kind !== 'unknown') return undefined
  const unknowns = health.unknowns + 1
  return { unknowns, ...(unknowns >= maxUnknown && { halt: { kind: 'unknowns', count: unknowns } }) }
}

/** An answer about another row. One may be a slip; more suggest that identifiers stand at the wrong rows. */
function countMixUps(health: Health, seen: Seen): Judgement | undefined {
  const kind = seen.kind === 'read' ? seen.proof.kind : seen.kind
  if (kind === 'ready') return { mixUps: 0 }
  if (kind !== 'mixed-up') return undefined
  const mixUps = health.mixUps + 1
  return { mixUps, ...(mixUps >= mixUpsToStop && { halt: { kind: 'mixed-up', count: mixUps } }) }
}

function countErrors(health: Health, seen: Seen, _now: number, { maxErrors }: HealthLimits): Judgement | undefined {
  if (seen.kind !== 'failed' && !(seen.kind === 'written' && seen.proof.kind === 'refused')) return undefined
  const errors = health.errors + 1
  return { errors, ...(maxErrors !== undefined && errors >= maxErrors && { halt: { kind: 'errors', count: errors } }) }
}

/** Twenty refusals in a row with one field and message: most likely a column is mapped wrongly. Asked once a run. */
function questionRejections({ rejections }: Health, seen: Seen): Judgement | undefined {
  if (seen.kind !== 'written') return undefined
  if (seen.proof.kind === 'done') return { rejections: { ...rejections, count: 0 } }
  if (seen.proof.kind !== 'refused') return undefined
  const { field, message } = seen.proof
  const reason = JSON.stringify([field, message])
  const count = reason === rejections.reason ? rejections.count + 1 : 1
  const asks = count >= rejectionsToAsk && !rejections.wasAsked
  const next = { reason, count, wasAsked: rejections.wasAsked || asks }
  return { rejections: next, says: asks ? [{ kind: 'ask', field, message, count }] : [] }
}

function reportHold(_health: Health, seen: Seen): Judgement | undefined {
  if (seen.kind !== 'ended' || seen.end.kind !== 'refused' || seen.heldMs === 0) return undefined
  const { heldMs, isTooLong, end } = seen
  const event = { kind: 'held', cause: 'refused', status: end.status, heldMs: Math.round(heldMs) } as const
  const message = `the service asks to wait ${Math.round(heldMs / 1000)} s`
  return { says: [{ kind: 'tell', event }], ...(isTooLong && { halt: { kind: 'held-off', message } }) }
}

function reportPace({ pace: before }: Health, seen: Seen): Judgement | undefined {
  if (seen.kind !== 'ended' || seen.end.kind !== 'refused' || seen.isStray) return undefined
  const { pace } = seen
  if (!hasMoved(before.perSecond, pace.perSecond) && !hasMoved(before.inFlight, pace.inFlight)) return undefined
  return { pace, says: [{ kind: 'tell', event: { kind: 'pace', pace } }] }
}

function hasMoved(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after
  return Math.max(before, after) / Math.min(before, after) >= noticedChange
}

function reportThrottling({ throttling: before }: Health, seen: Seen, now: number): Judgement | undefined {
  if (seen.kind !== 'ended' || seen.isStray) return undefined
  const { end, pace, heldMs } = seen
  const isRefused = end.kind === 'refused'
  if (!isRefused && (end.kind !== 'answered' || before.refusals === 0)) return undefined
  const status = isRefused ? end.status : undefined
  const { throttling, report } = judgeThrottling(before, now, { isRefused, status, pace, heldMs })
  return { throttling, says: report === undefined ? [] : [{ kind: 'tell', event: { kind: 'strain', ...report } }] }
}

/** Answers of any kind, and rows that move. */
function noticeProgress(_health: Health, seen: Seen, now: number): Judgement | undefined {
  return seen.kind === 'ended' || seen.kind === 'moved' ? { movedAt: now } : undefined
}
