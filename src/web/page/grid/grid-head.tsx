import type { Signal } from '../signals.ts'
import { texts } from '../texts/texts.ts'

interface GridHeadProps {
  columns: readonly { heading: string; about?: string }[]
  template: string
  frozen: number | undefined
  sort: Signal<string> | undefined
}

export function GridHead({ columns, template, frozen, sort }: GridHeadProps) {
  return (
    <div class="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      <div role="columnheader" aria-colindex={1}>
        {texts.row}
      </div>
      {columns.map(({ heading, about }, column) => (
        <div
          role="columnheader"
          aria-colindex={column + 2}
          key={column}
          title={heading}
          class={column === frozen ? 'frozen' : ''}
          aria-sort={sortOf(sort?.value, column)}
        >
          {sort === undefined ? heading : <SortButton {...{ heading, column, sort }} />}
          {about !== undefined && <small>{about === heading ? '' : about}</small>}
        </div>
      ))}
    </div>
  )
}

function sortOf(sort: string | undefined, column: number): 'ascending' | 'descending' | undefined {
  return sort === String(column) ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
}

/** Ascending, descending, and the order of the sheet again. */
function SortButton({ heading, column, sort }: { heading: string; column: number; sort: Signal<string> }) {
  const order = sortOf(sort.value, column)
  const next = order === undefined ? String(column) : order === 'ascending' ? `-${column}` : ''
  return (
    <button type="button" class="sort" tabIndex={-1} title={texts.sort(heading)} onClick={() => (sort.value = next)}>
      {heading} {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
    </button>
  )
}
