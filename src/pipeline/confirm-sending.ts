import { formatStates } from '../contract/states.ts'
import type { BalanceLine } from '../ledger/port/outcomes.ts'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import { assumedLatencyMs, estimateRun, type KnownPace, type ScoreTiming } from './model/estimate.ts'
import type { Plan, SendPreview } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { Release, RunOptions, RunPorts } from './model/options.ts'
import type { Run, TargetLedger } from './model/run.ts'
import { planSending } from './plan-sending.ts'
import { estimateScoreTiming } from './poll/score-timing.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { requireSealed } from './sealing/require-sealed.ts'
import { loadServiceSnapshot } from './service-snapshot.ts'

/**
 * Shows the planned requests and their address, and asks for a confirmation where one is needed.
 * @throws BatchError `usage` when it was not confirmed: nothing was sent, and the rows stay ready.
 */
export async function confirmSending(run: Run<RunOptions, TargetLedger>, loaded: LoadedInput): Promise<SendPreview> {
  const { operation, connection, options, ports } = run
  const { runId, rows } = loaded
  const { release } = options
  if (release !== undefined) await endIfRefused(run, loaded, requireSealed(operation, connection, loaded, release))
  const plan =
    operation.send.needsConfirmation === true
      ? await planSending(operation, connection.ledger, runId, options, options.send.limit)
      : undefined
  const balance = await connection.ledger.runs.balance(runId)
  const sending = await previewSending(operation, connection, options, ports.clock.now(), { balance, plan })
  ports.onEvent?.({ kind: 'planned', sending, rows, balance: formatStates(balance, operation.output.doneWord) })
  let isConfirmed = false
  try {
    isConfirmed = sending.toSend === 0 || (await ask(connection, ports, sending, plan))
  } finally {
    if (!isConfirmed) {
      await connection.ledger.runs.end(runId, { now: ports.clock.now(), ending: 'not confirmed', output: undefined })
    }
  }
  if (isConfirmed && release !== undefined && sending.toSend > 0) await recordRelease(run, loaded, release)
  if (isConfirmed) return sending
  throw new BatchError('usage', find('not-confirmed', { asksForCount: plan !== undefined }))
}

/**
 * Checked again: other processes may have recorded something while a person read the plan. The release is logged before
 * anything is sent.
 */
async function recordRelease(run: Run<RunOptions, TargetLedger>, loaded: LoadedInput, release: Release): Promise<void> {
  const { operation, connection, ports } = run
  await endIfRefused(run, loaded, requireSealed(operation, connection, loaded, release))
  const at = ports.clock.now()
  const { statement: detail } = release
  await connection.ledger.attempts.state({ runId: loaded.runId, operation: 'release', at, outcome: 'released', detail })
}

/** A refusal by `check` ends the run in the ledger. */
export async function endIfRefused(
  { connection, ports }: { connection: TargetLedger; ports: Pick<RunPorts, 'clock'> },
  { runId }: LoadedInput,
  check: Promise<unknown>,
): Promise<void> {
  try {
    await check
  } catch (error) {
    await connection.ledger.runs.end(runId, { now: ports.clock.now(), ending: 'refused', output: undefined })
    throw error
  }
}

/** A plan is confirmed each time, an address that is not marked as test once. */
async function ask(
  { ledger, target }: TargetLedger,
  ports: RunPorts,
  sending: SendPreview,
  plan: Plan | undefined,
): Promise<boolean> {
  const isKnown = sending.isTestTarget || (await ledger.targets.isConfirmed(target))
  const answer =
    plan === undefined
      ? isKnown || (await ports.ask?.({ kind: 'target', sending }))
      : (await ports.ask?.({ kind: 'plan', plan: { ...plan, estimate: sending.estimate } })) === true
  if (answer === true && !isKnown) await ledger.targets.confirm(target, ports.clock.now())
  // Undefined: no person can be asked. The address of the command or the library call then counts as confirmed.
  return answer !== false
}

export async function previewSending(
  operation: Operation,
  { ledger, target }: TargetLedger,
  options: RunOptions,
  now: number,
  { balance, plan }: { balance: readonly BalanceLine[]; plan: Plan | undefined },
): Promise<SendPreview> {
  const count = (wanted: string): number =>
    balance.reduce((sum, { state, count }) => (state === wanted ? sum + count : sum), 0)
  const waits = operation.poll !== undefined && options.send.wait
  const ready = count('ready')
  const toSend = plan?.total ?? Math.min(ready, options.send.limit ?? ready)
  const work = { toSend, toAsk: waits ? count('accepted') : 0, waits }
  const { pace, scores } = await recallPace()
  const estimate = estimateRun(work, pace, scores)
  return {
    operation: operation.name,
    targetLabel: options.targetLabel,
    isTestTarget: options.isTestTarget,
    toSend: work.toSend,
    later: plan?.later ?? ready - toSend,
    toAsk: work.toAsk,
    estimate,
    assumed: estimate === undefined ? estimateRun(work, { ...pace, latencyMs: assumedLatencyMs }, scores) : undefined,
    hasPlan: operation.send.needsConfirmation === true,
  }

  async function recallPace(): Promise<{ pace: KnownPace; scores: ScoreTiming | undefined }> {
    const { limiter, trusted, schedule } = await loadServiceSnapshot(ledger.targets, target, now)
    const { concurrency, rate } = options.send
    const rates = [rate, trusted?.perSecond].filter((each) => each !== undefined)
    const pace = {
      latencyMs: limiter?.latencyMs,
      inFlight: Math.min(concurrency, trusted?.inFlight ?? concurrency),
      perSecond: rates.length === 0 ? undefined : Math.min(...rates),
    }
    return { pace, scores: estimateScoreTiming(schedule) }
  }
}
