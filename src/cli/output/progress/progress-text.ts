import { notCreatedStates } from '../../../contract/states.ts'
import { describeTime } from '../../../messages/waits.ts'
import type { Progress } from '../../../pipeline/model/events.ts'
import { groupDigits } from '../print.ts'

/** The time left is set only while the rate is steady. */
export interface Speed {
  perSecond: number
  secondsLeft: number | undefined
}

interface Part {
  text: string
  /** In a narrow terminal, parts with the highest number are left out first; parts with 0 stay. */
  order: number
}

/** One line without a bar. */
export function describeProgress(progress: Progress, speed: Speed): string {
  return join(partsOf(progress, speed))
}

/** Fits bar and text into a terminal of `columns` columns; never wider. Pure. */
export function layoutProgress(progress: Progress, speed: Speed, columns: number): string {
  // A line that fills the last column makes some terminals start another line.
  const width = Math.max(1, columns - 1)
  const parts = partsOf(progress, speed)
  const upTo = (order: number): string => join(parts.filter((part) => part.order <= order))
  const barred = (bar: number, order: number): string => `${drawBar(progress, bar)} ${upTo(order)}`
  const lines = [barred(24, 4), barred(16, 4), barred(8, 4), barred(8, 3), barred(8, 2), upTo(2), upTo(1), upTo(0)]
  const shown = progress.stage === 'load' ? upTo(0) : lines.find((line) => line.length <= width)
  return (shown ?? upTo(0)).slice(0, width)
}

function partsOf(progress: Progress, { perSecond, secondsLeft }: Speed): Part[] {
  const { stage, rows, settled, inFlight } = progress
  if (stage === 'load') return [{ text: `reading: ${groupDigits(rows)} rows`, order: 0 }]
  if (stage === 'write') return [{ text: `writing: ${groupDigits(settled)} of ${groupDigits(rows)} rows`, order: 0 }]
  const created = countCreated(progress)
  return [
    { text: `${groupDigits(settled)} of ${groupDigits(rows)} done`, order: 0 },
    ...(created === undefined ? [] : [{ text: `${groupDigits(created)} created`, order: 1 }]),
    ...(perSecond < 0.05 ? [] : [{ text: `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`, order: 3 }]),
    { text: `${inFlight} in flight`, order: 4 },
    ...(secondsLeft === undefined ? [] : [{ text: `${describeTime(secondsLeft)} left`, order: 2 }]),
  ]
}

/** Assessments that exist at the service, scored or not; undefined when no score is awaited. */
function countCreated({ counts, pending }: Progress): number | undefined {
  if (pending === 0) return undefined
  const isElse = (state: string): boolean => state === 'accepted' || notCreatedStates.has(state)
  return [...counts].reduce((sum, [state, count]) => (isElse(state) ? sum : sum + count), pending)
}

export function drawBar({ settled, rows }: Progress, width: number): string {
  const share = rows === 0 ? 0 : Math.min(1, settled / rows)
  const filled = Math.round(share * width)
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${Math.floor(share * 100)}%`
}

function join(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(', ')
}
