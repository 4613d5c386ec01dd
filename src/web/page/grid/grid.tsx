import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { RowWindow, ShownRow } from '../../protocol.ts'
import { fetchJson } from '../api.ts'
import { useSignal } from '../signals.ts'
import { columnTitles, texts } from '../texts/texts.ts'
import {
  type EditEnd,
  type EditedCell,
  editEnds,
  GridHead,
  type GridProps,
  GridRow,
  rowPx,
  warningId,
} from './grid-cells.tsx'
import { type CellPosition, clampPosition, findTargetCell } from './view.ts'

const remPerCharacter = 0.58
const margin = 20

/** A screen has at most one grid. */
export function focusGrid(): void {
  const grid = document.querySelector<HTMLElement>('[role=grid]')
  grid?.scrollIntoView({ block: 'nearest' })
  grid?.focus()
}

/** A grid for any number of rows; only visible ones are in the page. The focus stays on the grid itself. */
export function Grid(props: GridProps) {
  const { label, active, selection } = props
  const columns = props.columns.map((each) => ({ ...each, heading: columnTitles[each.heading] ?? each.heading }))
  const grid = { ...props, columns }
  const scroller = useRef<HTMLDivElement>(null)
  const loadedWindow = useSignal<RowWindow>({ total: 0, from: 0, rows: [] })
  const visibleRange = useSignal({ from: 0, count: 40 })
  const editing = useSignal<EditedCell | undefined>(undefined)
  const lastRequest = useRef(0)
  /** What was sought last: the first cell with it is shown once. */
  const lastFind = useRef('')
  /** The observer below keeps the functions of the first rendering. */
  const latest = useRef(props)
  latest.current = props
  const { row: activeRow, column: activeColumn } = active.value
  const { total } = loadedWindow.value
  const rowAt = (position: number): ShownRow | undefined => loadedWindow.value.rows[position - loadedWindow.value.from]
  const current = rowAt(activeRow)
  const size = { rows: total, columns: columns.length, page: Math.max(1, visibleRange.value.count - 3) }

  async function fetchRows(): Promise<void> {
    const requestId = ++lastRequest.current
    const from = Math.max(0, visibleRange.value.from - margin)
    const { path, query, onLoaded } = latest.current
    const part = { ...query, from, count: visibleRange.value.count + 2 * margin }
    const loaded = await fetchJson<RowWindow>(path, part)
    // Without an answer the last rows stay.
    if (loaded === undefined || requestId !== lastRequest.current) return
    loadedWindow.value = loaded
    onLoaded?.(loaded.total)
    const { find = '' } = query ?? {}
    const found = find === lastFind.current ? -1 : (loaded.rows[0]?.cells.findIndex(({ isFound }) => isFound) ?? -1)
    lastFind.current = find
    if (found >= 0) active.value = { row: 0, column: found }
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

  function showActive(): void {
    const element = scroller.current
    if (element === null) return
    const top = active.value.row * rowPx
    const headPx = element.firstElementChild?.clientHeight ?? rowPx
    const roomPx = element.clientHeight - headPx - rowPx
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + roomPx) element.scrollTop = top - roomPx
    element.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  useEffect(() => void fetchRows(), [`${props.version} ${JSON.stringify(props.query)}`])
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      updateVisibleRange()
      // The explanation of the active cell may take room from the grid.
      showActive()
    })
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => props.onRow?.(current), [current])
  useLayoutEffect(showActive, [activeRow, activeColumn])

  function move(position: CellPosition): void {
    active.value = clampPosition(position, size)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (editing.value !== undefined || props.onKey?.(event) === true) return
    const act = findAction(event)
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  function findAction(event: KeyboardEvent): (() => void) | undefined {
    const { key } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && key === 'Enter') return () => document.querySelector<HTMLElement>('.head-action .main')?.click()
    if (selection !== undefined && key === 'Escape') return selection.none
    if (selection !== undefined && isCommand && key === 'a') return selection.all
    if (selection !== undefined && key === ' ') return () => current && selection.toggle(current)
    const target = findTargetCell(event, active.value, size)
    if (target !== undefined) return () => move(target)
    if (key === 'Enter' || key === 'F2') return () => startEditing()
    if (props.onEdit === undefined) return undefined
    if (key === 'Delete') return () => current && write(current, activeColumn, '')
    if (key === 'Backspace') return () => startEditing('')
    return key.length === 1 && !isCommand && !event.altKey ? () => startEditing(key) : undefined
  }

  function startEditing(typed?: string): void {
    const cell = current?.cells[activeColumn]
    if (cell?.href !== undefined) globalThis.open(cell.href, '_blank', 'noopener,noreferrer')
    else if (props.onEdit !== undefined && cell !== undefined && current !== undefined)
      editing.value = { row: current, column: activeColumn, typed }
  }

  function finishEditing(text: string | undefined, end: EditEnd): void {
    const edited = editing.value
    editing.value = undefined
    if (end !== 'blurred') scroller.current?.focus()
    if (edited === undefined) return
    const { row, column } = edited
    if (text !== undefined) write(row, column, text)
    const [down, right] = editEnds[end]
    if (down !== 0 || right !== 0) move({ row: activeRow + down, column: activeColumn + right })
  }

  function write(row: ShownRow, column: number, text: string): void {
    if (text !== row.cells[column]?.text) props.onEdit?.({ sheet: row.sheet, line: row.line, column, text })
  }

  function onCopy(event: ClipboardEvent): void {
    const cell = current?.cells[activeColumn]
    if (editing.value !== undefined || cell === undefined) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', cell.text)
  }

  /** Begins an edit. The cells of a table are not put together in one. */
  function onPaste(event: ClipboardEvent): void {
    if (editing.value !== undefined || props.onEdit === undefined) return
    event.preventDefault()
    // Other programs end a cell with a line break.
    const text = event.clipboardData?.getData('text/plain').replace(/\r?\n$/, '') ?? ''
    if (text !== '' && !/[\t\r\n]/.test(text)) startEditing(text)
  }

  const template = ['5.5rem', ...columns.map(({ width }) => `${width * remPerCharacter}rem`)].join(' ')
  const shownFrom = Math.max(0, visibleRange.value.from - 3)
  const positions = Array.from({ length: visibleRange.value.count + 6 }, (_, index) => shownFrom + index)
  return (
    <>
      <span id={warningId} hidden>
        {texts.warning}
      </span>
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
        onCopy={onCopy}
        onPaste={onPaste}
        aria-activedescendant={current === undefined ? undefined : `cell-${activeRow}-${activeColumn}`}
        onScroll={updateVisibleRange}
        onKeyDown={onKeyDown}
        style={{ gridTemplateColumns: template }}
      >
        <GridHead {...grid} />
        <div class="grid-rows" role="presentation" style={{ height: `${total * rowPx}px` }}>
          {positions.map((position) => {
            const row = rowAt(position)
            if (row === undefined) return null
            return (
              <GridRow
                key={position}
                {...{ row, position, grid }}
                activeColumn={position === activeRow ? activeColumn : undefined}
                onPick={(column) => {
                  move({ row: position, column })
                  // Where the page scrolled, the second of two clicks would meet another place.
                  scroller.current?.focus({ preventScroll: true })
                }}
                onEdit={() => startEditing()}
                edited={position === activeRow ? editing.value : undefined}
                onEnd={finishEditing}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}
