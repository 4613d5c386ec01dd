import type { Signal } from '../signals.ts'
import { texts } from '../texts/texts.ts'

export function sortOf(sort: string | undefined, column: number): 'ascending' | 'descending' | undefined {
  return sort === String(column) ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
}

/** Ascending, descending, and the order of the sheet again. */
export function SortButton({ heading, column, sort }: { heading: string; column: number; sort: Signal<string> }) {
  const order = sortOf(sort.value, column)
  const next = order === undefined ? String(column) : order === 'ascending' ? `-${column}` : ''
  return (
    <button type="button" class="sort" tabIndex={-1} title={texts.sort(heading)} onClick={() => (sort.value = next)}>
      {heading} {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
    </button>
  )
}
