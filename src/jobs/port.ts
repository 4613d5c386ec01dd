/** What a job is about, by numbers alone: what they stand for is in the ledger, never in a queue. */
export type JobKeys = Readonly<Record<string, number>>

export interface NewJob {
  /** While there is a job of this name in the queue, it is not added once more. */
  id: string
  keys: JobKeys
}

/** What becomes of a job that was handled: it is over, or delivered again at a time, to whoever is free then. */
export type JobResult = 'done' | { again: number }

/** Jobs of one queue: to be taken, being handled, and waiting for their time. */
export interface JobCounts {
  waiting: number
  active: number
  delayed: number
}

/**
 * Gives work to whoever is free, on however many machines. A job may be delivered more than once, also to two at a time,
 * when who handled it died or stood still: what it asks for must do no harm then.
 */
export interface JobEngine {
  enqueue(queue: string, jobs: readonly NewJob[]): Promise<void>
  /** Takes jobs from now on, so many at once. One whose handling fails is delivered again after a while. */
  work(queue: string, atOnce: number, handle: (keys: JobKeys) => Promise<JobResult>): void
  /** Takes no more of them here; resolves when those under way have ended. */
  pause(queue: string): Promise<void>
  counts(queue: string): Promise<JobCounts>
  /** When no job is under way any more. */
  close(): Promise<void>
}
