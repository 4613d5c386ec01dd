/** What a person said of rows held as changed: reference → whether to send the row. */
export type ChangeAnswers = ReadonlyMap<string, boolean>

/**
 * Names a row by its content and what it was held against, so that an answer never counts for a row that was edited
 * since, nor in another ledger.
 */
export function referToChange(ledgerId: string, requestHash: Uint8Array, orphan: number): string {
  return `${ledgerId.slice(0, 8)}-${Buffer.from(requestHash).toString('hex').slice(0, 16)}-${orphan}`
}

/** What the log says of an answer; `earlier` is the identifier of what the row was held against. */
export function describeYes(earlier: string | null): string {
  return `a person says that it is to be sent, in place of ${earlier ?? 'what may exist already'}`
}

export function describeNo(earlier: string | null): string {
  return `a person says that it is not to be sent: ${earlier ?? 'what may exist already'} stands`
}
