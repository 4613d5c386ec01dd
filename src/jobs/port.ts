/** Numbers only: the ledger holds all facts about a job, a queue never does. */
export type JobKeys = Readonly<Record<string, number>>

export interface NewJob {
  /** A job whose name is in the queue already is not added again. */
  id: string
  keys: JobKeys
}

export type JobResult = 'done' | { again: number }

/**
 * Distributes jobs among workers on any number of machines. A job may be delivered more than once, even to two workers
 * at a time, when its worker died or stalled: handling must be idempotent.
 */
export interface JobEngine {
  enqueue(queue: string, jobs: readonly NewJob[]): Promise<void>
  /** Takes jobs from now on, `atOnce` at a time. A job whose handling fails is delivered again later. */
  work(queue: string, atOnce: number, handle: (keys: JobKeys) => Promise<JobResult>): void
  /** Takes no further jobs in this process; resolves when the active ones have ended. */
  pause(queue: string): Promise<void>
  close(): Promise<void>
}
