export interface Target {
  id: number
  address: string
  company: string
}

/** Requests of different scopes differ: the same content for another company is another request. */
export interface Scope {
  operation: string
  target: Target
}

/** A run's findings about a target, kept for the next run; JSON whose shape belongs to the pipeline. */
export interface TargetMemory {
  limiter: string | undefined
  pollSchedule: string | undefined
}

/** A slow, salted hash of the token, as hex; the ledger never sees the token itself. */
export interface Fingerprint {
  salt: string
  hash: string
}
