import type { AttemptFacts } from './attempts.ts'
import type { Submission } from './outcomes.ts'
import type { Target } from './targets.ts'

export interface ReadySubmission {
  seq: number
  sheet: number
  rowNumber: number
  orderKey: string | null
  id: number
  request: string
  requestHash: Uint8Array
  ordinal: number
  generation: number
}

export interface DuePoll {
  id: number
  identifier: string
  /** Whom it is about, when the operation says so. */
  subject: string | null
  acceptedAt: number
}

/** The licence to send one submission once. */
export interface Claim {
  /** The submission. */
  id: number
  /** Who was given it: an opening of the ledger. */
  holder: number
  /** Which of that holder's claims it is. */
  number: number
  /**
   * Whether a request may start under it now; to be asked in that very moment. Without it nobody can have given the
   * claim up meanwhile.
   */
  mayStart?(): boolean
}

/** Who is sending rows of a run. */
export interface Sender {
  /** `account@machine` */
  name: string
  rows: number
  /** When it was heard of last, so long ago; undefined where it need not be heard of. */
  heardMs: number | undefined
}

/** What of a run is not settled, all at one moment. */
export interface UnsettledRows {
  /** Some may be sent. */
  isReady: boolean
  /** Of those that are on their way. */
  senders: Sender[]
}

/** Where the row of an input stands. */
export interface RowLocator {
  file: string
  /** Empty for CSV. */
  sheet: string
  rowNumber: number
}

/** What became of a sending. */
export type Settlement =
  /** The service has it, and its scores are waited for: asked for first at `nextPollAt`. */
  | { to: 'accepted'; identifier: string; reportUrl: string; nextPollAt: number }
  /** The service has it, and there is nothing to wait for. */
  | { to: 'done'; identifier: string }
  /** Refused by the service, in its own words. */
  | { to: 'rejected'; field: string; message: string }
  /** Surely not processed, and no tries left; or to be tried again. */
  | { to: 'failed' | 'ready'; reason: string }
  /** With the raw answer, if there was one. */
  | { to: 'unknown'; reason: string; rawAnswer: string }

/** The life of submissions while they are sent and asked for. Every move is guarded by the states it may start from. */
export interface Submissions {
  /**
   * ready → sending, durable when this resolves. Nothing is sent without a claim: undefined says that the submission is
   * not, or no longer, ready. A claim whose holder is gone leaves the submission `unknown`, never `ready`.
   */
  claim(id: number, now: number): Promise<Claim | undefined>
  /**
   * Ends a claim, once; durable when this resolves. A late one still turns `unknown` into what it was, as long as nobody
   * else has moved the submission on. When another submission of the operation and target has the identifier already, the
   * answer was for somebody else: → unknown. Resolves to what it came to; to undefined when the claim was given up and the
   * submission has been moved on since: what was answered stands in the log of attempts then, as `late: …`.
   * @throws BatchError `defect` when the claim was never given out here, or has ended before.
   */
  settle(claim: Claim, settlement: Settlement, attempt: AttemptFacts): Promise<Settlement | undefined>

  // Asking twice does no harm, so these need no claim: false says that another run has moved the submission on.
  /** accepted → done. */
  score(id: number, result: string, attempt: AttemptFacts): Promise<boolean>
  /** accepted, to be asked again at `nextPollAt`. */
  postpone(id: number, nextPollAt: number): Promise<boolean>
  /** accepted → pending: not ready within the time-out. */
  leavePending(id: number, problem: string, attempt: AttemptFacts): Promise<boolean>
  /** Stays accepted with the service's message; not asked again in this run. */
  keepWithMessage(id: number, problem: string, attempt: AttemptFacts): Promise<boolean>
  /** Stays unknown; adds what was seen of it afterwards. */
  annotateUnknown(id: number, seen: string, attempt: AttemptFacts): Promise<boolean>

  /** The next rows of a run that may be sent, in sheet order after `afterSeq`. */
  readyPage(runId: number, afterSeq: number, limit: number): Promise<ReadySubmission[]>
  /** What of a run is ready, or on its way, whoever sends it. */
  openRows(runId: number): Promise<UnsettledRows>
  /** Of this run's rows. */
  duePolls(runId: number, now: number, limit: number): Promise<DuePoll[]>
  /** When the next poll of this run's rows is due, of those due after `after`; undefined when there is none. */
  nextPollAt(runId: number, after: number): Promise<number | undefined>
  get(id: number): Promise<Submission | undefined>
  /** What was asked for under these identifiers: identifier → request, as JSON; `{}` where only the identifier is known. */
  requestsOf(operation: string, target: Target, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The scores under these identifiers: identifier → result, as JSON; nothing for those that have none. */
  resultsOf(operation: string, target: Target, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** A row that stands for each of these in the latest run of its input, or is held as its edited version. */
  standingRows(
    operation: string,
    target: Target,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, RowLocator>>
  /** Those of these identifiers that any submission has, of whatever target and operation. */
  named(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of these identifiers that only a sandbox in this program ever gave out. */
  simulated(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  /** Every submission that has an identifier, after `afterId`. */
  identifierPage(afterId: number, limit: number): Promise<{ id: number; identifier: string }[]>
}
