import type { Problem } from '../../contract/outcome.ts'
import { parseStored } from '../../ledger/stored-json.ts'

/** A cell that was taken for another value than it holds, as the fix list says. */
export interface Correction {
  field: string
  /** 0-based column of its cell. */
  column: number
  /** What was taken for it; empty: as if it held nothing. */
  meant: string
}

/** What is to be known of a row that goes on. */
export interface RowFindings {
  warnings: readonly Problem[]
  corrections: readonly Correction[]
}

/** As the ledger keeps them with the row: one list; undefined where there is nothing to know. */
export function serializeFindings({ warnings, corrections }: RowFindings): string | undefined {
  return warnings.length + corrections.length === 0 ? undefined : JSON.stringify([...warnings, ...corrections])
}

export function parseFindings(kept: string | undefined): RowFindings {
  const notes = kept === undefined ? [] : parseStored<(Problem | Correction)[]>(kept, 'warning')
  return {
    warnings: notes.flatMap((note) => (isCorrection(note) ? [] : note)),
    corrections: notes.filter(isCorrection),
  }
}

function isCorrection(note: Problem | Correction): note is Correction {
  return 'meant' in note
}
