import { closeSync, openSync, writeSync } from 'node:fs'
import { countOutcomes } from '../../app/notify.ts'
import { unansweredStates } from '../../contract/states.ts'
import type { Sender } from '../../ledger/port/submissions.ts'
import { escapeCodes } from '../../messages/show-codes.ts'
import { describeSenders, describeTime, describeWaits, type Wait } from '../../messages/waits.ts'
import type { Pace, RunEvent } from '../../pipeline/model/events.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import type { Host } from '../host.ts'
import { describeEnvironment, describeSending } from './format-plan.ts'
import type { Messages } from './messages.ts'
import { countOf } from './print.ts'

type Facts = Readonly<Record<string, unknown>>

/** A line of `--events` without its time. */
export type EventLine = { event: string } & Facts

interface EventMessage {
  level: 'debug' | 'info' | 'warn'
  text: string
}

interface EventForms<Event> {
  /** For a program, with neither personal data nor the token; undefined for an event without a result yet. */
  line?(event: Event): EventLine | undefined
  /** For a person; undefined where the plan, the progress display or the final balance shows it. */
  say?(event: Event): EventMessage | undefined
}

const forms: { readonly [Kind in RunEvent['kind']]: EventForms<Extract<RunEvent, { kind: Kind }>> } = {
  planned: {
    line({ sending, rows, balance }) {
      const { operation, targetLabel: target, isTestTarget, toSend, later, toAsk, estimate } = sending
      const environment = describeEnvironment(target, isTestTarget)
      const estimatedSeconds = estimate === undefined ? null : Math.round(estimate.seconds)
      const facts = { operation, target, environment, rows, toSend, later, toAsk, outcomes: countOutcomes(balance) }
      return { event: 'started', ...facts, estimatedSeconds }
    },
    say: ({ sending }) =>
      // A plan begins with the same line.
      sending.hasPlan && sending.toSend > 0 ? undefined : { level: 'info', text: describeSending(sending) },
  },
  held: {
    line: ({ cause, status = null, heldMs }) => ({ event: 'held', cause, status, heldMs }),
    say({ cause, status = 'no status', heldMs }) {
      const why = cause === 'unreachable' ? 'the service cannot be reached' : `the service refuses (${status})`
      return { level: 'debug', text: `${why}: nothing is sent for ${(heldMs / 1000).toFixed(1)} s` }
    },
  },
  pace: {
    line: ({ pace }) => ({ event: 'pace', perSecond: round(pace.perSecond), inFlight: pace.inFlight }),
    say: ({ pace }) => ({ level: 'debug', text: `pace: ${describePace(pace)}, ${pace.inFlight} in flight at most` }),
  },
  strain: {
    line: ({ phase, status = null, refusals, pace }) => {
      return { event: 'strain', phase, status, refusals, perSecond: round(pace.perSecond) }
    },
    /** e.g. `the service refuses (429, 27 times): 2 a second now` */
    say({ phase, status = 'no status', refusals, pace, heldMs }) {
      if (phase === 'ended') return { level: 'info', text: `the service refuses no longer: ${describePace(pace)} now` }
      const times = refusals === 1 ? '' : `, ${refusals.toLocaleString('en')} times`
      const isLong = heldMs >= 5_000
      const then = isLong ? `nothing is sent for ${describeTime(heldMs / 1000)}, then ` : ''
      const text = `the service refuses (${status}${times}): ${then}${describePace(pace)}${isLong ? '' : ' now'}`
      return { level: 'warn', text }
    },
  },
  retry: {
    line: ({ sheet, rowNumber, cause, tries }) => ({
      event: 'retry',
      ...nameSheet(sheet),
      row: rowNumber,
      cause,
      tries,
    }),
    say({ sheet, rowNumber, cause, tries }) {
      const row = `row ${rowNumber}${sheet === undefined ? '' : ` of ${sheet}`}`
      return { level: 'debug', text: `${row}: ${cause === 'not-sent' ? 'not sent' : 'not processed'}, try ${tries}` }
    },
  },
  waiting: {
    line: ({ senders }) => ({ event: 'waiting', ...listSenders(senders) }),
    say: ({ senders }) => ({ level: 'info', text: `waiting: ${describeSenders(senders)}` }),
  },
  still: {
    line: ({ forMs, waits }) => ({ event: 'still', forMs, waits: waits.map(toWaitFacts) }),
    /** e.g. `nothing has moved for 60 s; waiting for: the scores of 40 rows, asked for next in 25 s` */
    say({ forMs, waits }) {
      const text = `nothing has moved for ${describeTime(forMs / 1000)}; waiting for ${describeWaits(waits)}`
      return { level: 'warn', text }
    },
  },
  moved: {
    line({ to, sheet, rowNumber = null }) {
      if (unansweredStates.has(to)) return undefined
      const at = { ...nameSheet(sheet), row: rowNumber }
      const own = ownEvents[to]
      return own === undefined ? { event: 'settled', ...at, state: to } : { event: own, ...at }
    },
  },
  progress: {},
  halted: { line: ({ reason }) => ({ event: 'halted', reason }) },
  written: { line: ({ file }) => ({ event: 'written', file }) },
}

const ownEvents: Readonly<Record<string, string>> = { accepted: 'created', unknown: 'unknown' }

export function toEventLine(event: RunEvent): EventLine | undefined {
  return (forms[event.kind] as EventForms<RunEvent>).line?.(event)
}

export function describeEvent(event: RunEvent): EventMessage | undefined {
  return (forms[event.kind] as EventForms<RunEvent>).say?.(event)
}

export function logEvent(event: RunEvent, logger: Messages): void {
  if (event.kind === 'planned') {
    // e.g. `60 rows: 54 ready, 6 invalid`
    const states = event.balance.map(
      ({ state, wasDone, count }) => `${count} ${state}${wasDone ? ' (already done)' : ''}`,
    )
    logger.logOnly(`${countOf(event.rows, 'row')}: ${states.join(', ')}`)
  }
  const words = describeEvent(event)
  if (words !== undefined) logger[words.level](words.text)
}

function listSenders(senders: readonly Sender[]): Facts {
  const heard = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms))
  return {
    rows: senders.reduce((sum, { rows }) => sum + rows, 0),
    senders: senders.map(({ name, rows, heardMs }) => ({ name, rows, heardMs: heard(heardMs) })),
  }
}

function toWaitFacts({ kind, ...facts }: Wait): Facts {
  return { for: kind, ...('senders' in facts ? listSenders(facts.senders) : facts) }
}

/** Only for a run over several worksheets. */
function nameSheet(sheet: string | undefined): { sheet?: string } {
  return sheet === undefined ? {} : { sheet }
}

function round(perSecond: number | undefined): number | null {
  return perSecond === undefined ? null : Number(perSecond.toPrecision(3))
}

export function describePace({ perSecond, inFlight }: Pace): string {
  if (perSecond === undefined) return `${inFlight} at a time`
  if (perSecond < 0.95) return `one every ${Math.round(1 / perSecond)} s`
  return `${perSecond < 10 ? Number(perSecond.toFixed(1)) : Math.round(perSecond)} a second`
}

export interface EventFile {
  /** False without `--events`. */
  isOpen: boolean
  add(line: EventLine): void
  close(): void
}

/**
 * `--events`: appends to a file, or writes to standard output for `-`. A failure is said once, and stops no run.
 * @throws BatchError `surroundings` when the file cannot be opened.
 */
export function openEventFile(
  { stdout, clock }: Pick<Host, 'stdout' | 'clock'>,
  file: string | undefined,
  { redact, warn }: { redact(text: string): string; warn(message: string): void },
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
