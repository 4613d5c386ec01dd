import type { RunStatus } from '../../../ledger/port/reports.ts'
import { describeShownLine, labelState } from '../../../messages/states.ts'
import { describeMeasure, measureRun } from './run-progress.ts'

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
