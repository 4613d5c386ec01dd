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

export interface RunStatement {
  runId: number
  operation: 'seal' | 'release' | 'undo'
  at: number
  outcome: string
  /** JSON whose shape belongs to the pipeline. */
  detail: string
}

/** People's records were shown by name or handed out. */
export interface Disclosure {
  operation: 'report' | 'export' | 'audit' | 'share'
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
