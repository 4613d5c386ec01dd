import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { interrupted } from '../../app/exit-code.ts'
import { findStore } from '../../app/ledger/ledger-access.ts'
import type { LedgerStatus, RunStatus } from '../../ledger/port/reports.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { type Clock, toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { usualColumns } from '../host.ts'
import {
  describeTeam,
  describeTrusted,
  describeWorkers,
  summarisePaces,
  summariseWorkers,
} from '../output/format-ledger.ts'
import { listLines, printJson, printLines, printResult, toPlainLine } from '../output/print.ts'
import {
  describeProgress,
  describeRunStatus,
  Forecast,
  layoutProgress,
  summariseRunStatus,
  toProgress,
} from '../output/progress/progress-text.ts'
import type { CommandSession } from '../setting-options.ts'

/** `status`: shows the latest run of each input. */
export async function showStatus({ host, args }: CommandSession, input?: string): Promise<ExitCode> {
  const { ledger, profile } = args
  const store = findStore({ ledger, surroundings: host })
  const { holder, workers = [], runs } = await store.status({ input: input === undefined ? undefined : resolve(input) })
  if (runs.length === 0 && input !== undefined && !existsSync(resolve(input))) {
    throw new BatchError('usage', `${input} does not exist here, and no run of it is known`, {
      hint: 'Check the name and the folder; without a name all runs are shown.',
    })
  }
  const { trusted } = await store.overview()
  const now = host.clock.now()
  const distrusted = profile?.profile.distrustStatus ?? []
  const summary = {
    holder: holder ?? null,
    profile: profile?.file ?? null,
    workers: summariseWorkers(workers),
    trusted,
    distrusted,
    runs: runs.map((run) => summariseRunStatus(run, now)),
  }
  // Only the profile's: the option itself belongs to one run.
  const ofProfile = `The profile distrusts ${distrusted.join(', ')}: a row with such an answer becomes unknown ("distrustStatus")`
  const lines = listLines(
    holder !== undefined && `In use by ${holder}`,
    describeWorkers(workers),
    runs.length === 0 && (input === undefined ? 'No runs yet.' : `No run of ${input} yet.`),
    runs.flatMap((run) => [...describeRunStatus(run, now), '']),
    describeTrusted(trusted),
    distrusted.length > 0 && ofProfile,
  )
  printResult({ host, args }, summary, lines)
  return 0
}

const everyMs = { onTerminal: 2_000, elsewhere: 3_000 }

/** `status --watch`: follows the current run until it ends. */
export async function watchStatus({ host, args }: CommandSession, input?: string): Promise<ExitCode> {
  const { ledger, json } = args
  const { stdout: stream, clock } = host
  const isDrawn = stream.isTTY === true && !json
  const draw = isDrawn ? (await import('log-update')).createLogUpdate(stream as NodeJS.WriteStream) : undefined
  const forecast = new Forecast()
  const interrupt = new AbortController()
  const unlisten = host.onSignal(['SIGINT', 'SIGTERM'], () => interrupt.abort())
  const file = input === undefined ? undefined : resolve(input)
  function describeSnapshot(run: RunStatus | undefined, now: number, status: LedgerStatus): string[] {
    if (run === undefined)
      return [`In use by ${status.holder ?? 'no process'}`, "its sheet is being read, or it is another input's"]
    const progress = toProgress(run)
    forecast.addSample(now, progress.settled)
    const speed = { perSecond: forecast.perSecond(now), secondsLeft: forecast.secondsLeft(now, progress.rows) }
    const columns = stream.columns ?? usualColumns
    const line = isDrawn ? layoutProgress(progress, speed, columns) : describeProgress(progress, speed)
    return [`${run.operation} ${run.file}`, line, ...describeTeam(run, status)]
  }
  const followed = await followRun({
    clock,
    read: (runId) => findStore({ ledger, surroundings: host }).status({ input: file, runId }),
    everyMs: isDrawn ? everyMs.onTerminal : everyMs.elsewhere,
    interrupt: interrupt.signal,
    show(run, status) {
      const now = clock.now()
      if (json) return printJson(host, summariseSnapshot(run, now, status))
      const lines = describeSnapshot(run, now, status)
      if (draw === undefined) printLines(host, [`${toIsoTime(now)} ${lines.join(': ')}`])
      else draw(lines.map(toPlainLine).join('\n'))
    },
  })
  draw?.clear()
  unlisten()
  const { end, run } = followed
  if (end === 'interrupted') return interrupted
  const now = clock.now()
  const lines = [
    ...(end === 'idle' ? ['No run is going on. The latest one:'] : []),
    ...(run === undefined ? ['No runs yet.'] : describeRunStatus(run, now)),
  ]
  printResult({ host, args }, summariseSnapshot(run, now, { holder: undefined }), lines)
  // Open rows are left, and no process works on them.
  return end === 'died' ? 4 : 0
}

function summariseSnapshot(
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

export interface FollowPorts {
  clock: Clock
  /** Status of all runs, or of the one with this number. */
  read(runId: number | undefined): Promise<LedgerStatus>
  /** `run` is undefined while its sheet is read. */
  show(run: RunStatus | undefined, status: LedgerStatus): void
  everyMs: number
  interrupt: AbortSignal
}

/** `idle`: no process holds the ledger, or only workers without a run; `run` is the latest one then. */
interface Followed {
  end: 'idle' | 'ended' | 'died' | 'interrupted'
  run?: RunStatus | undefined
}

/** Most of the time that reading may take: counting a million rows is slow. */
const readingShare = 0.1

export async function followRun({ clock, read, show, everyMs, interrupt }: FollowPorts): Promise<Followed> {
  let followed: RunStatus | undefined
  while (!interrupt.aborted) {
    const beganAt = clock.now()
    const status = await read(followed?.id)
    const run = status.runs.find(({ id, isRunning }) => (followed === undefined ? isRunning : id === followed.id))
    const end = detectEnd(followed, run, status)
    if (end !== undefined) return end
    followed = run ?? followed
    show(run, status)
    const tookMs = clock.now() - beganAt
    await clock.sleep(Math.max(everyMs, tookMs / readingShare), interrupt)
  }
  return { end: 'interrupted' }
}

function detectEnd(
  before: RunStatus | undefined,
  now: RunStatus | undefined,
  status: LedgerStatus,
): Followed | undefined {
  if (before === undefined) {
    const isIdle = status.holder === undefined || status.isHeldByWorkersOnly === true
    return now === undefined && isIdle ? { end: 'idle', run: status.runs[0] } : undefined
  }
  // A later run of the same input has taken over its rows.
  if (now === undefined) return { end: 'ended', run: before }
  if (now.endedAt !== undefined) return { end: 'ended', run: now }
  return now.isRunning ? undefined : { end: 'died', run: now }
}
