export type Resolution =
  /** Surely not processed: it may be sent. `reason`: how a person knows it. */
  | { kind: 'not-created'; reason?: string }
  /** It was created, with this identifier when the operation has one. */
  | { kind: 'created'; state: 'accepted' | 'done'; identifier: string | undefined }

export type ResolutionStatus =
  | 'open'
  /** The unknown outcome belongs to a later sending. */
  | 'stale'
  /** It belongs to another ledger or operation, or its outcome is no longer unknown. */
  | 'moot'

export type ResolutionResult =
  | 'applied'
  | Exclude<ResolutionStatus, 'open'>
  /** The identifier belongs to another row already. */
  | 'taken'

export interface UnknownSending {
  id: number
  sentAt: number
  request: string
}
