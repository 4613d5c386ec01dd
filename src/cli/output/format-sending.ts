import { type Destination, sandboxPort } from '../../app/destination.ts'
import { describeSenders, describeTime, describeWaits } from '../../messages/waits.ts'
import type { Estimate } from '../../pipeline/model/estimate.ts'
import type { Pace, RunEvent, SendPreview } from '../../pipeline/model/events.ts'
import { assertNever } from '../../support/errors.ts'
import type { Messages } from './messages.ts'
import { countOf, groupDigits } from './print.ts'

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
    return 'The scores are simulated. Report links open while `npx rwa-batch sandbox` runs.'
  }
  return `The scores are simulated. Port ${sandboxPort} was taken: report links of this run open only while \`npx rwa-batch sandbox --port ${port}\` runs.`
}

interface EventMessage {
  level: 'debug' | 'info' | 'warn'
  text: string
}

export function logEvent(event: RunEvent, logger: Messages): void {
  if (event.kind === 'planned') logger.logOnly(describeRows(event))
  const words = describeEvent(event)
  if (words !== undefined) logger[words.level](words.text)
}

/** Undefined when another text reports the event. */
export function describeEvent(event: RunEvent): EventMessage | undefined {
  switch (event.kind) {
    case 'planned':
      // A plan begins with the same line.
      if (event.sending.hasPlan && event.sending.toSend > 0) return undefined
      return { level: 'info', text: describeSending(event.sending) }
    case 'held':
      return { level: 'debug', text: describeHold(event) }
    case 'pace':
      return { level: 'debug', text: `pace: ${describePace(event.pace)}, ${event.pace.inFlight} in flight at most` }
    case 'strain':
      return { level: event.phase === 'ended' ? 'info' : 'warn', text: describeStrain(event) }
    case 'retry':
      return {
        level: 'debug',
        text: `row ${event.rowNumber}${event.sheet === undefined ? '' : ` of ${event.sheet}`}: ${event.cause === 'not-sent' ? 'not sent' : 'not processed'}, try ${event.tries}`,
      }
    case 'waiting':
      return { level: 'info', text: `waiting: ${describeSenders(event.senders)}` }
    case 'still':
      return { level: 'warn', text: describeStill(event) }
    case 'moved':
    case 'progress':
    case 'halted':
    case 'written':
      // The progress display and the final balance show it.
      return undefined
    default:
      return assertNever(event)
  }
}

/** e.g. `nothing has moved for 60 s; waiting for: the scores of 40 rows, asked for next in 25 s` */
function describeStill({ forMs, waits }: Extract<RunEvent, { kind: 'still' }>): string {
  return `nothing has moved for ${describeTime(forMs / 1000)}; waiting for ${describeWaits(waits)}`
}

/** e.g. `60 rows: 54 ready, 6 invalid` */
function describeRows({ rows, balance }: Extract<RunEvent, { kind: 'planned' }>): string {
  const states = balance.map(({ state, wasDone, count }) => `${count} ${state}${wasDone ? ' (already done)' : ''}`)
  return `${countOf(rows, 'row')}: ${states.join(', ')}`
}

function describeHold({ cause, status, heldMs }: Extract<RunEvent, { kind: 'held' }>): string {
  const why =
    cause === 'unreachable' ? 'the service cannot be reached' : `the service refuses (${status ?? 'no status'})`
  return `${why}: nothing is sent for ${(heldMs / 1000).toFixed(1)} s`
}

/** e.g. `the service refuses (429, 27 times): 2 a second now` */
function describeStrain({ phase, status, refusals, pace, heldMs }: Extract<RunEvent, { kind: 'strain' }>): string {
  if (phase === 'ended') return `the service refuses no longer: ${describePace(pace)} now`
  const times = refusals === 1 ? '' : `, ${refusals.toLocaleString('en')} times`
  const wait = heldMs >= 5_000 ? `nothing is sent for ${describeTime(heldMs / 1000)}, then ` : ''
  return `the service refuses (${status ?? 'no status'}${times}): ${wait}${describePace(pace)}${wait === '' ? ' now' : ''}`
}

export function describePace({ perSecond, inFlight }: Pace): string {
  if (perSecond === undefined) return `${inFlight} at a time`
  if (perSecond < 0.95) return `one every ${Math.round(1 / perSecond)} s`
  return `${perSecond < 10 ? Number(perSecond.toFixed(1)) : Math.round(perSecond)} a second`
}
