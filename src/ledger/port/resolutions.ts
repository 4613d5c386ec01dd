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
  standingOf(operation: string, reference: string): Promise<Standing>
  apply(operation: string, reference: string, resolution: Resolution, now: number): Promise<ResolutionEnd>
}
