import type { NoFacts } from './message.ts'

/** Lines of the log while a sheet is read; none stops the run. */
export interface NoteFacts {
  'ledger-new': { name: string }
  'statuses-promised': { statuses: readonly number[]; profile: string | undefined }
  'again-unfinished': NoFacts
  'encoding-guessed': { file: string; encoding?: string; shown?: string; meant?: string }
  'encoding-asked': { file: string }
  'defaults-fill': { field: string; value: string; count: number }
  'defaults-recalled': { field: string; value: string; input: string }
  'heading-passed-over': { heading: string; read: string; field: string }
  'column-unread': { heading: string; field: string }
  'rows-cancelled': { count: number; shown: string }
  /** Of a template in which nothing was filled in. */
  'rows-example': { file: string; count: number }
  /** `isAll`: all visible ones were asked for, or none by name. */
  'sheets-unread': { list: string; isAll: boolean }
  'sheets-lost': { list: readonly string[] }
  /** `first`: the number of the first of them. */
  'rows-linked': { sheet: string; rows: number; first: number }
  'fixes-idle': { entries: string }
  'rows-hidden-read': { count: number; isSkipped: boolean; where: string }
  /** Limits of a check. */
  'lists-not-given': { fields: readonly string[] }
  'ledger-unread': { operation: string }
}
