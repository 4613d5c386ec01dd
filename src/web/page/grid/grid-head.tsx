import type { Signal } from '../signals.ts'
import { texts } from '../texts/texts.ts'
import { ColumnBorder } from './column-border.tsx'
import type { ColumnWidths } from './column-widths.ts'
import { SortButton, sortOf } from './sort-button.tsx'

interface GridHeadProps {
  columns: readonly { heading: string; about?: string }[]
  widths: ColumnWidths
  activeColumn: number
  frozen: number | undefined
  sort: Signal<string> | undefined
}

export function GridHead({ columns, widths, activeColumn, frozen, sort }: GridHeadProps) {
  return (
    <div class="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: widths.template }}>
      <div role="columnheader" aria-colindex={1}>
        {texts.row}
      </div>
      {columns.map(({ heading, about }, column) => (
        <div
          role="columnheader"
          aria-colindex={column + 2}
          key={column}
          class={column === frozen ? 'frozen' : ''}
          // Else the name of the border would be a part of it; the other borders are hidden.
          aria-label={column === activeColumn ? nameOf(heading, about) : undefined}
          aria-sort={sortOf(sort?.value, column)}
        >
          <span class="heading" title={heading}>
            {sort === undefined ? heading : <SortButton {...{ heading, column, sort }} />}
            {about !== undefined && <small>{about === heading ? '' : about}</small>}
          </span>
          <ColumnBorder {...{ heading, column, widths }} isActive={column === activeColumn} />
        </div>
      ))}
    </div>
  )
}

function nameOf(heading: string, about: string | undefined): string {
  return about === undefined || about === heading ? heading : `${heading} ${about}`
}
