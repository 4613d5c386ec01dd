import { unansweredStates } from '../../contract/states.ts'
import type { Sender } from '../../ledger/port/submissions.ts'
import type { Wait } from '../../messages/waits.ts'
import type { RunEvent } from '../../pipeline/model/events.ts'
import { assertNever } from '../../support/errors.ts'
import { describeEnvironment } from './format-sending.ts'

/** A line of `--events` without its time. */
export type EventLine = { event: string } & Readonly<Record<string, unknown>>

/** Undefined for an event without a result yet. A line has neither personal data nor the token. Pure. */
export function toEventLine(event: RunEvent): EventLine | undefined {
  switch (event.kind) {
    case 'planned': {
      const { operation, targetLabel, isTestTarget, toSend, later, toAsk, estimate } = event.sending
      return {
        event: 'started',
        operation,
        target: targetLabel,
        environment: describeEnvironment(targetLabel, isTestTarget),
        rows: event.rows,
        toSend,
        later,
        toAsk,
        outcomes: countOutcomes(event.balance),
        estimatedSeconds: estimate === undefined ? null : Math.round(estimate.seconds),
      }
    }
    case 'held':
      return { event: 'held', cause: event.cause, status: event.status ?? null, heldMs: event.heldMs }
    case 'pace':
      return { event: 'pace', perSecond: round(event.pace.perSecond), inFlight: event.pace.inFlight }
    case 'strain': {
      const { phase, status, refusals, pace } = event
      return { event: 'strain', phase, status: status ?? null, refusals, perSecond: round(pace.perSecond) }
    }
    case 'retry':
      return { event: 'retry', ...nameSheet(event.sheet), row: event.rowNumber, cause: event.cause, tries: event.tries }
    case 'waiting':
      return { event: 'waiting', ...describeSenders(event.senders) }
    case 'still':
      return { event: 'still', forMs: event.forMs, waits: event.waits.map(toWaitLine) }
    case 'moved':
      return toRowLine(event)
    case 'progress':
      return undefined
    case 'halted':
      return { event: 'halted', reason: event.reason }
    case 'written':
      return { event: 'written', file: event.file }
    default:
      return assertNever(event)
  }
}

function describeSenders(senders: readonly Sender[]): Readonly<Record<string, unknown>> {
  return {
    rows: senders.reduce((sum, { rows }) => sum + rows, 0),
    senders: senders.map(({ name, rows, heardMs }) => ({
      name,
      rows,
      heardMs: heardMs === undefined ? null : Math.round(heardMs),
    })),
  }
}

function toWaitLine({ kind, ...facts }: Wait): Readonly<Record<string, unknown>> {
  return { for: kind, ...('senders' in facts ? describeSenders(facts.senders) : facts) }
}

const ownEvents: Readonly<Record<string, string>> = { accepted: 'created', unknown: 'unknown' }

function toRowLine({ to, rowNumber, sheet }: Extract<RunEvent, { kind: 'moved' }>): EventLine | undefined {
  if (unansweredStates.has(to)) return undefined
  const at = { ...nameSheet(sheet), row: rowNumber ?? null }
  const own = ownEvents[to]
  return own === undefined ? { event: 'settled', ...at, state: to } : { event: own, ...at }
}

/** Only for a run over several worksheets. */
function nameSheet(sheet: string | undefined): { sheet?: string } {
  return sheet === undefined ? {} : { sheet }
}

function countOutcomes(balance: readonly { state: string; count: number }[]): Record<string, number> {
  const outcomes: Record<string, number> = {}
  for (const { state, count } of balance) outcomes[state] = (outcomes[state] ?? 0) + count
  return outcomes
}

function round(perSecond: number | undefined): number | null {
  return perSecond === undefined ? null : Number(perSecond.toPrecision(3))
}
