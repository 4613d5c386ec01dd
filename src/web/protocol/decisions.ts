/** The protocol's part about decisions and four-eyes. Types only. */
export interface NamedCount {
  name: string
  count: number
}

/** A sealed run that waits for its release. */
export interface WaitingSeal {
  run: number
  /** Name of its sheet. */
  file: string
  requests: number
  by: string
  at: number
  until: number
  seal: string
}

/** Of a plan: rows by kind and by person, and those that replace what is recorded. */
export interface PlanCounts {
  counts: readonly NamedCount[]
  actors: readonly NamedCount[]
  replaced: number
  /** Of those replaced, the ones that two people released. */
  replacedOfTwo: number
}

export interface SealedState extends PlanCounts {
  run: number
  seal: string
  by: string
  at: number
  /** Rows still to be sent. */
  left: number
  /** Name of the sheet when it was changed since, or is not on this machine. */
  changedSheet: string | null
  /** The workbook; null where it is not on this machine. */
  plan: { name: string; folder: string } | null
  released: { by: string; at: number } | null
  /** Reason why the plan can no longer be released. */
  broken: { message: string; hint: string } | null
  contradictions: readonly string[]
  /** What speaks against two people. */
  doubts: readonly string[]
  columns: readonly PlanColumnState[]
}

/** Of a plan as a grid; `width`: in characters. */
export interface PlanColumnState {
  heading: string
  width?: number | undefined
}
