import type { LedgerStatus, RunStatus } from '../ledger/port/reports.ts'
import type { Clock } from '../support/clock.ts'

export interface FollowPorts {
  clock: Clock
  /** Status of all runs, or of the one with this number. */
  read(runId: number | undefined): Promise<LedgerStatus>
  /** `run` is undefined while its sheet is read. */
  show(run: RunStatus | undefined, status: LedgerStatus): void
  everyMs: number
  interrupt: AbortSignal
}

export type FollowResult =
  /** No process holds the ledger, or only workers without a run. */
  { kind: 'idle'; status: LedgerStatus } | { kind: 'ended' | 'died'; run: RunStatus } | { kind: 'interrupted' }

/** Most of the time that reading may take: counting a million rows is slow. */
const readingShare = 0.1

export async function followRun({ clock, read, show, everyMs, interrupt }: FollowPorts): Promise<FollowResult> {
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
  return { kind: 'interrupted' }
}

function detectEnd(
  before: RunStatus | undefined,
  now: RunStatus | undefined,
  status: LedgerStatus,
): FollowResult | undefined {
  if (before === undefined) {
    const isIdle = status.holder === undefined || status.isHeldByWorkersOnly === true
    return now === undefined && isIdle ? { kind: 'idle', status } : undefined
  }
  // A later run of the same input has taken over its rows.
  if (now === undefined) return { kind: 'ended', run: before }
  if (now.endedAt !== undefined) return { kind: 'ended', run: now }
  return now.isRunning ? undefined : { kind: 'died', run: now }
}
