/** What a person found out about an unknown outcome. */
export type Resolution =
  /** Surely not processed: it may be sent. */
  | { kind: 'not-created' }
  /** It was: with this identifier, when the operation has one. */
  | { kind: 'created'; state: 'accepted' | 'done'; identifier: string | undefined }

/** Whether it is still of use to say what became of a sending. */
export type ResolutionStatus =
  | 'open'
  /** The outcome that is unknown now is that of a later sending. */
  | 'stale'
  /** Of another ledger or operation, or nothing is unknown about it any more. */
  | 'moot'

export type ResolutionResult =
  | 'applied'
  | Exclude<ResolutionStatus, 'open'>
  /** The identifier belongs to another row already. */
  | 'taken'

/** A sending whose outcome is unknown. */
export interface UnknownSending {
  /** The submission. */
  id: number
  sentAt: number
  /** As JSON. */
  request: string
}

/** What a person says of a sending that `referToSending` names. */
export interface Resolutions {
  listUnknown(operation: string, targetId: number): Promise<UnknownSending[]>
  readStatus(operation: string, reference: string): Promise<ResolutionStatus>
  apply(operation: string, reference: string, resolution: Resolution, now: number): Promise<ResolutionResult>
}
