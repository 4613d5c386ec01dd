import { useLayoutEffect, useRef } from 'preact/hooks'
import { hideCodes, showCodes } from '../../../messages/show-codes.ts'
import type { ShownCell, ShownRow } from '../../protocol.ts'
import type { GridQuery } from '../api.ts'
import { Button, ValueOptions } from '../forms.tsx'
import type { Signal } from '../signals.ts'
import { say, texts } from '../texts/texts.ts'
import type { CellPosition } from './view.ts'

export function GridHead({ columns, frozen, sort }: GridProps) {
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      <div role="columnheader" aria-colindex={1}>
        {texts.row}
      </div>
      {columns.map(({ heading, about }, column) => {
        const order =
          sort?.value === `${column}` ? 'ascending' : sort?.value === `-${column}` ? 'descending' : undefined
        // Ascending, descending, and the order of the sheet again.
        const next = order === undefined ? `${column}` : order === 'ascending' ? `-${column}` : ''
        return (
          <div
            role="columnheader"
            aria-colindex={column + 2}
            key={column}
            title={heading}
            class={column === frozen ? 'frozen' : ''}
            aria-sort={order}
          >
            {sort === undefined ? (
              heading
            ) : (
              <Button
                class="sort"
                tabIndex={-1}
                title={say(texts.sort, { heading })}
                onClick={() => (sort.value = next)}
              >
                {heading} {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
              </Button>
            )}
            {about !== undefined && <small>{about === heading ? '' : about}</small>}
          </div>
        )
      })}
    </div>
  )
}

/** A new text for a cell. */
export interface CellText {
  sheet: number
  line: number
  column: number
  text: string
}

export interface GridProps {
  label: string
  /** `about`: field of one of the sheet's own headings. `width`: in characters. `values`: what a cell may say. */
  columns: readonly { heading: string; about?: string; width: number; values?: readonly string[] | undefined }[]
  frozen?: number | undefined
  path: string
  query?: GridQuery
  /** Another version or query discards the loaded rows. */
  version: string
  onLoaded?(total: number): void
  active: Signal<CellPosition>
  /** The row of the active cell, once it is loaded. */
  onRow?(row: ShownRow | undefined): void
  onEdit?(edit: CellText): void
  onKey?(event: KeyboardEvent): boolean
  formatCell?(cell: ShownCell, column: number): string
  /** Column to sort by, with a minus for descending; a click on a heading changes it. */
  sort?: Signal<string>
  /** Selection of rows: the space bar or a click on its number toggles a row, Ctrl+A selects all. */
  selection?: { has(row: ShownRow): boolean; toggle(row: ShownRow): void; all(): void; none(): void }
}

interface GridRowProps {
  grid: GridProps
  row: ShownRow
  position: number
  activeColumn: number | undefined
  edited: EditedCell | undefined
  onPick(column: number): void
  onEdit(): void
  /** Undefined: no change. */
  onEnd(typed: string | undefined, end: EditEnd): void
}

export interface EditedCell {
  row: ShownRow
  column: number
  /** Typed to begin the edit: more of it follows. */
  typed: string | undefined
}

export const rowPx = 30
/** Element that says what a mark without an attribute of its own means. */
export const warningId = 'grid-warning'

export function GridRow(props: GridRowProps) {
  const { row, position, activeColumn, edited } = props
  const { columns, frozen, selection, formatCell = ({ text }) => text } = props.grid
  /** Undefined where rows cannot be selected. */
  const isSelected = selection?.has(row)
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      style={{ top: `${position * rowPx}px` }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's, which has the focus */}
      <div role="rowheader" aria-colindex={1} class={`row-${row.state}`} onClick={() => selection?.toggle(row)}>
        {row.number}
      </div>
      {row.cells.map((cell, column) => {
        const isActive = column === activeColumn
        const text = formatCell(cell, column)
        const classes = [
          cell.mark,
          cell.heat,
          isActive && 'active',
          cell.isEdited && 'edited',
          cell.isFound && 'found',
          column === frozen && 'frozen',
        ]
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
            class={classes.filter(Boolean).join(' ')}
            title={text}
            onClick={() => props.onPick(column)}
            onDblClick={props.onEdit}
          >
            {isActive && edited ? (
              <CellInput {...edited} {...columns[column]} onEnd={props.onEnd} />
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

/** Where the active cell goes when an edit ends: rows down, and columns to the right. */
export const editEnds = {
  stay: [0, 0],
  blurred: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
} as const
export type EditEnd = keyof typeof editEnds

type CellInputProps = EditedCell & Partial<GridProps['columns'][number]> & Pick<GridRowProps, 'onEnd'>

const optionsId = 'cell-values'

function CellInput({ row, column, typed, heading, values, onEnd }: CellInputProps) {
  const text = typed ?? row.cells[column]?.text ?? ''
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const end = (now: string | undefined, how: EditEnd): void => {
    if (isOver.current) return
    isOver.current = true
    onEnd(now && hideCodes(now), how)
  }
  useLayoutEffect(() => {
    const element = input.current
    element?.focus()
    if (typed !== undefined) element?.setSelectionRange(text.length, text.length)
    else element?.select()
    // The cell scrolled out of sight: its text counts.
    return () => end(element?.value, 'stay')
  }, [])
  return (
    <>
      <input
        ref={input}
        aria-label={heading}
        autocomplete="off"
        defaultValue={showCodes(text)}
        list={values === undefined || values.length === 0 ? undefined : optionsId}
        onKeyDown={(event) => {
          event.stopPropagation()
          const { key, shiftKey, currentTarget } = event
          if (key === 'Enter') end(currentTarget.value, shiftKey ? 'up' : 'down')
          if (key === 'Escape') end(undefined, 'stay')
          if (key !== 'Tab') return
          event.preventDefault()
          end(currentTarget.value, shiftKey ? 'left' : 'right')
        }}
        onBlur={(event) => end(event.currentTarget.value, 'blurred')}
      />
      <ValueOptions id={optionsId} of={values} />
    </>
  )
}
