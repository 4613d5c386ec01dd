import type { SubmissionState } from '../../contract/states.ts'
import type { Replaced } from './ordered-rows.ts'
import type { Stored, Submission } from './outcomes.ts'
import type { TargetRules } from './rules.ts'

export interface RunStatus {
  id: number
  operation: string
  address: string
  company: string
  file: string
  /** Sheets read from a workbook; none for CSV. */
  sheets: readonly { name: string; rows: number }[]
  startedAt: number
  endedAt: number | undefined
  /** The run's ending; undefined while it runs, or after a crash. */
  ending: string | undefined
  /** True while a process that holds the ledger, or a worker, carries it out. */
  isRunning: boolean
  /** Left to workers, alive or not. */
  isDetached?: boolean
  output: string | undefined
  rows: number
  balance: readonly { state: string; wasDone: boolean; count: number }[]
  orphans: number
}

export interface WorkerStatus {
  address: string
  company: string
  machine: string
  process: number
  since: number
}

export interface RunChoice {
  input?: string | undefined
  runId?: number | undefined
}

export interface LedgerStatus {
  /** The process that writes the ledger now; undefined when none does. */
  holder: string | undefined
  /** Only workers hold it: no sheet is being read. */
  isHeldByWorkersOnly?: boolean
  /** Those that are alive; undefined where one process holds the ledger. */
  workers?: readonly WorkerStatus[]
  /** For targets with several senders; undefined where one process holds the ledger. */
  paces?: readonly PaceView[]
  runs: readonly RunStatus[]
  /** Runs that ended, also with their process: where it is another number, what they recorded is read again. */
  ended: number
}

export interface AuditLine {
  /** Of the whole log, growing, and never that of another line; lines of other inputs leave gaps. */
  number: number
  sentAt: number | null
  answeredAt: number | null
  /**
   * `create`, `retrieve`, `update`, `create_pending_user`; our own entries are `recover`, `resolve`, `resend`, `seal`,
   * `release`, `drop`, `forget`, and, when people's records were shown or handed out, `report`, `export`, `audit`.
   */
  operation: string
  httpStatus: number | null
  outcome: string
  detail: string
  /** In hexadecimal; empty once the line's content was erased. */
  salt: string
  /** Digest of salt, detail and request before these were erased; null for a line that has them. */
  erasedDigest: string | null
  /** Row of the sheet in the latest run of its input; null when that run has no such row. */
  rowNumber: number | null
  /** Its worksheet; empty for CSV. */
  sheet: string | null
  identifier: string | null
  /** State of the row now; empty for a statement about a whole run. */
  state: string
  /** JSON; `{}` for such a statement. */
  request: string
  /** Empty for an entry of the ledger as a whole. */
  address: string
  company: string
  runId: number | null
  /** Account of the process; null for an entry outside of a run. */
  account: string | null
  machine: string | null
  /** The login that wrote the line, by the database; null in a file. */
  login: string | null
  /** The request of the assessment that was decided on, as JSON, when this ledger created it. */
  about: string | null
  /** Scores as JSON: of that assessment, known when this line was written; or those that the line brought. */
  result: string | null
  /** Headings and cells of the latest rows of the decision and of that assessment, each a pair as JSON. */
  rows: readonly string[]
  /** Two people were demanded when the decision was released; null when the operation sets no state. */
  isFourEyes: boolean | null
  /** Event identifier, derived from the ledger; null also for a forgotten decision. */
  eventId: string | null
  file: string | null
  /** The statement on the run's release, as JSON; null when it needed none. */
  release: string | null
}

export interface RecordedRequest
  extends Pick<Stored<Submission>, 'id' | 'state' | 'identifier' | 'reportUrl' | 'request' | 'result' | 'doneAt'> {
  operation: string
  address: string
  company: string
  /** Its target was a sandbox whose data was deleted. */
  isRetired: boolean
  /** The person it is about; null when there is none, or only its identifier is known. */
  subject: string | null
  /** Its content was erased. */
  isForgotten: boolean
  /** The edited version that was to replace it, even if it was not sent. */
  supersededBy: number | null
  /** In the latest runs of all inputs: in a row of its own, only in held rows, in one that people kept, or in none. */
  place: 'listed' | 'kept' | 'held' | 'gone'
  /** The latest run that has a row of it. */
  runId: number | null
  /** The last recording, certain or not, about the thing that it created. */
  latest: Replaced | undefined
}

export interface ContentCounts {
  submissions: number
  /** Those that the run's rows stand for. */
  ofRun: number
  /** Without an identifier of the service. */
  unnamed: number
  /** The unnamed ones that may have been processed. */
  covered: number
  resends: number
}

export interface HolderView {
  /** `account@machine` */
  name: string
  process: number
  since: number
  /** Time since its last heartbeat; undefined without a lease. */
  heardMs: number | undefined
}

export interface ActiveRun {
  id: number
  operation: string
  company: string
  file: string
  by: string
  since: number
  rows: number
  /** Number of rows that are ready, sending, or waiting for scores. */
  open: number
}

export interface PaceView {
  address: string
  company: string
  /** Undefined until a limit is known. */
  perSecond: number | undefined
  heldMs: number
  cuts: number
  /** Time since the last request of any process. */
  idleMs: number
}

export interface LedgerOverview {
  id: string
  version: number
  /** The next run updates it. */
  isOlder?: boolean
  bytes: number
  /** True when a flipped bit on the disk is noticed on reading. */
  hasChecksums: boolean
  /** Records from before the checksums, which nothing verifies; undefined where pages are verified instead. */
  unsummed?: number
  holders: HolderView[]
  runs: ActiveRun[]
  /** Number of requests by state; those in doubt are `sending` and `unknown`. */
  states: Partial<Record<SubmissionState, number>>
  /** Requests whose content was erased. */
  forgotten: number
  /** Of the targets that have any. */
  rules: readonly TargetRules[]
  /** By HTTP status, requests that were taken for “not processed” because of it. */
  trusted: Readonly<Record<string, number>>
  /** For targets with several senders; empty in a ledger of one process. */
  paces: PaceView[]
}
