import type { ShownRow } from '../../protocol.ts'
import { rowsOf } from '../api.ts'
import { Grid } from '../grid/grid.tsx'
import type { CellPosition } from '../grid/keys.ts'
import type { Signal } from '../signals.ts'
import type { RunState } from '../state-types.ts'
import { texts } from '../texts/texts.ts'

const labels = texts.results
const widths: Readonly<Record<string, number>> = { outcome: 16, problem: 60, Destination: 20, report: 8 }

interface ResultsGridProps {
  run: RunState
  label: string
  filter: string
  version: string
  active: Signal<CellPosition>
  onRow?(row: ShownRow | undefined): void
  search?: Signal<string>
  sort?: Signal<string>
}

export function ResultsGrid({ run: { id, columns }, filter, version, search, ...rest }: ResultsGridProps) {
  const order = { find: search?.value ?? '', sort: rest.sort?.value ?? '' }
  return (
    <Grid
      {...rest}
      columns={columns.map(({ heading }) => ({
        heading: texts.headings[heading] ?? heading,
        width: widths[heading] ?? Math.max(12, heading.length + 4),
      }))}
      version={`${id} ${version} ${order.find} ${order.sort}`}
      load={rowsOf('results', { filter, ...order })}
      formatCell={({ text }, column) => (column === 0 ? labels.outcome(text) : text)}
    />
  )
}
