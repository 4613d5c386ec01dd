import type { AttemptFacts } from './attempts.ts'
import type { Submission } from './outcomes.ts'
import type { Target } from './targets.ts'

export interface ReadySubmission extends Pick<Submission, 'id' | 'request' | 'requestHash' | 'ordinal' | 'generation'> {
  seq: number
  sheet: number
  rowNumber: number
  orderKey: string | null
  /** By its checksum: the request is the one that was loaded. */
  isVerified: boolean
}

export interface DuePoll {
  id: number
  identifier: string
  /** The person it is about, when the operation names one. */
  subject: string | null
  acceptedAt: number
}

/** The licence to send one submission once. */
export interface Claim {
  id: number
  /** An opening of the ledger. */
  holder: number
  /** Counts the holder's claims. */
  number: number
  /**
   * May a request start under it now? Call it in the same turn as the request: then the claim cannot have expired in
   * between.
   */
  mayStart?(): boolean
}

export interface Sender {
  /** `account@machine` */
  name: string
  rows: number
  /** Time since its last heartbeat; undefined without a lease. */
  heardMs: number | undefined
}

export interface RowLocator {
  file: string
  /** Empty for CSV. */
  sheet: string
  rowNumber: number
}

export interface StandingRow extends RowLocator {
  /** As read, and its columns, as JSON; an empty text where those are not known. */
  cells: string
  columns: string
}

export type Settlement =
  /** The service has it, and its scores are awaited: first poll at `nextPollAt`. */
  | { to: 'accepted'; identifier: string; reportUrl: string; nextPollAt: number }
  | { to: 'done'; identifier: string }
  /** Refused by the service, in its own words. */
  | { to: 'rejected'; field: string; message: string; rawAnswer: string }
  /** Surely not processed: no attempts left (`failed`), or a further one (`ready`). */
  | { to: 'failed' | 'ready'; reason: string }
  /** With the raw answer, if there was one. */
  | { to: 'unknown'; reason: string; rawAnswer: string }

/** Transitions of submissions while they are sent and polled. Each is guarded by the states it may start from. */
export interface Submissions {
  /**
   * ready → sending, durable when this resolves. No request is sent without a claim, and none is given for a run that is
   * not released; undefined when the submission is not ready. A claim whose holder is gone leaves the submission
   * `unknown`, never `ready`.
   * @throws when the run was not released.
   */
  claim(id: number, runId: number, now: number): Promise<Claim | undefined>
  /**
   * Ends a claim, once; durable when this resolves. A late outcome still replaces `unknown`, unless another run has
   * moved the submission on. If another submission of the operation and target has the identifier, the answer belongs
   * to that one: → unknown. Resolves to the settlement that was made. Resolves to undefined when the claim had expired
   * and the submission was moved on; the log of attempts then has the answer as `late: …`.
   * @throws BatchError `defect` when the claim was never given out here, or has ended before.
   */
  settle(claim: Claim, settlement: Settlement, attempt: AttemptFacts): Promise<Settlement | undefined>

  // Polling twice does no harm, so the next ones need no claim. False: another run has moved the submission on.
  /** accepted → done. */
  score(id: number, result: string, attempt: AttemptFacts): Promise<boolean>
  /** accepted, to be asked again at `nextPollAt`. */
  postpone(id: number, nextPollAt: number): Promise<boolean>
  /** accepted → pending: no scores within the time-out. */
  leavePending(id: number, problem: string, attempt: AttemptFacts): Promise<boolean>
  /** Stays accepted with the service's message; not polled again in this run. */
  keepWithMessage(id: number, problem: string, attempt: AttemptFacts): Promise<boolean>
  /** Stays unknown; adds a later observation. */
  annotateUnknown(id: number, seen: string, attempt: AttemptFacts): Promise<boolean>

  /** The next rows of a run that may be sent, in sheet order after `afterSeq`. */
  readyPage(runId: number, afterSeq: number, limit: number): Promise<ReadySubmission[]>
  /** Rows of a run that are ready or being sent, by any process. `isReady`: some may be sent. */
  openRows(runId: number): Promise<{ isReady: boolean; senders: Sender[] }>
  /** For this run's rows, without those that are being polled already. */
  duePolls(runId: number, now: number, limit: number, polling?: readonly number[]): Promise<DuePoll[]>
  /** Time of the run's next poll later than `after`; undefined without one. */
  nextPollAt(runId: number, after: number): Promise<number | undefined>
  get(id: number): Promise<Submission | undefined>
  /** identifier → request, as JSON; `{}` where only the identifier is known. */
  requestsOf(operation: string, target: Target, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** identifier → result, as JSON; no entry without scores. */
  resultsOf(operation: string, target: Target, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** For each of these, a row in the latest run of its input that stands for it or is held as its edited version. */
  standingRows(
    operation: string,
    target: Target,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, StandingRow>>
  /** Those of these identifiers that any submission has, in any target and operation. */
  named(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of these identifiers that only a sandbox in this program ever gave out. */
  simulated(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  identifierPage(afterId: number, limit: number): Promise<{ id: number; identifier: string }[]>
}
