import type { Progress } from '../../pipeline/options.ts'
import { systemClock } from '../../support/clock.ts'
import { describeProgress, drawBar, RateMeter } from './progress-text.ts'

export interface ProgressDisplay {
  update(progress: Progress): void
  /** Takes the bar away; the next update draws it again. */
  pause(): void
  end(): void
}

const redrawEveryMs = 100
const lineEveryMs = 10_000

/** A bar on a terminal, a line every ten seconds elsewhere, nothing when quiet. */
export async function createProgressDisplay(stream: NodeJS.WriteStream, isQuiet: boolean): Promise<ProgressDisplay> {
  if (isQuiet) return { update() {}, pause() {}, end() {} }
  const meter = new RateMeter()
  const isTerminal = stream.isTTY === true
  const draw = isTerminal ? (await import('log-update')).createLogUpdate(stream) : undefined
  let lastAt = isTerminal ? 0 : systemClock.now()
  return {
    update(progress) {
      const now = systemClock.now()
      meter.note(now, progress)
      if (now - lastAt < (isTerminal ? redrawEveryMs : lineEveryMs)) return
      lastAt = now
      const text = describeProgress(progress, meter.perSecond(now))
      if (draw === undefined) stream.write(`${text}\n`)
      else draw(`${drawBar(progress)} ${text}`)
    },
    pause() {
      draw?.clear()
    },
    end() {
      draw?.clear()
    },
  }
}
