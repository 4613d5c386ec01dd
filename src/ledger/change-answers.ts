export type ChangeAnswers = ReadonlyMap<string, boolean>

/**
 * Names a row by its content and by the submission it was held against. An answer never counts for a row that was
 * edited since, nor in another ledger.
 */
export function referToChange(ledgerId: string, requestHash: Uint8Array, orphan: number): string {
  return `${ledgerId.slice(0, 8)}-${Buffer.from(requestHash).toString('hex').slice(0, 16)}-${orphan}`
}

/** The answer's text in the log; `earlier` is the identifier of the submission that the row was held against. */
export function describeYes(earlier: string | null): string {
  return `a person says that it is to be sent, in place of ${earlier ?? 'a version that may exist already'}`
}

export function describeNo(earlier: string | null): string {
  return `a person says that it is not to be sent: ${earlier ?? 'a version that may exist already'} stands`
}
