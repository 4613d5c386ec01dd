import type { ShownRow } from '../../protocol.ts'
import { fetchNextProblem, postAction, rowsOf, scopedSignal } from '../api.ts'
import { FilterChips, findFieldTitle, hasActiveRun, openPlan, ScreenFrame, SearchInput } from '../components.tsx'
import { FillBar, NarrowBar, noteShownRows, rowSelection, shownLimits } from '../decisions/choose-rows.tsx'
import { ActionButton, Button } from '../forms.tsx'
import { type CellText, focusGrid, Grid } from '../grid/grid.tsx'
import type { CellPosition } from '../grid/keys.ts'
import { useSignal } from '../signals.ts'
import type { ProblemGroupState } from '../state-types.ts'
import type { ScreenProps } from '../step.ts'
import { texts } from '../texts/texts.ts'
import { RestoredNote } from './drafts.tsx'
import { FixToast, Problems } from './problems.tsx'

const labels = texts.check
type Filter = keyof typeof labels.filters
/** Other words where rows are decisions. */
const decided: Readonly<Partial<Record<Filter, string>>> = texts.decisions.filters

const active = scopedSignal<CellPosition>('sheetId', { row: 0, column: 0 })
const filter = scopedSignal<Filter>('sheetId', 'all')
const search = scopedSignal('sheetId', '')
const sort = scopedSignal('sheetId', '')

/** Positions of problems count rows in the order of the sheet. */
function showSheetOrder(): void {
  search.value = ''
  sort.value = ''
}

function filterRows(name: Filter): void {
  filter.value = name
  active.value = { row: 0, column: active.value.column }
}

/** Shows the rows that are wrong or were refused, and leads to the first such cell. */
async function filterProblems(name: 'wrong' | 'refused'): Promise<void> {
  showSheetOrder()
  filterRows(name)
  const found = await fetchNextProblem(name, { sheet: 0, line: 0, column: 0 }, false)
  if (found) active.value = { row: found.position, column: found.column }
  focusGrid()
}

export function goToProblems(go: ScreenProps['go'], name: 'wrong' | 'refused'): void {
  go('check')
  void filterProblems(name)
}

export function CheckScreen({ state, go }: ScreenProps) {
  const { check, sheet } = state
  const row = useSignal<ShownRow | undefined>(undefined)
  /** The last edited cell: the next problem is sought from there, until another cell is chosen. */
  const edited = useSignal<Omit<CellText, 'text'> | undefined>(undefined)
  if (check === null || sheet === null) return null
  const isRunning = hasActiveRun(state)
  const toSend = check.ready - check.refused - check.sent
  const countOf = (name: Filter): number => check[name === 'all' ? 'rows' : name]
  // After the last correction the filter is empty: show all rows.
  const shown = countOf(filter.value) > 0 ? filter.value : 'all'
  const isDecided = state.task === 'decide'
  /** Nothing to correct: the whole width is for the decisions. */
  const isCalm = isDecided && check.groups.length === 0
  const query = { filter: shown, find: search.value, sort: sort.value, narrow: shownLimits.value }
  async function goToNextProblem(isBackwards: boolean): Promise<void> {
    showSheetOrder()
    const { sheet: at = 0, line = 0 } = row.value ?? {}
    const from = edited.value ?? { sheet: at, line, column: active.value.column }
    const found = await fetchNextProblem(shown, from, isBackwards)
    edited.value = undefined
    if (found) active.value = { row: found.position, column: found.column }
  }
  function edit(cell: CellText): void {
    edited.value = cell
    void postAction('edit', { kind: 'cell', ...cell })
  }
  function show({ row: at, column }: ProblemGroupState): void {
    filter.value = 'all'
    showSheetOrder()
    active.value = { row: at, column: Math.max(0, column) }
    focusGrid()
  }
  return (
    <ScreenFrame
      class="check"
      title={isDecided ? texts.steps.decisions : texts.steps.check}
      lead={isDecided ? texts.decisions.lead(check.undecided, check.ready) : labels.lead(state.task, check)}
      action={
        toSend + check.refused === 0 && check.wrong > 0 ? (
          <Button class="main" onClick={() => filterProblems('wrong')}>
            {labels.firstProblem}
          </Button>
        ) : (
          <Button
            class="main"
            disabled={toSend + check.refused === 0 || state.busy !== null || isRunning}
            onClick={() => openPlan(go, { isRetry: toSend === 0 })}
          >
            {labels.goOn(state.task, toSend, check.refused)}
          </Button>
        )
      }
    >
      <div class="bar">
        <FilterChips
          label={labels.filterLabel}
          of={(Object.keys(labels.filters) as Filter[])
            .filter((name) => (name === 'refused' ? countOf(name) > 0 : name !== 'undecided' || isDecided))
            .map((name) => [name, countOf(name), (isDecided && decided[name]) || labels.filters[name]])}
          chosen={shown}
          onChoose={filterRows}
        />
        {check.open > 0 && <span>{labels.open(check.open)}</span>}
        {check.edited > 0 && <span title={labels.unsaved}>{labels.edited(check.edited)}</span>}
        <ActionButton path="undo" disabled={check.undoable === 0 || isRunning}>
          {labels.undo(check.undoable)}
        </ActionButton>
        <ActionButton path="redo" disabled={check.redoable === 0 || isRunning}>
          {labels.redo}
        </ActionButton>
        <SearchInput of={search} />
      </div>
      {check.undoable > 0 && <RestoredNote state={state} />}
      {isDecided && <NarrowBar facts={check.facts} />}
      <div class={isCalm ? 'panes calm' : 'panes'}>
        {!isCalm && <Problems check={check} sheet={sheet} filter={shown} onShow={show} isRunning={isRunning} />}
        <div class="table" onPointerDown={() => (edited.value = undefined)}>
          <Grid
            label={labels.grid}
            columns={check.columns.map(({ heading, field }) => {
              const title = texts.headings[heading] ?? heading
              const about = field === null ? '' : findFieldTitle(sheet.fields, field)
              const { values } = sheet.fields.find(({ name }) => name === field) ?? {}
              const { examples = [] } = sheet.columns.find((column) => column.heading === heading) ?? {}
              const longest = Math.max(title.length + 2, about.length, ...examples.map(({ length }) => length))
              return { heading: title, about, values, width: Math.min(26, Math.max(9, longest + 4)) }
            })}
            frozen={check.columns.findIndex(({ field }) =>
              sheet.fields.some((each) => each.isIdentifying && each.name === field),
            )}
            version={`${check.version} ${JSON.stringify(query)}`}
            sort={sort}
            active={active}
            load={async (from, count) => {
              const window = await rowsOf('rows', query)(from, count)
              if (isDecided && window !== undefined) noteShownRows(query, window.total)
              return window
            }}
            onRow={(loaded) => {
              row.value = loaded
            }}
            {...(isRunning ? {} : { onEdit: edit })}
            {...(isDecided ? { selection: rowSelection } : {})}
            onKey={(event) => {
              if (event.key !== 'F8') {
                if (!event.ctrlKey && !event.metaKey) edited.value = undefined
                return false
              }
              event.preventDefault()
              void goToNextProblem(event.shiftKey)
              return true
            }}
          />
          {!isCalm && (
            <CellProblems
              row={row.value}
              column={active.value.column}
              onUse={({ sheet: at, line }, column, text) => edit({ sheet: at, line, column, text })}
            />
          )}
        </div>
      </div>
      {isDecided && <FillBar sheet={sheet} isOff={isRunning} />}
      <FixToast undoable={check.undoable} isRunning={isRunning} />
    </ScreenFrame>
  )
}

/** What is wrong in a cell, or in its row as a whole. */
function CellProblems({
  row,
  column,
  onUse,
}: {
  row: ShownRow | undefined
  column: number
  onUse(row: ShownRow, column: number, text: string): void
}) {
  const here = row?.problems.filter((problem) => problem.column === column) ?? []
  const shown = here.length > 0 ? here : (row?.problems.filter((problem) => problem.column < 0) ?? [])
  return (
    <div class="explanation" aria-live="polite">
      {row !== undefined && shown.length === 0 && (
        <p>{row.problems.length > 0 ? '' : row.state === 'open' ? labels.stillOpen : labels.ok}</p>
      )}
      {shown.map(({ text, use }, index) => (
        <p key={index}>
          {text}{' '}
          {use !== null && row !== undefined && (
            <Button onClick={() => onUse(row, column, use)}>{labels.useOne(use)}</Button>
          )}
        </p>
      ))}
      <small>{labels.keys}</small>
    </div>
  )
}
