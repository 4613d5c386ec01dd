/** What was answered about the sheet of a run. */
export interface RunAnswers {
  /** Of the file that the run reads, and of the one that it was made of. */
  digests: readonly string[]
  /** JSON, which the ledger does not read but for what names a forgotten person. */
  text: string
}

export interface FoundAnswers {
  runId: number
  startedAt: number
  text: string
}
