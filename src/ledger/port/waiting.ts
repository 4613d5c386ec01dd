import type { Target } from './targets.ts'

/** What a loaded run waits for; its rows are claimed only once it waits no more, or for workers. */
export type WaitsFor = 'confirmation' | 'second person' | 'workers'

/** A stated staff ID, and the form in which two IDs of one person are equal. */
export interface StatedPerson {
  id: string
  key: string
}

export interface Sealing {
  by: StatedPerson
  now: number
  /** No release counts after it. */
  until: number
  /** Facts with which the run is carried out without its sheet, as JSON. */
  how: string
  /** For the log, as JSON. */
  statement: string
  /** What a second person is to release, by row. */
  lines: readonly { seq: number; line: readonly string[] }[]
}

export interface ReleaseFacts {
  now: number
  /** For a sealed run: who releases it, and the line of the log. */
  second?: { by: StatedPerson; statement: string } | undefined
  /** Left to workers, with these facts as JSON. */
  workers?: string | undefined
}

/** Why a run was not released: nothing has changed then. */
export type ReleaseRefusal = 'over' | 'expired' | 'same person' | 'needs two people' | 'no second person' | 'overtaken'

export interface HeldRun {
  id: number
  operation: string
  file: string
  waitsFor: WaitsFor | undefined
  /** Of a sealed run. */
  until: number | undefined
  sealedBy: string | undefined
  releasedAt: number | undefined
  startedAt: number
  endedAt: number | undefined
  ending: string | undefined
  how: string | undefined
  /** Of whoever loaded it. */
  account: string
  machine: string
  loadedAt: number | undefined
  rows: number
}

/**
 * A loaded run sends nothing before its release: `claim` refuses its rows. Until then other runs and their rows are as
 * they were: what the load decided about submissions is done by the release.
 */
export interface WaitingRuns {
  /** confirmation → second person. Earlier sealed runs of the same input that nobody has released are dropped. */
  seal(runId: number, sealing: Sealing): Promise<{ dropped: readonly number[] }>
  /**
   * The one way to a run that may send; durable when this resolves. A sealed run that was released is taken up again
   * in the same way: what was refused before is ready again.
   */
  release(runId: number, release: ReleaseFacts): Promise<ReleaseRefusal | undefined>
  /** For a sealed run that was released before: what was refused since will be sent again by the next release. */
  takeUp(runId: number): Promise<void>
  /**
   * Ends a run that was not released, and removes what it added; a sealed one gets a line in the log. False for one that
   * is over or was released.
   */
  drop(runId: number, dropping: { now: number; ending: string; by?: string | undefined }): Promise<boolean>
  /** In the order of the sheet. */
  sealedLines(runId: number): Promise<readonly string[][]>
  /** Undefined for a run of another target. */
  find(runId: number, target: Pick<Target, 'id'>): Promise<HeldRun | undefined>
  /** Runs that wait, newest first. */
  list(target?: Pick<Target, 'id'>): Promise<(HeldRun & { address: string; company: string })[]>
}
