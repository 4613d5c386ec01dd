/** A run in the ledger, by any user. */
export interface RecentRun {
  id: number
  operation: string
  /** Name of its sheet. */
  file: string
  startedAt: number
  /** Null: it goes on, or its program died. */
  endedAt: number | null
  rows: number
  counts: readonly { state: string; count: number }[]
  /** Its sheet is still in its place, and can be opened again. */
  isHere: boolean
  /** Name of its workbook, if that file still exists. */
  output: string | null
}

/** Another program that has the ledger open: sending from here is impossible meanwhile. */
export interface OtherRun {
  /** Process, machine and start time. */
  holder: string
  /** Null while its sheet is read. */
  run: { file: string; rows: number; settled: number; counts: readonly { state: string; count: number }[] } | null
}

export interface ShownScore {
  shown: string
  heat: string
}

export interface ChartsState {
  /** Kinds of risk with scores, and their column in the table of results. */
  kinds: readonly { name: string; column: number }[]
  /** By destination, the highest mean overall score first. Mean and colour for each kind. */
  groups: readonly {
    name: string
    filter: string
    count: number
    /** The highest overall score, and the rows with 7 and more. */
    worst: ShownScore
    high: number
    highFilter: string
    means: readonly (ShownScore | null)[]
  }[]
  /** Number of destinations beyond the shown ones. */
  others: number
  spread: readonly { label: string; filter: string; count: number; heat: string }[]
  highest: readonly { name: string; about: string; score: string; heat: string; row: number }[]
}
