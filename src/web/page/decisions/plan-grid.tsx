import { rowsOf, scopedSignal } from '../api.ts'
import { Grid } from '../grid/grid.tsx'
import type { CellPosition } from '../grid/keys.ts'
import type { PlanState } from '../state-types.ts'
import { texts } from '../texts/texts.ts'

const active = scopedSignal<CellPosition>('sheetId', { row: 0, column: 0 })

interface PlanGridProps {
  /** Where its lines are fetched. */
  path: string
  columns: PlanState['columns']
  version: string
}

/** Every decision that is to be confirmed. */
export function PlanGrid({ path, columns, version }: PlanGridProps) {
  return (
    <div class="table">
      <Grid
        label={texts.decisions.grid}
        columns={columns.map(({ heading, width }) => ({
          heading: texts.headings[heading] ?? heading,
          width: width ?? Math.max(17, heading.length + 2),
        }))}
        version={version}
        active={active}
        load={rowsOf(path)}
      />
    </div>
  )
}
