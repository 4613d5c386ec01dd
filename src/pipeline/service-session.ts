import { Gate } from './engine/gate.ts'
import { Halt } from './engine/halt.ts'
import { Limiter } from './engine/limiter.ts'
import { ServiceHealth } from './engine/service-health.ts'
import { ServiceMonitor } from './engine/service-monitor.ts'
import { SharedPacing } from './engine/shared-pacing.ts'
import type { RunPorts, SendOptions } from './model/options.ts'
import type { RunConnection } from './model/run.ts'
import { PollSchedule } from './poll/poll-schedule.ts'
import { loadServiceSnapshot, saveServiceSnapshot } from './service-snapshot.ts'

export interface ServiceSession {
  halt: Halt
  limiter: Limiter
  gate: Gate
  health: ServiceHealth
  schedule: PollSchedule
  monitor: ServiceMonitor
  close(): void
}

/** Starts with the limits that earlier sessions learned. */
export async function openServiceSession(
  { ledger, target, label = target.address, rememberToken }: Omit<RunConnection, 'client'>,
  options: SendOptions,
  ports: RunPorts,
): Promise<ServiceSession> {
  const { clock, logger, random } = ports
  const halt = new Halt()
  const snapshot = await loadServiceSnapshot(ledger.targets, target, clock.now())
  // Shared with all senders to the target, where the ledger supports several.
  const shared = ledger.paceOf?.(target)
  const pacing =
    shared === undefined
      ? undefined
      : new SharedPacing(shared, {
          clock,
          initial: snapshot.trusted?.perSecond,
          mostPerSecond: options.rate,
          onFailure: (error) => halt.stop({ kind: 'broken', error }),
        })
  const limiter = new Limiter({
    maxInFlight: options.concurrency,
    maxPerSecond: options.rate,
    random,
    snapshot: snapshot.trusted,
    pacing,
  })
  const monitor = new ServiceMonitor({
    now: () => clock.now(),
    pace: () => limiter.pace,
    onEvent: ports.onEvent?.bind(ports) ?? (() => {}),
  })
  const gate = new Gate(limiter, options.concurrency, halt.everything, {
    clock,
    onHold: (heldMs, isTooLong) => {
      if (isTooLong) halt.stop({ kind: 'held-off', message: `the service asks to wait ${Math.round(heldMs / 1000)} s` })
    },
    onEnd: (ended) => monitor.onEnd(ended),
    onOutage: (heldMs) => monitor.onOutage(heldMs),
  })
  const health = new ServiceHealth(halt, gate, options, {
    now: () => clock.now(),
    address: label,
    onProven: rememberToken,
    warn: (message) => logger.warn(message),
    ask: ports.ask?.bind(ports),
  })
  halt.sending.addEventListener('abort', () => emitHalted(halt, ports), { once: true })
  const close = (): void => pacing?.close()
  return { halt, limiter, gate, health, schedule: new PollSchedule(snapshot.schedule), monitor, close }
}

function emitHalted({ reason }: Halt, ports: RunPorts): void {
  if (reason !== undefined) ports.onEvent?.({ kind: 'halted', reason: reason.kind })
}

export async function saveLearned(
  { ledger, target }: Pick<RunConnection, 'ledger' | 'target'>,
  { limiter, schedule }: ServiceSession,
  now: number,
): Promise<void> {
  const { latencyMs } = limiter
  await saveServiceSnapshot(ledger.targets, target, {
    // Without an answer nothing was learned.
    limiter: latencyMs === undefined ? undefined : { ...limiter.snapshot, latencyMs, learnedAt: now },
    schedule: schedule.snapshot,
  })
}

/** Stops the session on an interrupt, until the returned function is called. */
export function stopOnInterrupt({ halt }: ServiceSession, interrupt: AbortSignal): () => void {
  const onInterrupt = (): void => halt.stop({ kind: 'interrupted' })
  if (interrupt.aborted) onInterrupt()
  interrupt.addEventListener('abort', onInterrupt, { once: true })
  return () => interrupt.removeEventListener('abort', onInterrupt)
}
