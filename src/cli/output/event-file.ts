import { closeSync, openSync, writeSync } from 'node:fs'
import { unansweredStates } from '../../contract/states.ts'
import type { Sender } from '../../ledger/port/submissions.ts'
import { escapeCodes } from '../../messages/show-codes.ts'
import type { Wait } from '../../messages/waits.ts'
import type { RunEvent } from '../../pipeline/model/events.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { toIsoTime } from '../../support/clock.ts'
import { assertNever, BatchError, messageOf } from '../../support/errors.ts'
import type { Host } from '../host.ts'
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

export interface EventFile {
  /** False without `--events`. */
  isOpen: boolean
  add(line: EventLine): void
  close(): void
}

interface EventFilePorts {
  redact(text: string): string
  warn(message: string): void
}

/**
 * Opens the target of `--events`: appends to a file, or writes to standard output for `-`. A write failure is reported
 * once and never stops a run.
 * @throws BatchError `surroundings` when the file cannot be opened.
 */
export function openEventFile(
  { stdout, clock }: Pick<Host, 'stdout' | 'clock'>,
  file: string | undefined,
  { redact, warn }: EventFilePorts,
): EventFile {
  if (file === undefined) return { isOpen: false, add() {}, close() {} }
  const handle = file === '-' ? undefined : openFile(file)
  let isBroken = false
  return {
    isOpen: true,
    add({ event, ...facts }) {
      if (isBroken) return
      const json = JSON.stringify({ time: toIsoTime(clock.now()), event, ...facts })
      const line = `${escapeCodes(redact(json))}\n`
      try {
        // Unbuffered: past events survive a crash of this process.
        if (handle === undefined) stdout.write(line)
        else writeSync(handle, line)
      } catch (error) {
        isBroken = true
        warn(`${messageOf(toWriteError(error, file))}; the run goes on without its events`)
      }
    },
    close() {
      if (handle !== undefined) closeSync(handle)
    },
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'a', 0o600)
  } catch (error) {
    const failure = toWriteError(error, file)
    if (!(failure instanceof BatchError)) throw failure
    throw new BatchError(failure.code, failure.message, { hint: 'Name another file with --events.', cause: error })
  }
}
