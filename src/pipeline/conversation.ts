import { Gate } from './engine/gate.ts'
import { Halt } from './engine/halt.ts'
import { Limiter } from './engine/limiter.ts'
import { ServiceHealth } from './engine/service-health.ts'
import { ServiceWatch } from './engine/service-watch.ts'
import { SharedPacing } from './engine/shared-pacing.ts'
import { recallService, rememberService } from './memory.ts'
import { PollSchedule } from './poll/poll-schedule.ts'
import type { RunOptions, RunPorts, SendOptions } from './terms/options.ts'
import type { RunPlace } from './terms/run.ts'

/** What all requests to one service share, whatever row they are about: for one run, or as long as a worker serves. */
export interface Conversation {
  halt: Halt
  limiter: Limiter
  gate: Gate
  health: ServiceHealth
  schedule: PollSchedule
  watch: ServiceWatch
  /** Nothing more is sent. */
  close(): void
}

/** How hard to press, and when to stop, whatever row it is about. */
export type ConversationLimits = Pick<
  SendOptions,
  'concurrency' | 'ratePerSecond' | 'maxUnknown' | 'maxErrors' | 'waitForServiceMs'
>

/** Begins with what earlier conversations learned; an interrupt ends it. */
export async function beginConversation(
  { ledger, target, rememberToken }: Pick<RunPlace, 'ledger' | 'target' | 'rememberToken'>,
  { send, targetLabel }: Pick<RunOptions, 'targetLabel'> & { send: ConversationLimits },
  ports: RunPorts,
): Promise<Conversation> {
  const { clock, logger, random } = ports
  const halt = new Halt()
  const memory = await recallService(ledger.targets, target, clock.now())
  // With all others who send to the target, where there may be some.
  const shared = ledger.paceOf?.(target)
  const pacing =
    shared === undefined
      ? undefined
      : new SharedPacing(shared, {
          clock,
          initial: memory.trusted?.perSecond,
          mostPerSecond: send.ratePerSecond,
          onFailure: (error) => halt.stop({ kind: 'broken', error }),
        })
  const limiter = new Limiter({
    maxInFlight: send.concurrency,
    maxPerSecond: send.ratePerSecond,
    random,
    memory: memory.trusted,
    pacing,
  })
  const watch = new ServiceWatch({
    now: () => clock.now(),
    pace: () => limiter.pace,
    onEvent: ports.onEvent?.bind(ports) ?? (() => {}),
  })
  const gate = new Gate(limiter, send.concurrency, halt.everything, {
    clock,
    onHold: (heldMs, isTooLong) => {
      if (isTooLong) halt.stop({ kind: 'held-off', message: `the service asks to wait ${Math.round(heldMs / 1000)} s` })
    },
    onEnd: (ended) => watch.onEnd(ended),
    onOutage: (heldMs) => watch.onOutage(heldMs),
  })
  const health = new ServiceHealth(halt, gate, send, {
    now: () => clock.now(),
    address: targetLabel,
    onProven: rememberToken,
    warn: (message) => logger.warn(message),
    ask: ports.ask?.bind(ports),
  })
  halt.sending.addEventListener('abort', () => tellHalt(halt, ports), { once: true })
  const close = (): void => pacing?.close()
  return { halt, limiter, gate, health, schedule: new PollSchedule(memory.schedule), watch, close }
}

function tellHalt({ reason }: Halt, ports: RunPorts): void {
  if (reason !== undefined) ports.onEvent?.({ kind: 'halted', reason: reason.kind })
}

/** Keeps for later ones what it learned of the service. */
export async function keepLearned(
  { ledger, target }: Pick<RunPlace, 'ledger' | 'target'>,
  { limiter, schedule }: Conversation,
  now: number,
): Promise<void> {
  const { latencyMs } = limiter
  await rememberService(ledger.targets, target, {
    // Without an answer nothing was learned.
    limiter: latencyMs === undefined ? undefined : { ...limiter.memory, latencyMs, learnedAt: now },
    schedule: schedule.memory,
  })
}

/** Lets an interrupt stop a conversation until the returned function is called. */
export function stopOnInterrupt({ halt }: Conversation, interrupt: AbortSignal): () => void {
  const onInterrupt = (): void => halt.stop({ kind: 'interrupted' })
  if (interrupt.aborted) onInterrupt()
  interrupt.addEventListener('abort', onInterrupt, { once: true })
  return () => interrupt.removeEventListener('abort', onInterrupt)
}
