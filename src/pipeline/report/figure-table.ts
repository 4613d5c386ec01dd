import type { OutCell, OutColumn } from '../../sheet/writing/plan.ts'
import { type ScoreSum, shownMean } from '../figures/score-sums.ts'

/** One table of a report, on whatever face. */
export interface FigureTable {
  /** Of its sheet. */
  name: string
  title: string
  note: string
  columns: readonly OutColumn[]
  lines: readonly (readonly OutCell[])[]
}

export function countCell(value: number): OutCell {
  return { t: 'n', v: value }
}

/** Empty where there is none. */
export function scoreCell(value: number | undefined): OutCell {
  return value === undefined ? { t: 'z' } : { t: 'n', v: value, f: '0.0' }
}

/** Empty where there are none. */
export function meanCell(sum: ScoreSum): OutCell {
  return scoreCell(shownMean(sum))
}

export function figureColumn(heading: string, width: number, rest: Partial<OutColumn> = {}): OutColumn {
  return { heading, width, ...rest }
}

export function scoreColumn(heading: string, width: number): OutColumn {
  return { heading, width, hasColourScale: true, format: '0.0' }
}
