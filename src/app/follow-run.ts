import type { LedgerStatus, RunStatus } from '../ledger/port/reports.ts'
import type { Clock } from '../support/clock.ts'

export interface FollowPorts {
  clock: Clock
  /** What the ledger says of all runs, or of the one with this number. */
  read(runId: number | undefined): Promise<LedgerStatus>
  /** The run as it is now; undefined while its sheet is read. */
  show(run: RunStatus | undefined, status: LedgerStatus): void
  everyMs: number
  /** Ends the watching, not the run. */
  interrupt: AbortSignal
}

export type FollowResult =
  /** No process holds the ledger. */
  { kind: 'idle'; status: LedgerStatus } | { kind: 'ended' | 'died'; run: RunStatus } | { kind: 'interrupted' }

/** Reading must not take more than this share of the time: counting a million rows takes a while. */
const readingShare = 0.1

/** Looks at a run that another process does until it ends. */
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
  if (before === undefined)
    return now === undefined && status.holder === undefined ? { kind: 'idle', status } : undefined
  // A later run of the same input has taken its rows.
  if (now === undefined) return { kind: 'ended', run: before }
  if (now.endedAt !== undefined) return { kind: 'ended', run: now }
  return now.isRunning ? undefined : { kind: 'died', run: now }
}
