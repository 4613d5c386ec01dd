import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { RowWindow, ShownCell, ShownRow } from '../../protocol/protocol.ts'
import { type Signal, useSignal } from '../signals.ts'
import { texts } from '../texts/texts.ts'
import { CellInput } from './cell-input.tsx'
import { SortButton, sortOf } from './sort-button.tsx'

export interface CellPosition {
  row: number
  column: number
}

interface GridProps {
  label: string
  /** `about`: field of one of the sheet's own headings. */
  columns: readonly { heading: string; about?: string; width: number }[]
  /** A new version discards the loaded rows. */
  version: string
  load(from: number, count: number): Promise<RowWindow | undefined>
  active: Signal<CellPosition>
  /** The row of the active cell, once it is loaded. */
  onRow?(row: ShownRow | undefined): void
  onEdit?(row: ShownRow, column: number, text: string): void
  onKey?(event: KeyboardEvent): boolean
  formatCell?(cell: ShownCell, column: number): string
  /** Column to sort by, with a minus for descending; a click on a heading changes it. */
  sort?: Signal<string>
  /** Selection of rows: the space bar or a click on its number toggles a row, Ctrl+A selects all. */
  selection?: { has(row: ShownRow): boolean; toggle(row: ShownRow): void; all(): void }
}

const rowPx = 30
const margin = 20

/** A screen has at most one grid. */
export function focusGrid(): void {
  const grid = document.querySelector<HTMLElement>('[role=grid]')
  grid?.scrollIntoView({ block: 'nearest' })
  grid?.focus()
}

/** A grid for any number of rows; only visible ones are in the page. The focus stays on the grid itself. */
export function Grid(props: GridProps) {
  const { label, columns, version, active, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const loadedWindow = useSignal<RowWindow>({ total: 0, from: 0, rows: [] })
  const visibleRange = useSignal({ from: 0, count: 40 })
  const editing = useSignal<{ row: ShownRow; column: number; text: string } | undefined>(undefined)
  const lastRequest = useRef(0)
  /** The current function: the polling effect keeps the props of the first rendering. */
  const latestLoad = useRef(props.load)
  latestLoad.current = props.load
  const { row: activeRow, column: activeColumn } = active.value
  const { total } = loadedWindow.value
  const rowAt = (position: number): ShownRow | undefined => loadedWindow.value.rows[position - loadedWindow.value.from]
  const current = rowAt(activeRow)

  async function fetchRows(): Promise<void> {
    const requestId = ++lastRequest.current
    const from = Math.max(0, visibleRange.value.from - margin)
    const loaded = await latestLoad.current(from, visibleRange.value.count + 2 * margin)
    // Without an answer the last rows stay.
    if (loaded === undefined || requestId !== lastRequest.current) return
    loadedWindow.value = loaded
    const { row, column } = active.value
    if (row >= loaded.total) active.value = { row: Math.max(0, loaded.total - 1), column }
  }

  function updateVisibleRange(): void {
    const element = scroller.current
    if (element === null) return
    const from = Math.floor(element.scrollTop / rowPx)
    const count = Math.ceil(element.clientHeight / rowPx) + 1
    visibleRange.value = { from, count }
    const { from: first, rows, total: all } = loadedWindow.value
    if (from < first || Math.min(from + count, all) > first + rows.length) void fetchRows()
  }

  useEffect(() => void fetchRows(), [version])
  useEffect(() => {
    const observer = new ResizeObserver(updateVisibleRange)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => props.onRow?.(current), [current])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const top = activeRow * rowPx
    const roomPx = element.clientHeight - 2 * rowPx
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + roomPx) element.scrollTop = top - roomPx
    element.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeRow, activeColumn])

  function move(row: number, column: number): void {
    active.value = {
      row: Math.min(Math.max(0, row), Math.max(0, total - 1)),
      column: Math.min(Math.max(0, column), columns.length - 1),
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (editing.value !== undefined || props.onKey?.(event) === true) return
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (selection !== undefined && (isAll || event.key === ' ')) {
      event.preventDefault()
      if (isAll) selection.all()
      else if (current !== undefined) selection.toggle(current)
      return
    }
    const page = Math.max(1, visibleRange.value.count - 3)
    const last = columns.length - 1
    const moves: Readonly<Record<string, () => void>> = {
      ArrowUp: () => move(activeRow - 1, activeColumn),
      ArrowDown: () => move(activeRow + 1, activeColumn),
      ArrowLeft: () => move(activeRow, activeColumn - 1),
      ArrowRight: () => move(activeRow, activeColumn + 1),
      PageUp: () => move(activeRow - page, activeColumn),
      PageDown: () => move(activeRow + page, activeColumn),
      Home: () => move(event.ctrlKey ? 0 : activeRow, 0),
      End: () => move(event.ctrlKey ? total - 1 : activeRow, last),
      Enter: () => startEditing(),
      F2: () => startEditing(),
    }
    const make = moves[event.key]
    if (make === undefined) return
    event.preventDefault()
    make()
  }

  function startEditing(): void {
    const cell = current?.cells[activeColumn]
    if (cell?.href !== undefined) globalThis.open(cell.href, '_blank', 'noopener,noreferrer')
    else if (props.onEdit !== undefined && cell !== undefined && current !== undefined)
      editing.value = { row: current, column: activeColumn, text: cell.text }
  }

  function finishEditing(typed: string | undefined, keepsFocus: boolean): void {
    const edited = editing.value
    editing.value = undefined
    if (keepsFocus) scroller.current?.focus()
    if (edited !== undefined && typed !== undefined && typed !== edited.text) {
      props.onEdit?.(edited.row, edited.column, typed)
    }
  }

  const template = `5.5rem ${columns.map(({ width }) => `${width * 0.58}rem`).join(' ')}`
  const shownFrom = Math.max(0, visibleRange.value.from - 3)
  const positions = Array.from({ length: visibleRange.value.count + 6 }, (_, index) => shownFrom + index)
  return (
    <div
      class="grid"
      role="grid"
      tabIndex={0}
      ref={scroller}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={props.onEdit === undefined}
      aria-multiselectable={selection !== undefined}
      aria-activedescendant={current === undefined ? undefined : `cell-${activeRow}-${activeColumn}`}
      onScroll={updateVisibleRange}
      onKeyDown={onKeyDown}
    >
      <div class="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        <div role="columnheader" aria-colindex={1}>
          {texts.row}
        </div>
        {columns.map(({ heading, about }, index) => (
          <div
            role="columnheader"
            aria-colindex={index + 2}
            key={index}
            title={heading}
            aria-sort={sortOf(props.sort?.value, index)}
          >
            {props.sort === undefined ? heading : <SortButton heading={heading} column={index} sort={props.sort} />}
            {about !== undefined && <small>{about === heading ? '' : about}</small>}
          </div>
        ))}
      </div>
      <div class="grid-rows" role="presentation" style={{ height: `${total * rowPx}px` }}>
        {positions.map((position) => {
          const row = rowAt(position)
          if (row === undefined) return null
          return (
            <div
              class="grid-row"
              role="row"
              aria-rowindex={position + 2}
              aria-selected={selection?.has(row)}
              key={position}
              style={{ gridTemplateColumns: template, top: `${position * rowPx}px` }}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's, which has the focus */}
              <div role="rowheader" aria-colindex={1} class={`row-${row.state}`} onClick={() => selection?.toggle(row)}>
                {selection?.has(row) === true && '✓ '}
                {row.number}
              </div>
              {row.cells.map((cell, column) => {
                const isActive = position === activeRow && column === activeColumn
                const text = props.formatCell?.(cell, column) ?? cell.text
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's, which has the focus
                  <div
                    role="gridcell"
                    id={`cell-${position}-${column}`}
                    key={column}
                    tabIndex={-1}
                    aria-colindex={column + 2}
                    aria-invalid={cell.mark === 'wrong' ? true : undefined}
                    class={`${cell.mark ?? ''} ${cell.heat ?? ''}${isActive ? ' active' : ''}${cell.isEdited === true ? ' edited' : ''}`}
                    title={text}
                    onClick={() => {
                      move(position, column)
                      scroller.current?.focus()
                    }}
                    onDblClick={startEditing}
                  >
                    {isActive && editing.value !== undefined ? (
                      <CellInput
                        text={editing.value.text}
                        label={columns[column]?.heading ?? ''}
                        onEnd={finishEditing}
                      />
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
        })}
      </div>
    </div>
  )
}
