import type { SubmissionState } from '../../contract/states.ts'
import type { Replaced } from './ordered-rows.ts'
import type { PaceView } from './overview.ts'

/** One run as the ledger remembers it. */
export interface RunStatus {
  id: number
  operation: string
  address: string
  company: string
  file: string
  /** What was read of a workbook; none for CSV. */
  sheets: readonly { name: string; rows: number }[]
  startedAt: number
  endedAt: number | undefined
  /** How it ended; undefined while it runs, or when the process died. */
  ending: string | undefined
  /** Whether a process that holds the ledger is doing it now, or workers are to. */
  isRunning: boolean
  /** It was left to workers, whoever of them lives. */
  isDetached?: boolean
  output: string | undefined
  rows: number
  balance: readonly { state: string; wasDone: boolean; count: number }[]
  orphans: number
}

/** A process that does for a company what was left to workers. */
export interface WorkerStatus {
  address: string
  company: string
  machine: string
  process: number
  since: number
}

export interface LedgerStatus {
  /** The process that writes the ledger now; undefined when none does. */
  holder: string | undefined
  /** Those that are alive; none where only one process holds the ledger. */
  workers?: readonly WorkerStatus[]
  /** Of those who send together; none where only one process holds the ledger. */
  paces?: readonly PaceView[]
  runs: readonly RunStatus[]
}

/** One line of the audit log with what it was about; times in milliseconds since 1970 UTC. */
export interface AuditLine {
  sentAt: number | null
  answeredAt: number | null
  /** `create`, `retrieve`, `update`, `create_pending_user`; `recover`, `resolve`, `resend`, `seal`, `release` are entries of our own. */
  operation: string
  httpStatus: number | null
  outcome: string
  detail: string
  /** Row of the sheet in the latest run of its input; null when it is no longer in it. */
  rowNumber: number | null
  /** Its worksheet; empty for CSV. */
  sheet: string | null
  identifier: string | null
  /** State of the row now; empty for what was said of a run as a whole. */
  state: string
  /** JSON; `{}` for the same. */
  request: string
  address: string
  company: string
  runId: number | null
  /** Who ran the process, and where; null for what was noted outside of a run. */
  account: string | null
  machine: string | null
  /** Which login wrote the line, by the word of a team's database; null in a file. */
  login: string | null
  /** Of the assessment that was decided on, when this ledger created it. */
  employeeId: string | null
  /** The event that recording it is, derived from the ledger; null for what sets no state. */
  eventId: string | null
  /** The input of the run that it was done in. */
  file: string | null
  /** What was said when that run was released, as JSON; null where nobody had to. */
  release: string | null
}

/** One request as it stands now, whatever run it belongs to: what figures over all of them need. */
export interface RecordedRequest {
  id: number
  operation: string
  address: string
  company: string
  /** Its target was a sandbox whose data is gone. */
  isRetired: boolean
  /** Whom it is about; null when nobody is named, or only its identifier is known. */
  subject: string | null
  state: SubmissionState
  identifier: string | null
  reportUrl: string | null
  /** JSON; `{}` when only its identifier is known. */
  request: string
  /** JSON; null until there are scores. */
  result: string | null
  doneAt: number | null
  /** The edited version that was to take its place, whatever became of that. */
  supersededBy: number | null
  /** In the latest runs of all inputs: in a row of theirs, only in rows that are held back, or `kept` by a person, or in none. */
  place: 'listed' | 'kept' | 'held' | 'gone'
  /** What was recorded last, or may have been, of the thing that it created. */
  latest: Replaced | undefined
}

/** What the ledger knows of one content, whatever run or address it belongs to. */
export interface ContentCounts {
  submissions: number
  /** Of these, those that the rows of the run stand for. */
  ofRun: number
  /** Without an identifier of the service. */
  unnamed: number
  /** Of the unnamed, those that the ledger does not say were surely not processed. */
  covered: number
  /** How often one of them was sent again because somebody asked for it. */
  resends: number
}

/** What a ledger holds of the operation of a run, for comparing it with what the service holds. */
export interface RunComparison {
  /** When the first run of this operation against this address began. */
  since: number
  /** How many submissions that rows of the run stand for are unknown. */
  unknown: number
  /** Who has this identifier of the service: a row of the run, or another one. */
  find(identifier: string): Promise<'run' | 'other' | undefined>
  ofContent(hash: Uint8Array): Promise<ContentCounts>
  close(): Promise<void>
}
