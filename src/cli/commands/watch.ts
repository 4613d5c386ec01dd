import { resolve } from 'node:path'
import { type Followed, followRun } from '../../app/follow-run.ts'
import { ledgerAt } from '../../ledger/open.ts'
import type { LedgerStatus, RunStatus } from '../../ledger/port/looks.ts'
import { systemClock, toIsoTime } from '../../support/clock.ts'
import { type ExitCode, interrupted } from '../exit-code.ts'
import { Forecast } from '../output/forecast.ts'
import { summarisePaces } from '../output/ledger-words.ts'
import { printJson, printLines, toPlainLine } from '../output/print.ts'
import { describeProgress, layoutProgress } from '../output/progress-text.ts'
import { describeRunStatus, summariseRunStatus } from '../output/run-description.ts'
import { toProgress } from '../output/run-progress.ts'
import { describeTeam, summariseWorkers } from '../output/team-words.ts'
import type { StatusArguments } from './status.ts'

const everyMs = { onTerminal: 2_000, elsewhere: 3_000 }
const usualColumns = 80

/** `status --watch`: follows the run that is going on until it ends. */
export async function watchStatus(input: string | undefined, { ledger, json }: StatusArguments): Promise<ExitCode> {
  const stream = process.stdout
  const isDrawn = stream.isTTY === true && !json
  const draw = isDrawn ? (await import('log-update')).createLogUpdate(stream) : undefined
  const forecast = new Forecast()
  const interrupt = new AbortController()
  const onInterrupt = (): void => interrupt.abort()
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt)
  const file = input === undefined ? undefined : resolve(input)
  function describeLook(run: RunStatus | undefined, now: number, status: LedgerStatus): string[] {
    if (run === undefined)
      return [`In use by ${status.holder ?? 'nobody'}`, "its sheet is being read, or it is another input's"]
    const progress = toProgress(run)
    forecast.note(now, progress.settled)
    const speed = { perSecond: forecast.perSecond(now), secondsLeft: forecast.secondsLeft(now, progress.rows) }
    const columns = stream.columns ?? usualColumns
    const line = isDrawn ? layoutProgress(progress, speed, columns) : describeProgress(progress, speed)
    return [`${run.operation} ${run.file}`, line, ...describeTeam(run, status)]
  }
  const followed = await followRun({
    clock: systemClock,
    read: (runId) => ledgerAt(ledger).status({ input: file, runId }),
    everyMs: isDrawn ? everyMs.onTerminal : everyMs.elsewhere,
    interrupt: interrupt.signal,
    show(run, status) {
      const now = systemClock.now()
      if (json) return printJson(summariseLook(run, now, status))
      const lines = describeLook(run, now, status)
      if (draw === undefined) printLines([`${toIsoTime(now)} ${lines.join(': ')}`])
      else draw(lines.map(toPlainLine).join('\n'))
    },
  })
  draw?.clear()
  process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
  return conclude(followed, json)
}

function conclude(followed: Followed, json: boolean): ExitCode {
  if (followed.kind === 'interrupted') return interrupted
  const now = systemClock.now()
  const run = followed.kind === 'idle' ? followed.status.runs[0] : followed.run
  if (json) printJson(summariseLook(run, now, { holder: undefined }))
  else {
    if (followed.kind === 'idle') printLines(['No run is going on. The latest one:'])
    printLines(run === undefined ? ['No runs yet.'] : describeRunStatus(run, now))
  }
  // Rows are left open, and nobody works on them.
  return followed.kind === 'died' ? 4 : 0
}

function summariseLook(
  run: RunStatus | undefined,
  now: number,
  { holder, workers = [], paces = [] }: Pick<LedgerStatus, 'holder' | 'workers' | 'paces'>,
): object {
  return {
    time: toIsoTime(now),
    holder: holder ?? null,
    workers: summariseWorkers(workers),
    paces: summarisePaces(paces),
    run: run === undefined ? null : summariseRunStatus(run, now),
  }
}
