import { type Destination, sandboxPort } from '../../app/destination.ts'
import type { Estimate } from '../../pipeline/model/estimate.ts'
import type { SendPreview } from '../../pipeline/model/events.ts'
import { groupDigits } from './print.ts'

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
