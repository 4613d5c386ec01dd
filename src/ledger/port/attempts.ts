import type { LoggedLine } from './watermark.ts'

export interface AttemptFacts {
  runId: number | undefined
  operation: string
  sentAt: number | undefined
  answeredAt: number | undefined
  httpStatus: number | undefined
  outcome: string
  detail: string
}

export interface LoggedAttempt extends AttemptFacts {
  submissionId: number
}

interface RunStatement {
  runId: number
  operation: 'seal' | 'release'
  at: number
  outcome: string
  /** JSON whose shape belongs to the pipeline. */
  detail: string
}

/** People's records were shown by name or handed out. */
export interface Disclosure {
  operation: 'report' | 'export' | 'audit'
  at: number
  /** How much, to what end, and by whom; no person whom it is about. */
  detail: string
}

/** With the account and machine of its process, and the input. */
export interface KeptStatement extends RunStatement {
  account: string
  machine: string
  file: string
}

export interface Attempts {
  of(submissionId: number): Promise<LoggedAttempt[]>
  /** Appends a statement; durable when this resolves. */
  state(statement: RunStatement): Promise<void>
  /** The same about the ledger as a whole. */
  disclose(disclosure: Disclosure): Promise<void>
  /** The ledger was put back from a copy, and counts from now on: what workbooks of before knew is not missed. */
  acceptRestored(at: number, detail: string): Promise<void>
  /** The last line of all, from which the ledger is recognised later. */
  last(): Promise<LoggedLine>
}
