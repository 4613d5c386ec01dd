import type { Problem } from '../../contract/outcome.ts'
import { parseKept } from '../../ledger/kept-json.ts'

/** A cell that was taken for another value than it holds, as the fix list says. */
export interface Correction {
  field: string
  /** 0-based column of its cell. */
  column: number
  /** What was taken for it; empty: as if it held nothing. */
  meant: string
}

/** What is to be known of a row that goes on. */
export interface RowNotes {
  warnings: readonly Problem[]
  corrections: readonly Correction[]
}

/** As the ledger keeps them with the row: one list; undefined where there is nothing to know. */
export function packNotes({ warnings, corrections }: RowNotes): string | undefined {
  return warnings.length + corrections.length === 0 ? undefined : JSON.stringify([...warnings, ...corrections])
}

export function unpackNotes(kept: string | undefined): RowNotes {
  const notes = kept === undefined ? [] : parseKept<(Problem | Correction)[]>(kept, 'warning')
  return {
    warnings: notes.flatMap((note) => (isCorrection(note) ? [] : note)),
    corrections: notes.filter(isCorrection),
  }
}

function isCorrection(note: Problem | Correction): note is Correction {
  return 'meant' in note
}
