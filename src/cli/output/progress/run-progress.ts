import { heldStates, sumOf, unsettledStates } from '../../../contract/states.ts'
import type { RunStatus } from '../../../ledger/port/reports.ts'
import { describeShownLine, labelState } from '../../../messages/states.ts'
import { describeTime } from '../../../messages/waits.ts'
import type { Progress } from '../../../pipeline/model/events.ts'

/** The load stage held these rows back; they took no time. */
const held: ReadonlySet<string> = new Set(heldStates)
/** Least data for a mean. */
const leastSeconds = 30
const leastSent = 20

interface RunMeasure {
  settled: number
  /** Settled rows of all rows, 0 to 1. */
  share: number
  /** Mean of settled rows a second over the whole run, without rows that were never sent. */
  perSecond: number
  /** Only for a run in progress with a mean. */
  secondsLeft: number | undefined
}

/** Pure. */
export function measureRun(run: RunStatus, now: number): RunMeasure {
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
export function describeMeasure(run: RunStatus, { settled, share, perSecond, secondsLeft }: RunMeasure): string {
  const left = secondsLeft === undefined ? '' : `, ${describeTime(secondsLeft)} left at that rate`
  const rate = perSecond === 0 ? '' : `, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s on average`
  const rows = `${settled.toLocaleString('en')} of ${run.rows.toLocaleString('en')} rows`
  return `${Math.floor(share * 100)} % done: ${rows}${rate}${left}`
}

/** For a progress display. */
export function toProgress(run: RunStatus): Progress {
  const counts = new Map<string, number>()
  for (const { state, count } of run.balance) counts.set(state, (counts.get(state) ?? 0) + count)
  const of = (state: string): number => counts.get(state) ?? 0
  const settled = run.rows - sumOf(counts, unsettledStates)
  return { stage: 'send', rows: run.rows, settled, inFlight: of('sending'), pending: of('accepted'), counts }
}

export function describeRunStatus(run: RunStatus, now: number): string[] {
  return [
    `${run.operation} ${run.file}${nameSheets(run.sheets)}`,
    `  to ${run.address}, company ${run.company}`,
    `  started ${new Date(run.startedAt).toISOString()}, ${describeEnd(run)}`,
    `  ${describeMeasure(run, measureRun(run, now))}`,
    ...run.balance.map(
      ({ state, wasDone, count }) =>
        `  ${String(count).padStart(8)}  ${state.padEnd(9)}  ${describeStanding(state, wasDone)}`,
    ),
    ...(run.orphans > 0
      ? [`  ${String(run.orphans).padStart(8)}  orphans: created earlier, and no row of the sheet stands for them`]
      : []),
    ...(run.output === undefined ? [] : [`  written to ${run.output}`]),
  ]
}

/** A label may be the state itself. */
function describeStanding(state: string, wasDone: boolean): string {
  if (wasDone) return 'already done by an earlier run'
  const label = labelState(state)
  return label === state ? describeShownLine({ state, wasDone }) : label
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
