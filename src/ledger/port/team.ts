import type { SubmissionState } from '../../contract/states.ts'
import type { DuePoll, ReadySubmission } from './submissions.ts'
import type { Target } from './targets.ts'

/** A run that was left to workers. */
export interface DetachedRun {
  id: number
  operation: string
  /** How it is to be done: JSON that only the pipeline understands. */
  how: string
  /** Names of its sheets, in order. */
  sheets: readonly string[]
  isOver: boolean
}

/** Rows of a run that stand together: the numbers of the first and the last. */
export interface Chunk {
  runId: number
  from: number
  to: number
}

/** Something is left to do for rows in one part of a run: those that are in one state. */
export interface OpenRows {
  /** Which of the parts that were asked about. */
  part: number
  /** `accepted`: their scores are to be asked for. */
  state: SubmissionState
  rows: number
}

/** What a ledger can do that several processes hold at a time: a run that one has loaded is done by others. */
export interface TeamWork {
  /** From now on the run is under way until `finish`, whoever lives. */
  detach(runId: number, how: string): Promise<void>
  /** Undefined for one that nobody has left to workers, or that sends to another target: a job may name any number. */
  find(runId: number, target: Pick<Target, 'id'>): Promise<DetachedRun | undefined>
  /** Those of a target that are not over, in the order in which they came. */
  open(target: Pick<Target, 'id'>): Promise<DetachedRun[]>
  /** The run is over; one that is already stays as it is. */
  finish(runId: number, now: number): Promise<void>
  /** It is not, after all, where a late answer says that something was created whose scores nobody has asked for. */
  reopen(runId: number): Promise<void>
  /** Of each thing that more than one row of a run sets the state of: the first and the last of its rows. */
  orderSpans(runId: number): Promise<{ first: number; last: number }[]>
  /** What is left to do in the parts of a run that begin with these rows. */
  openRows(runId: number, starts: readonly number[]): Promise<OpenRows[]>
  /** As in `Submissions`, of the rows of a chunk. */
  readyPage(chunk: Chunk, afterSeq: number, limit: number): Promise<ReadySubmission[]>
  duePolls(chunk: Chunk, now: number, limit: number): Promise<DuePoll[]>
  nextPollAt(chunk: Chunk): Promise<number | undefined>
  /** This process works for these targets from now on, and for no other. */
  workFor(targets: readonly Pick<Target, 'id'>[]): Promise<void>
  /** How many processes that are alive work for a target. */
  countWorkers(target: Pick<Target, 'id'>): Promise<number>
}
