import type { Progress, RunEvent } from '../../../pipeline/model/events.ts'
import type { RunPorts } from '../../../pipeline/model/options.ts'
import { toIsoTime } from '../../../support/clock.ts'
import { type Host, usualColumns } from '../../host.ts'
import { createMessages } from '../messages.ts'
import { toPlainLine } from '../print.ts'
import { describeProgress, Forecast, layoutProgress, type Speed } from './progress-text.ts'

export interface ProgressDisplay {
  /** Other events are not shown by it. */
  update(event: RunEvent): void
  pause(): void
  end(): void
}

const redrawEveryMs = 100
const firstLineMs = 1_000
const lineEveryMs = 10_000

/** A bar on a terminal; elsewhere a line with its time every ten seconds; nothing when quiet. `onLine`: for the log file. */
export async function createProgressDisplay(
  { stderr: stream, clock }: Pick<Host, 'stderr' | 'clock'>,
  { isQuiet, onLine }: { isQuiet: boolean; onLine(line: string): void },
): Promise<ProgressDisplay> {
  const forecast = new Forecast()
  const isDrawn = stream.isTTY === true && !isQuiet
  const draw = isDrawn ? (await import('log-update')).createLogUpdate(stream as NodeJS.WriteStream) : undefined
  let latest: Progress | undefined
  let drawnAt = 0
  function speedOf(now: number, { rows }: Progress): Speed {
    return { perSecond: forecast.perSecond(now), secondsLeft: forecast.secondsLeft(now, rows) }
  }
  function reportLine(): void {
    if (latest === undefined) return
    const now = clock.now()
    const line = describeProgress(latest, speedOf(now, latest))
    onLine(line)
    if (!isQuiet && draw === undefined) stream.write(`${toIsoTime(now)} ${toPlainLine(line)}\n`)
  }
  function showFirst(): void {
    if (latest !== undefined) reportLine()
    else if (draw !== undefined) draw('reading …')
    else if (!isQuiet) stream.write(`${toIsoTime(clock.now())} reading …\n`)
  }
  // By time and not by event: a run that is held for minutes must not look dead.
  const timer = setInterval(reportLine, lineEveryMs).unref()
  const first = setTimeout(showFirst, firstLineMs).unref()
  return {
    update(event) {
      if (event.kind !== 'progress') return
      const now = clock.now()
      if (event.stage !== latest?.stage) forecast.restart()
      latest = event
      forecast.addSample(now, event.settled)
      if (draw === undefined || now - drawnAt < redrawEveryMs) return
      drawnAt = now
      draw(layoutProgress(event, speedOf(now, event), stream.columns ?? usualColumns))
    },
    pause() {
      draw?.clear()
    },
    end() {
      clearInterval(timer)
      clearTimeout(first)
      draw?.clear()
    },
  }
}

export async function withProgress<Result>(
  host: Host,
  { quiet }: { quiet: boolean },
  use: (ports: Pick<RunPorts, 'logger' | 'onEvent'>) => Promise<Result>,
): Promise<Result> {
  const logger = createMessages(host, { quiet, pauseDisplay: () => display.pause() })
  const display = await createProgressDisplay(host, { isQuiet: quiet, onLine: () => {} })
  try {
    return await use({ logger, onEvent: display.update })
  } finally {
    display.end()
  }
}
