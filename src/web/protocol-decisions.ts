/** The part of the protocol that decisions and their second person need. Types only. */
export interface NamedCount {
  name: string
  count: number
}

/** A plan that somebody sealed. */
export interface SealedState {
  seal: string
  by: string
  at: number
  /** What is to be sent yet. */
  left: number
  /** The workbook. */
  name: string
  folder: string
  released: { by: string; at: number } | null
  /** Why it cannot be released any more. */
  broken: { message: string; hint: string } | null
  counts: readonly NamedCount[]
  actors: readonly NamedCount[]
  replaced: number
  contradictions: readonly string[]
  columns: readonly { heading: string }[]
}
