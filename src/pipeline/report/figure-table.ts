import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { type ScoreSum, shownMean } from '../figures/score-sums.ts'

/** One table, for the page and the workbook. */
export interface FigureTable {
  name: string
  title: string
  note: string
  columns: readonly OutputColumn[]
  lines: readonly (readonly OutputCell[])[]
}

export function countCell(value: number): OutputCell {
  return { t: 'n', v: value }
}

export function scoreCell(value: number | undefined): OutputCell {
  return value === undefined ? { t: 'z' } : { t: 'n', v: value, f: '0.0' }
}

export function meanCell(sum: ScoreSum): OutputCell {
  return scoreCell(shownMean(sum))
}

export function figureColumn(heading: string, width: number, rest: Partial<OutputColumn> = {}): OutputColumn {
  return { heading, width, ...rest }
}

export function scoreColumn(heading: string, width: number): OutputColumn {
  return { heading, width, hasColourScale: true, format: '0.0' }
}
