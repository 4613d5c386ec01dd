/** The protocol's part about decisions and four-eyes. Types only. */
export interface NamedCount {
  name: string
  count: number
}

export interface SealedState {
  seal: string
  by: string
  at: number
  /** Rows still to be sent. */
  left: number
  /** Name of the workbook. */
  name: string
  folder: string
  released: { by: string; at: number } | null
  /** Reason why the plan can no longer be released. */
  broken: { message: string; hint: string } | null
  counts: readonly NamedCount[]
  actors: readonly NamedCount[]
  replaced: number
  /** Of those replaced, the ones that two people released. */
  replacedOfTwo: number
  contradictions: readonly string[]
  /** Sealed under the account of this machine: only the staff IDs differ. */
  isSameAccount: boolean
  columns: readonly { heading: string }[]
}
