import type { LoadOptions, RunOptions } from '../terms/options.ts'

/** What to ask for again. */
export interface RefreshOptions extends RunOptions {
  /** A sheet with a column of identifiers, or one that an earlier run has read; undefined: all that is known. */
  input: string | undefined
  /** Without such a column: what has scores already as well. */
  isScoredToo: boolean
  load: Pick<LoadOptions, 'encoding' | 'delimiter' | 'columns'> & {
    /** Worksheet with the identifiers. */
    sheet: string | undefined
  }
}
