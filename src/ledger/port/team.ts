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
  /** Ends the run; a second call changes nothing. */
  finish(runId: number, now: number): Promise<void>
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
