import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hideCodes, showCodes } from '../../../messages/show-codes.ts'
import type { ShownCell, ShownRow } from '../../protocol.ts'
import type { GridQuery } from '../api.ts'
import { ValueOptions } from '../forms.tsx'
import type { Signal } from '../signals.ts'
import { say, texts } from '../texts/texts.ts'
import type { CellPosition } from './view.ts'

interface GridHeadProps {
  grid: GridProps
  columns: GridProps['columns']
  template: string
}

/** `columns`: with the headings that are shown. */
export function GridHead({ grid: { frozen, sort }, columns, template }: GridHeadProps) {
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
    <button
      type="button"
      class="sort"
      tabIndex={-1}
      title={say(texts.sort, { heading })}
      onClick={() => (sort.value = next)}
    >
      {heading} {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
    </button>
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
  /** A column that stays in sight. */
  frozen?: number | undefined
  /** Where its rows are fetched. */
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
  topPx: number
  template: string
  activeColumn: number | undefined
  /** Replaces the text of the active cell. */
  editor: ComponentChildren
  onPick(column: number): void
  onEdit(): void
}

/** Element that says what a mark without an attribute of its own means. */
export const warningId = 'grid-warning'

export function GridRow(props: GridRowProps) {
  const { row, position, activeColumn } = props
  const { frozen, selection, formatCell = ({ text }) => text } = props.grid
  /** Undefined where rows cannot be selected. */
  const isSelected = selection?.has(row)
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      style={{ gridTemplateColumns: props.template, top: `${props.topPx}px` }}
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

interface CellInputProps {
  text: string
  /** The text was typed to begin the edit: more of it follows. */
  isTyped: boolean
  label: string
  values: readonly string[] | undefined
  /** Undefined: no change. */
  onEnd(typed: string | undefined, end: EditEnd): void
}

const optionsId = 'cell-values'

export function CellInput({ text, isTyped, label, values, onEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const end = (typed: string | undefined, how: EditEnd): void => {
    if (isOver.current) return
    isOver.current = true
    onEnd(typed && hideCodes(typed), how)
  }
  useLayoutEffect(() => {
    const element = input.current
    element?.focus()
    if (isTyped) element?.setSelectionRange(text.length, text.length)
    else element?.select()
    // The cell scrolled out of sight: its text counts.
    return () => end(element?.value, 'stay')
  }, [])
  return (
    <>
      <input
        ref={input}
        aria-label={label}
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
