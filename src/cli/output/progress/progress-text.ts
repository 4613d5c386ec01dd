import { countOutcomes } from '../../../app/notify.ts'
import { heldStates, notCreatedStates, sumOf, unsettledStates } from '../../../contract/states.ts'
import type { RunStatus } from '../../../ledger/port/reports.ts'
import { describeShownLine, labelState } from '../../../messages/states.ts'
import { describeTime } from '../../../messages/waits.ts'
import type { Progress } from '../../../pipeline/model/events.ts'
import { groupDigits, listLines } from '../print.ts'

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

interface Sample {
  at: number
  done: number
}

const shortestGapMs = 500
const longestSpanMs = 600_000
const rateWindowMs = 20_000
/** Least data for an estimate. */
const leastSpanMs = 15_000
const leastDone = 20
/** Largest ratio between the rates of the two halves. */
const steadyRatio = 1.5

/**
 * Estimates the rate, and the time left once the rate is steady. The sample is the last quarter of a minute, or longer
 * until it has twenty rows. The rate is steady when both halves of the sample were about equally fast. Pure.
 */
export class Forecast {
  #samples: Sample[] = []

  addSample(at: number, done: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && (at - last.at < shortestGapMs || at < last.at)) return
    this.#samples.push({ at, done })
    // Occasionally, not each time: extra samples do no harm.
    if (this.#samples.length > 2_400) this.#samples = this.#samples.filter((sample) => at - sample.at <= longestSpanMs)
  }

  restart(): void {
    this.#samples = []
  }

  /** Over the last twenty seconds; 0 without data. */
  perSecond(now: number): number {
    const recent = this.#samples.filter(({ at }) => now - at <= rateWindowMs)
    return rateBetween(recent[0], recent.at(-1), now)
  }

  /** Undefined while the rate is not steady. */
  secondsLeft(now: number, total: number): number | undefined {
    const last = this.#samples.at(-1)
    if (last === undefined) return undefined
    const since = (sample: Sample): boolean => now - sample.at >= leastSpanMs && last.done - sample.done >= leastDone
    const first = this.#samples.findLast((sample) => now - sample.at <= longestSpanMs && since(sample))
    if (first === undefined) return undefined
    const middleAt = (first.at + now) / 2
    const middle = this.#samples.findLast(({ at }) => at <= middleAt)
    const [before, after] = [rateBetween(first, middle, middle?.at ?? now), rateBetween(middle, last, now)]
    if (before <= 0 || after <= 0) return undefined
    if (Math.max(before, after) / Math.min(before, after) > steadyRatio) return undefined
    return Math.max(0, total - last.done) / rateBetween(first, last, now)
  }
}

function rateBetween(first: Sample | undefined, last: Sample | undefined, now: number): number {
  if (first === undefined || last === undefined || now <= first.at) return 0
  return ((last.done - first.done) * 1000) / (now - first.at)
}

/** The load stage held these rows back; they took no time. */
const held: ReadonlySet<string> = new Set(heldStates)
/** Least data for a mean. */
const leastSeconds = 30
const leastSent = 20

/**
 * `share`: settled rows of all, 0 to 1; `perSecond`: their mean over the whole run, without rows that were never sent;
 * `secondsLeft`: for a run in progress with a mean. Pure.
 */
export function measureRun(run: RunStatus, now: number) {
  const count = (counts: (state: string, wasDone: boolean) => boolean): number =>
    run.balance.reduce((sum, { state, wasDone, count }) => (counts(state, wasDone) ? sum + count : sum), 0)
  const settled = count((state) => !unsettledStates.has(state))
  const sent = count((state, wasDone) => !unsettledStates.has(state) && !held.has(state) && !wasDone)
  const seconds = Math.max(0.001, ((run.endedAt ?? now) - run.startedAt) / 1000)
  const perSecond = sent / seconds
  const isMean = run.isRunning && seconds >= leastSeconds && sent >= leastSent
  return {
    settled,
    share: run.rows === 0 ? 1 : settled / run.rows,
    perSecond,
    secondsLeft: isMean ? (run.rows - settled) / perSecond : undefined,
  }
}

/** e.g. `37 % done: 7,400 of 20,000 rows, 12/s on average, 17 min 30 s left at that rate` */
export function describeMeasure(
  run: RunStatus,
  { settled, share, perSecond, secondsLeft }: ReturnType<typeof measureRun>,
): string {
  const left = secondsLeft === undefined ? '' : `, ${describeTime(secondsLeft)} left at that rate`
  const rate = perSecond === 0 ? '' : `, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s on average`
  const rows = `${settled.toLocaleString('en')} of ${run.rows.toLocaleString('en')} rows`
  return `${Math.floor(share * 100)} % done: ${rows}${rate}${left}`
}

export function toProgress(run: RunStatus): Progress {
  const counts = new Map(Object.entries(countOutcomes(run.balance)))
  const of = (state: string): number => counts.get(state) ?? 0
  const settled = run.rows - sumOf(counts, unsettledStates)
  return { stage: 'send', rows: run.rows, settled, inFlight: of('sending'), pending: of('accepted'), counts }
}

export function describeRunStatus(run: RunStatus, now: number): string[] {
  const listed = (count: number, words: string): string => `  ${String(count).padStart(8)}  ${words}`
  return listLines(
    `${run.operation} ${run.file}${nameSheets(run.sheets)}`,
    `  to ${run.address}, company ${run.company}`,
    `  started ${new Date(run.startedAt).toISOString()}, ${describeEnd(run)}`,
    `  ${describeMeasure(run, measureRun(run, now))}`,
    run.balance.map(({ state, wasDone, count }) =>
      listed(count, `${state.padEnd(9)}  ${wasDone ? describeShownLine({ state, wasDone }) : labelState(state)}`),
    ),
    run.orphans > 0 && listed(run.orphans, 'orphans: created earlier, and no row of the sheet stands for them'),
    run.output !== undefined && `  written to ${run.output}`,
  )
}

function nameSheets(sheets: RunStatus['sheets']): string {
  if (sheets.length === 0) return ''
  return `, ${sheets.length === 1 ? 'sheet' : 'sheets'} ${sheets.map(({ name }) => `“${name}”`).join(', ')}`
}

function describeEnd({ endedAt, ending, isRunning, isDetached }: RunStatus): string {
  if (endedAt !== undefined) return `ended ${new Date(endedAt).toISOString()} (${ending ?? ''})`
  if (isDetached === true) return 'not ended: it is left to workers'
  return isRunning ? 'not ended: it is running' : 'not ended: the process died; the same command carries on'
}

export function summariseRunStatus(run: RunStatus, now: number): object {
  const { settled, share, perSecond, secondsLeft } = measureRun(run, now)
  return {
    ...run,
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: run.endedAt === undefined ? null : new Date(run.endedAt).toISOString(),
    ending: run.ending ?? null,
    output: run.output ?? null,
    settled,
    share: Number(share.toFixed(4)),
    perSecond: Number(perSecond.toPrecision(3)),
    secondsLeft: secondsLeft === undefined ? null : Math.round(secondsLeft),
  }
}
