import type { Problem } from '../../contract/outcome.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { cellAddress } from '../../sheet/cell.ts'

/** A cell that a fix list replaces, or of which something was dropped. */
export interface Correction {
  field: string
  /** 0-based column of its cell. */
  column: number
  /** The value used instead; empty text: as an empty cell. */
  meant: string
}

/** Findings that do not stop a row. */
export interface RowFindings {
  warnings: readonly Problem[]
  corrections: readonly Correction[]
}

/** One JSON list, stored with the row; undefined without findings. */
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

type Place = Pick<Problem, 'field' | 'cell' | 'column' | 'heading' | 'value'>

/** The cell that a problem is about; none where the sheet has no such column. */
export function placeProblem(
  rowNumber: number,
  column: { index: number; heading: string } | undefined,
  { field, value }: Pick<Problem, 'field' | 'value'>,
): Place {
  if (column === undefined) return { field, cell: '', heading: '', value }
  const { index, heading } = column
  return { field, cell: cellAddress(rowNumber, index), column: index, heading, value }
}
