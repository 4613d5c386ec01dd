/** The protocol between the page and its server. Types and names only: both sides load this file. */

import type { CheckState, ProblemKind } from './check.ts'
import type { PlanColumnState, PlanCounts, SealedState, WaitingSeal } from './decisions.ts'
import type { PersonState } from './person.ts'
import type { OtherRun, PageError, RecentRun, RunState, StateCount } from './runs.ts'
import type { SettingsState } from './settings.ts'

/** Carries the key of the session. */
export const sessionKeyHeader = 'x-rwa-key'
/** Carries the name of a file, encoded as in an address. */
export const fileNameHeader = 'x-rwa-name'

export interface DestinationState {
  label: string
  kind: 'test' | 'sandbox' | 'production'
  company: string
}

export interface SheetState {
  /** The user's own name of the file. */
  label: string
  /** Empty for CSV. */
  sheet: string
  /** Worksheets whose headings fit. */
  fitting: readonly string[]
  /** The user's choice of worksheets to be read as one. */
  chosen: readonly string[] | 'all' | null
  headingRow: number | null
  columns: readonly {
    heading: string
    field: string | null
    examples: readonly string[]
    /** Of the first rows, those that have a value. */
    filled: number
  }[]
  /** Number of first rows that `filled` counts. */
  sampled: number
  /** Fields that several columns claim. */
  doubled: readonly string[]
  /** Headings that are remembered from other sheets and absent here: passed over. */
  absent: readonly string[]
  missing: readonly string[]
  /** A problem with the headings other than missing ones. */
  misfit: string | null
  /** The sheet has hidden rows, and the user has not chosen yet how to treat them. */
  asksForHidden: boolean
  fields: readonly FieldState[]
  /** Answers that can be taken back: those of the profile, and those for this sheet alone. */
  kept: SheetAnswers
  own: SheetAnswers
}

export interface SheetAnswers {
  /** Fields by heading; an empty one is not sent. */
  columns: Readonly<Record<string, string>>
  /** One value for all rows, by field. */
  set: Readonly<Record<string, string>>
  /** Those of a sheet replace the profile's list, where they are not empty. */
  dateFormats: readonly string[]
}

export interface FieldState {
  name: string
  title: string
  /** All accepted values, where they are known. */
  values: readonly string[]
  /** The usual value for a sheet without such a column; empty where there is none. */
  usual: string
  /** Each row has its own: one value for all of them means nothing. */
  isIdentifying: boolean
  /** A replacement for one of its values can be kept for other sheets. */
  isKeepable: boolean
  /** The decisions that need or may name the person of this field; empty for all other fields. */
  forStatus: readonly string[]
}

export interface ShownCell {
  text: string
  mark?: 'wrong' | 'doubtful'
  isEdited?: true
  /** Class with the colour of a score. */
  heat?: string
  /** Opens in a tab of its own. */
  href?: string
}

export interface ShownRow {
  /** Index of its worksheet among those that are read, and its row number there. */
  sheet: number
  line: number
  /** Row number for people, with the worksheet where several are read. */
  number: string
  state: string
  cells: readonly ShownCell[]
  problems: readonly { column: number; kind: ProblemKind; text: string; use: string | null }[]
}

export interface RowWindow {
  /** Number of rows that pass the filter. */
  total: number
  from: number
  rows: readonly ShownRow[]
}

export interface PlanState extends PlanCounts {
  id: number
  toSend: number
  /** Created earlier: only their scores are requested. */
  toAsk: number
  balance: readonly StateCount[]
  first: readonly string[]
  /** Of a plan whose lines are read, in a grid; else empty. */
  columns: readonly PlanColumnState[]
  /** Rows that were replaced since are sent again. */
  sendsSuperseded: boolean
  seconds: number | null
  notes: readonly string[]
  /** Name and folder of the file that the run will read. */
  file: string
  folder: string
  command: string
  /** Rows that look like edited versions of created ones. */
  changed: readonly string[]
  /** Rows that were recorded before, and what has replaced them since. */
  superseded: readonly string[]
  /** Sending requires the number of rows to be typed. */
  mustType: boolean
}

/** Corrections that were not sent, kept on disk. */
export interface DraftState {
  key: string
  /** Name of the sheet. */
  label: string
  at: number
  /** Number of corrected cells. */
  cells: number
}

export type Task = 'assess' | 'decide' | 'invite'

export interface PageState {
  /** Grows with each change: an older state may arrive later. */
  serial: number
  destination: DestinationState
  settings: SettingsState
  /** Whose data were asked for last. */
  person: PersonState | null
  /** Earlier runs, the latest first. */
  recent: readonly RecentRun[]
  /** Sealed ones that wait for a second person, the latest first. */
  waiting: readonly WaitingSeal[]
  /** Those of other sheets than the open one, the latest first. */
  drafts: readonly DraftState[]
  /** The open sheet has corrections from an earlier opening. */
  restored: DraftState | null
  /** Set while another program has the ledger open. */
  other: OtherRun | null
  /** The action in progress, if it takes a while. */
  busy: 'reading' | 'checking' | 'planning' | 'answering' | 'sealing' | 'looking' | null
  /** Rows read so far, for an action that can be cancelled. */
  progress: { rows: number } | null
  error: PageError | null
  task: Task
  /** Changes with each opened sheet, also when the same one is opened again. */
  sheetId: number
  /** Typed beside a problem of this sheet before this page was loaded: text by a key of the page. */
  typed: Readonly<Record<string, string>>
  /** Decisions need four eyes; what the ledger keeps of that is known with a plan. */
  secondPair: boolean
  sealed: SealedState | null
  sheet: SheetState | null
  check: CheckState | null
  plan: PlanState | null
  run: RunState | null
}
