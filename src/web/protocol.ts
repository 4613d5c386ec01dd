/** What both sides load: names, and the rows of every grid. Other types are those of what the server sends. */

export const sessionKeyHeader = 'x-rwa-key'
/** Carries the name of a file, encoded as in an address. */
export const fileNameHeader = 'x-rwa-name'

export interface ShownCell {
  text: string
  mark?: 'wrong' | 'doubtful'
  isEdited?: true
  isFound?: true
  /** Class with the colour of a score. */
  heat?: string
  href?: string
}

export interface ShownRow {
  /** Index of its worksheet among those that are read, and its row number there. */
  sheet: number
  line: number
  /** Row number for people, with the worksheet where several are read. */
  number: string
  state: string
  cells: readonly ShownCell[]
  problems: readonly { column: number; kind: ProblemKind; text: string; use: string | null }[]
}

/**
 * A warning does not keep a row from being sent; what the service refused before is sent as it is; about some rows a person
 * decides first.
 */
export type ProblemKind = 'wrong' | 'refused' | 'doubtful' | 'decide'

export interface RowWindow {
  /** Number of rows that pass the filter. */
  total: number
  from: number
  rows: readonly ShownRow[]
}
