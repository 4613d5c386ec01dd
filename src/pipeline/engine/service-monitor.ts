import type { Pace, RunEvent } from '../model/events.ts'
import type { EndedRequest } from './gate.ts'
import { ThrottlingMonitor } from './throttling-monitor.ts'
import { Traffic } from './traffic.ts'

/** Smaller changes of the pace are not reported. */
const noticedChange = 1.1

export interface MonitorPorts {
  now(): number
  pace(): Pace
  onEvent(event: RunEvent): void
}

export class ServiceMonitor {
  readonly traffic = new Traffic()
  readonly #throttling = new ThrottlingMonitor()
  readonly #ports: MonitorPorts
  #pace: Pace

  constructor(ports: MonitorPorts) {
    this.#ports = ports
    this.#pace = ports.pace()
  }

  onEnd({ verdict, tookMs, heldMs, isStray }: EndedRequest): void {
    const { now, pace, onEvent } = this.#ports
    if (verdict.kind === 'refused') {
      const { status } = verdict
      this.traffic.recordRefusal(status)
      if (isStray) return
      if (heldMs > 0) onEvent({ kind: 'held', cause: 'refused', status, heldMs: Math.round(heldMs) })
      this.#emitPace()
      const report = this.#throttling.onRefusal(now(), status, pace(), heldMs)
      if (report !== undefined) onEvent({ kind: 'strain', ...report })
      return
    }
    if (verdict.kind !== 'answered') {
      this.traffic.recordLoss()
      return
    }
    this.traffic.recordAnswer(tookMs)
    const report = this.#throttling.onAnswer(now(), pace())
    if (report !== undefined) onEvent({ kind: 'strain', ...report })
  }

  onOutage(heldMs: number): void {
    this.#ports.onEvent({ kind: 'held', cause: 'unreachable', status: undefined, heldMs: Math.round(heldMs) })
  }

  #emitPace(): void {
    const pace = this.#ports.pace()
    if (!hasMoved(this.#pace.perSecond, pace.perSecond) && !hasMoved(this.#pace.inFlight, pace.inFlight)) return
    this.#pace = pace
    this.#ports.onEvent({ kind: 'pace', pace })
  }
}

function hasMoved(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after
  return Math.max(before, after) / Math.min(before, after) >= noticedChange
}
