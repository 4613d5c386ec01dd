import type { SubmissionState } from '../../contract/states.ts'
import type { DuePoll, ReadySubmission } from './submissions.ts'
import type { Target } from './targets.ts'

export interface DetachedRun {
  id: number
  operation: string
  how: string
  sheets: readonly string[]
  isOver: boolean
}

export interface Chunk {
  runId: number
  from: number
  to: number
}

export interface OpenRows {
  part: number
  /** `accepted`: their scores are to be polled. */
  state: SubmissionState
  rows: number
}

/** For a ledger that several processes hold at a time: one loads a run, others carry it out. */
export interface TeamWork {
  /** Undefined for a run that was not detached, or has another target: a job may name any number. */
  find(runId: number, target: Pick<Target, 'id'>): Promise<DetachedRun | undefined>
  /** Unfinished detached runs of a target, in order of arrival. */
  open(target: Pick<Target, 'id'>): Promise<DetachedRun[]>
  /** Ends the run; false where it had ended before. */
  finish(runId: number, now: number): Promise<boolean>
  /** Undoes `finish`: a late answer created a submission whose scores are still to be polled. */
  reopen(runId: number): Promise<void>
  /** For each thing that several rows of a run set the state of: the first and the last of its rows. */
  orderSpans(runId: number): Promise<{ first: number; last: number }[]>
  /** Unfinished rows in the parts of a run that begin with these rows. */
  openRows(runId: number, starts: readonly number[]): Promise<OpenRows[]>
  /** As in `Submissions`, for the rows of a chunk. */
  readyPage(chunk: Chunk, afterSeq: number, limit: number): Promise<ReadySubmission[]>
  duePolls(chunk: Chunk, now: number, limit: number, polling?: readonly number[]): Promise<DuePoll[]>
  nextPollAt(chunk: Chunk): Promise<number | undefined>
  /** This process works for these targets from now on, and for no others. */
  workFor(targets: readonly Pick<Target, 'id'>[]): Promise<void>
  countWorkers(target: Pick<Target, 'id'>): Promise<number>
}

/** The shared pace of a target. Times are given as waits: only the ledger's clock counts. */
export interface PaceState {
  /** Undefined until a rate limit was proven. */
  perSecond: number | undefined
  /** The last refusal came just above it; undefined where the pace was never cut. */
  ceiling: number | undefined
  cuts: number
  /** Number of requests that ever started, less the refused ones, as far as reported. */
  started: number
  /** No request starts for this long. */
  heldMs: number
  /** After a hold one request goes alone. Another process's probe is on its way; it counts as lost after this time. */
  probingMs: number
}

/** Granted start times: the first after a wait, each further one a gap of the pace later. */
export interface Reservation extends PaceState {
  granted: number
  waitMs: number
  /** The granted request is the probe. */
  isProbe: boolean
}

export interface PaceUpdate {
  /** Requests started since the last update, less the refused ones. */
  started: number
}

/** One pace for all processes that send to a target; each answer applies to all of them. */
export interface TargetPace {
  /**
   * `growth`: the pace may grow by this for the answers since the last time, unless it was cut since `cuts`.
   * `initial`: the pace after a long time without senders.
   */
  reserve(
    news: PaceUpdate & { wanted: number; growth: number; cuts: number; initial: number | undefined },
  ): Promise<Reservation>
  /**
   * A request that started `ageMs` ago was refused. Every start waits for `heldMs`, then one probe goes. The pace is
   * cut once: not if it was cut since the request started, or since `cuts`.
   */
  refuse(
    news: PaceUpdate & {
      ageMs: number
      cuts: number
      heldMs: number | undefined
      cut: { perSecond: number; ceiling: number | undefined } | undefined
    },
  ): Promise<PaceState>
  /** The probe was answered, and not refused. */
  endProbe(news: PaceUpdate): Promise<PaceState>
  /** Calls `listener` after each refusal, and after each answer of a probe. Returns a function that ends this. */
  listen(listener: () => void): () => void
}
