/** What an attempt was, without the submission it belongs to. */
export interface AttemptFacts {
  runId: number | undefined
  /** What was asked: `create`, `retrieve`, …; `recover`, `resolve` and `resend` are our own entries. */
  operation: string
  sentAt: number | undefined
  answeredAt: number | undefined
  httpStatus: number | undefined
  outcome: string
  detail: string
}

/** One line of the audit log: who was told what, when, with which answer. */
export interface LoggedAttempt extends AttemptFacts {
  submissionId: number
}

/** What was said of a run as a whole, such as who released it: a line of the log that is about no submission. */
export interface RunStatement {
  runId: number
  operation: 'seal' | 'release'
  at: number
  outcome: string
  /** JSON whose shape belongs to the pipeline. */
  detail: string
}

/** The same with who ran that process, and where, and which input it was about. */
export interface KeptStatement extends RunStatement {
  account: string
  machine: string
  file: string
}

export interface Attempts {
  of(submissionId: number): Promise<LoggedAttempt[]>
  /** Appends it; durable when this resolves. */
  state(statement: RunStatement): Promise<void>
}
