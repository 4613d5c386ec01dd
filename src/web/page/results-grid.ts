import type { RunState, ShownCell } from '../protocol.ts'
import { texts } from './texts.ts'

const widths: Readonly<Record<string, number>> = { outcome: 16, problem: 60, destination: 20, report: 8 }

/** The columns of results as the grid has them. */
export function describeColumns(columns: RunState['columns']) {
  return columns.map(({ heading }) => ({
    heading: texts.results.headings[heading] ?? heading,
    about: heading,
    width: widths[heading] ?? Math.max(12, heading.length + 4),
  }))
}

export function wordOutcome({ text }: ShownCell, column: number): string {
  return column === 0 ? texts.results.outcome(text) : text
}
