/** What the page and its server say to each other. Types and names only: it is read on both sides. */

import type { NamedCount, SealedState } from './protocol-decisions.ts'
import type { OtherRun, RecentRun } from './protocol-runs.ts'
import type { SettingsState } from './protocol-settings.ts'

/** The header that carries the key of the session. */
export const sessionKeyHeader = 'x-rwa-key'
/** The header that carries the name of a file, encoded as in an address. */
export const fileNameHeader = 'x-rwa-name'

/** Something that went wrong, and what can be done. */
export interface PageError {
  message: string
  hint: string
}

/** Where it is sent to. */
export interface DestinationState {
  label: string
  kind: 'test' | 'sandbox' | 'production'
  company: string
}

/** What is understood of a sheet. */
export interface SheetState {
  /** The user's own name of the file. */
  label: string
  /** Empty for CSV. */
  sheet: string
  /** Worksheets whose headings fit. */
  fitting: readonly string[]
  /** Worksheets that are read as one, where somebody has chosen. */
  chosen: readonly string[] | 'all' | null
  headingRow: number | null
  columns: readonly { heading: string; field: string | null; examples: readonly string[] }[]
  missing: readonly string[]
  /** What is wrong with the headings besides what is missing. */
  misfit: string | null
  /** Rows are hidden in it, and nobody has said yet what to do with them. */
  asksForHidden: boolean
  fields: readonly FieldState[]
  /** What the profile says, which can be taken back: headings, one value for all rows, orders of dates. */
  said: {
    columns: Readonly<Record<string, string>>
    set: Readonly<Record<string, string>>
    dateFormats: readonly string[]
  }
}

export interface FieldState {
  name: string
  title: string
  /** All values there are, where they are known. */
  values: readonly string[]
  /** What most sheets without such a column mean; empty where nobody can say. */
  usual: string
  /** Each row has its own: one value for all of them means nothing. */
  isIdentifying: boolean
  /** What is written instead of one of them can be kept for other sheets. */
  isKeepable: boolean
}

/** Problems that are told alike. */
export interface ProblemGroupState {
  isWarning: boolean
  field: string
  text: string
  count: number
  /** Where the first of them is. */
  row: number
  column: number
  /** The same texts in its cells, the most frequent first; none where no cell is to blame. */
  values: readonly { written: string; count: number; use: string | null }[]
  /** Of the field that has no column: one value for all rows. */
  needsDefault: boolean
  /** Dates: how they may be read. */
  patterns: readonly string[]
}

export interface CheckState {
  /** Grows with each check: rows that were read before are out of date then. */
  version: number
  rows: number
  ready: number
  wrong: number
  skipped: number
  /** Rows that were edited just now, until all is checked again: nobody says yet that they are right. */
  open: number
  /** Rows that have a warning and are sent all the same. */
  doubtful: number
  /** Rows that the service refused as they are. */
  refused: number
  /** Changes that can be undone, and the cells that they are about. */
  undoable: number
  edited: number
  columns: readonly { heading: string; field: string | null }[]
  groups: readonly ProblemGroupState[]
  /** Cells that were taken for what was kept earlier. */
  fixes: readonly { field: string; written: string; meant: string; count: number }[]
  notes: readonly string[]
}

export interface ShownCell {
  text: string
  mark?: 'wrong' | 'doubtful'
  isEdited?: true
  /** Opens in a tab of its own. */
  href?: string
}

export interface ShownRow {
  /** Position of its sheet among those that are read, and its number there. */
  sheet: number
  line: number
  /** The same for people, with the sheet where several are read. */
  number: string
  state: string
  cells: readonly ShownCell[]
  problems: readonly { column: number; isWarning: boolean; text: string; use: string | null }[]
}

export interface RowWindow {
  /** How many rows the filter leaves. */
  total: number
  from: number
  rows: readonly ShownRow[]
}

/** A line of a balance. */
export interface StateCount {
  state: string
  wasDone: boolean
  count: number
}

export interface PlanState {
  id: number
  toSend: number
  /** Created earlier: only their scores are asked for. */
  toAsk: number
  balance: readonly StateCount[]
  first: readonly string[]
  seconds: number | null
  notes: readonly string[]
  /** Name of the file that will be read, and where it stands. */
  file: string
  folder: string
  /** The same for somebody who has a terminal. */
  command: string
  /** Rows that look like edited versions of what was created. */
  changed: readonly string[]
  /** Nothing goes without the number of what is sent being typed. */
  mustType: boolean
  /** What is sent by what it is, and by who stands for it; how much of it replaces what was recorded. */
  counts: readonly NamedCount[]
  actors: readonly NamedCount[]
  replaced: number
}

/** What a sheet is for. */
export type Task = 'assess' | 'decide' | 'invite'

export interface UnknownRowState {
  reference: string
  row: string
  about: readonly string[]
  sentAt: number | null
  problem: string
  /** What somebody said of it; it counts from then on. */
  answer: string | null
  refusal: string | null
}

export interface RunEndState {
  balance: readonly StateCount[]
  rows: number
  /** Why it stopped before everything was done. */
  halt: { kind: string; message: string; count: number } | null
  /** The workbook; null when none was written. */
  output: { name: string; folder: string } | null
  orphans: number
  /** The same once more has something to do, now or when somebody has found something out. */
  isLeft: boolean
  error: PageError | null
  /** What would carry on at a terminal. */
  command: string
  /** Rows that the service refused. */
  refused: number
  /** Lines of answers that the memory could not take. */
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
  columns: readonly { heading: string }[]
  isStopping: boolean
  /** Nothing new is sent until somebody says so. */
  isPaused: boolean
  /** What the service does to the pace, and the like; the last one last. */
  notes: readonly string[]
  /** Row after row is refused alike: go on? */
  question: { field: string; message: string; count: number } | null
  end: RunEndState | null
  unknown: readonly UnknownRowState[]
}

export interface PageState {
  place: DestinationState
  settings: SettingsState
  /** What was done before, the latest first. */
  recent: readonly RecentRun[]
  /** Somebody else holds the memory now. */
  other: OtherRun | null
  /** What is being done that takes a while. */
  busy: 'reading' | 'checking' | 'planning' | 'answering' | 'sealing' | null
  /** Why the last wish was not met. */
  error: PageError | null
  /** What the sheet is for. */
  task: Task
  /** Another number: another sheet, or the same opened again. */
  sheetId: number
  /** Nothing is decided but by two people. */
  secondPair: boolean
  sealed: SealedState | null
  sheet: SheetState | null
  check: CheckState | null
  plan: PlanState | null
  run: RunState | null
}
