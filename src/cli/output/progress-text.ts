import type { Progress } from '../../pipeline/options.ts'

const barWidth = 24
const windowMs = 20_000

/** Rows settled a second over the last twenty seconds. */
export class RateMeter {
  #marks: { at: number; settled: number }[] = []
  #stage = ''

  note(now: number, { stage, settled }: Progress): void {
    if (stage !== this.#stage) this.#marks = []
    this.#stage = stage
    const last = this.#marks.at(-1)
    if (last !== undefined && now - last.at < 250) return
    this.#marks.push({ at: now, settled })
    this.#marks = this.#marks.filter(({ at }) => now - at <= windowMs)
  }

  perSecond(now: number): number {
    const first = this.#marks[0]
    const last = this.#marks.at(-1)
    if (first === undefined || last === undefined || now === first.at) return 0
    return ((last.settled - first.settled) * 1000) / (now - first.at)
  }
}

export function drawBar({ settled, rows }: Progress): string {
  const share = rows === 0 ? 0 : Math.min(1, settled / rows)
  const filled = Math.round(share * barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${Math.floor(share * 100)}%`
}

export function describeProgress(progress: Progress, perSecond: number): string {
  const { stage, rows, settled, inFlight, pending } = progress
  if (stage === 'load') return `reading: ${format(rows)} rows`
  if (stage === 'write') return `writing: ${format(settled)} of ${format(rows)} rows`
  const left = perSecond > 0 ? `, ${describeTime((rows - settled) / perSecond)} left` : ''
  return `${format(settled)} of ${format(rows)} rows, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s, ${inFlight} in flight, ${format(pending)} pending${left}`
}

export function describeTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}

function format(count: number): string {
  return count.toLocaleString('en')
}
