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

export interface Attempts {
  of(submissionId: number): Promise<LoggedAttempt[]>
}
