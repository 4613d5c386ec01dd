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

export interface Dropping {
  now: number
  ending: string
  by?: string | undefined
}
