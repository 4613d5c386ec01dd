export interface PageError {
  message: string
  hint: string
}

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

interface ShownScore {
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

export interface StateCount {
  state: string
  wasDone: boolean
  count: number
}

export interface UnknownRowState {
  reference: string
  row: string
  about: readonly string[]
  sentAt: number | null
  problem: string
  /** The user's finding, in force from then on. */
  answer: string | null
  refusal: string | null
}

export interface RunEndState {
  balance: readonly StateCount[]
  /** Rows with a result. */
  done: number
  /** Lines of the balance that a person may do something about. */
  open: readonly StateCount[]
  rows: number
  /** Reason for an early stop. */
  halt: string | null
  /** It stopped because the service refuses the token. */
  isTokenRefused: boolean
  /** The workbook; null when none was written. */
  output: { name: string; folder: string } | null
  orphans: number
  /** Another run of the same sheet would have something to do, now or after an answer about unknown rows. */
  isLeft: boolean
  error: PageError | null
  /** The command line that continues. */
  command: string
  refused: number
  /** Lines of answers that could not be written to the ledger. */
  spilled: number
}

export interface RunState {
  id: number
  task: string
  toSend: number
  stage: 'load' | 'send' | 'write'
  rows: number
  settled: number
  inFlight: number
  pending: number
  counts: readonly StateCount[]
  /** Rows that ended without a result. */
  refused: number
  columns: readonly { heading: string }[]
  isStopping: boolean
  /** Null while too little is known, and during a pause. */
  pace: { perMinute: number; secondsLeft: number } | null
  /** Sending waits until the user continues. */
  isPaused: boolean
  /** Messages such as changes of the pace; the latest last. */
  notes: readonly string[]
  /** Consecutive rows are refused alike: go on? */
  question: { field: string; message: string; count: number } | null
  end: RunEndState | null
  /** `run`: its number in the ledger. */
  released: { run: number; sealedBy: string; by: string; isSameAccount: boolean } | null
  unknown: readonly UnknownRowState[]
}
