/** What a person found out about an unknown outcome. */
export type Resolution =
  /** Surely not processed: it may be sent. */
  | { kind: 'not-created' }
  /** It was: with this identifier, when the operation has one. */
  | { kind: 'created'; state: 'accepted' | 'done'; identifier: string | undefined }

/** Whether it is still of use to say what became of a sending. */
export type Standing =
  | 'open'
  /** The outcome that is unknown now is that of a later sending. */
  | 'stale'
  /** Of another ledger or operation, or nothing is unknown about it any more. */
  | 'moot'

export type ResolutionEnd =
  | 'applied'
  | Exclude<Standing, 'open'>
  /** The identifier belongs to another row already. */
  | 'taken'

/** Names one sending of one submission, so that what a person says of it never counts for a later one. */
export interface Resolutions {
  referTo(submissionId: number, sentAt: number): string
  standingOf(operation: string, reference: string): Standing
  apply(operation: string, reference: string, resolution: Resolution, now: number): ResolutionEnd
}
