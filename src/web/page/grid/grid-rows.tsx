import type { ComponentChildren } from 'preact'
import type { ShownCell, ShownRow } from '../../protocol.ts'
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

interface GridRowProps {
  row: ShownRow
  position: number
  topPx: number
  template: string
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined
  activeColumn: number | undefined
  /** A column that stays in sight. */
  frozen: number | undefined
  formatCell(cell: ShownCell, column: number): string
  /** Replaces the text of the active cell. */
  editor: ComponentChildren
  onToggle(): void
  onPick(column: number): void
  onEdit(): void
}

/** Element that says what a mark without an attribute of its own means. */
export const warningId = 'grid-warning'

export function GridRow(props: GridRowProps) {
  const { row, position, activeColumn, frozen } = props
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={position + 2}
      aria-selected={props.isSelected}
      style={{ gridTemplateColumns: props.template, top: `${props.topPx}px` }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's, which has the focus */}
      <div role="rowheader" aria-colindex={1} class={`row-${row.state}`} onClick={props.onToggle}>
        {props.isSelected === true && '✓ '}
        {row.number}
      </div>
      {row.cells.map((cell, column) => {
        const isActive = column === activeColumn
        const text = props.formatCell(cell, column)
        const classes = {
          [cell.mark ?? '']: true,
          [cell.heat ?? '']: true,
          active: isActive,
          edited: cell.isEdited === true,
          frozen: column === frozen,
        }
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's, which has the focus
          <div
            role="gridcell"
            id={`cell-${position}-${column}`}
            key={column}
            tabIndex={-1}
            aria-colindex={column + 2}
            aria-invalid={cell.mark === 'wrong' ? true : undefined}
            aria-describedby={cell.mark === 'doubtful' ? warningId : undefined}
            class={Object.keys(classes)
              .filter((name) => classes[name])
              .join(' ')}
            title={text}
            onClick={() => props.onPick(column)}
            onDblClick={props.onEdit}
          >
            {isActive && props.editor ? (
              props.editor
            ) : cell.href !== undefined ? (
              <a href={cell.href} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
                {text}
              </a>
            ) : (
              text
            )}
          </div>
        )
      })}
    </div>
  )
}
