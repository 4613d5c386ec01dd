/** A run that the memory knows of, whoever did it. */
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
  /** Its sheet is still where it was, and can be opened again. */
  isHere: boolean
  /** Name of the workbook that it wrote, where that is still there. */
  output: string | null
}

/** Another program that holds the memory: nothing can be sent from here meanwhile. */
export interface OtherRun {
  /** Which process, where, since when. */
  holder: string
  /** How far its run is; null while its sheet is read. */
  run: { file: string; rows: number; settled: number; counts: readonly { state: string; count: number }[] } | null
}

/** The scores of a run as pictures. */
export interface ChartsState {
  /** Kinds of risk that have scores, and their column in the table of results. */
  kinds: readonly { name: string; column: number }[]
  /** By destination, the highest mean overall score first; of each kind the mean, and its colour. */
  groups: readonly {
    name: string
    filter: string
    count: number
    means: readonly ({ shown: string; heat: string } | null)[]
  }[]
  /** How many destinations there are besides. */
  others: number
  spread: readonly { label: string; filter: string; count: number; heat: string }[]
  highest: readonly { name: string; about: string; score: string; heat: string; row: number }[]
}
