import type { ComponentChildren } from 'preact'
import type { ShownCell, ShownRow } from '../../protocol.ts'

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
