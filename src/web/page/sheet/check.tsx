import type { ProblemGroupState, ShownRow } from '../../protocol/protocol.ts'
import { fetchNextProblem, fetchWindow, postAction, scopedSignal } from '../api.ts'
import {
  ActionButton,
  Button,
  FilterChips,
  findFieldTitle,
  hasActiveRun,
  openPlan,
  ScreenFrame,
  SearchInput,
} from '../components.tsx'
import { FillBar, NarrowBar, narrowing, noteShownRows, rowSelection } from '../decisions/choose-rows.tsx'
import { type CellPosition, focusGrid, Grid } from '../grid/grid.tsx'
import { useSignal } from '../signals.ts'
import type { ScreenProps } from '../step.ts'
import { texts } from '../texts/texts.ts'
import { CellProblems } from './cell-problems.tsx'
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

export function filterRows(name: Filter): void {
  filter.value = name
  active.value = { row: 0, column: active.value.column }
}

export function CheckScreen({ state, go }: ScreenProps) {
  const { check, sheet } = state
  const row = useSignal<ShownRow | undefined>(undefined)
  const edited = useSignal<{ position: number; line: number } | undefined>(undefined)
  if (check === null || sheet === null) return null
  const isRunning = hasActiveRun(state)
  const toSend = check.ready - check.refused
  const countOf = (name: Filter): number => check[name === 'all' ? 'rows' : name]
  // After the last correction the filter is empty: show all rows.
  const shown = countOf(filter.value) > 0 ? filter.value : 'all'
  const isDecided = state.task === 'decide'
  /** Nothing to correct: the whole width is for the decisions. */
  const isCalm = isDecided && check.groups.length === 0
  const query = { filter: shown, find: search.value, sort: sort.value, narrow: narrowing.value }
  async function goToNextProblem(isBackwards: boolean): Promise<void> {
    showSheetOrder()
    const { row: position, column } = active.value
    // A corrected row may leave the filter. The next row takes its place, and its cell in this column was not seen yet.
    const isOther = edited.value?.position === position && edited.value.line !== row.value?.line
    const from = { row: position, column: isOther && !isBackwards ? column - 1 : column }
    const found = await fetchNextProblem(shown, from, isBackwards)
    if (found) active.value = { row: found.position, column: found.column }
  }
  function edit(of: ShownRow, column: number, text: string): void {
    edited.value = { position: active.value.row, line: of.line }
    void postAction('edit', { kind: 'cell', sheet: of.sheet, line: of.line, column, text })
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
        <Button
          class="main"
          disabled={check.ready === 0 || state.busy !== null || isRunning}
          onClick={() => void openPlan(go)}
        >
          {labels.goOn(state.task, toSend, check.refused)}
        </Button>
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
        <SearchInput of={search} />
      </div>
      {isDecided && <NarrowBar facts={check.facts} />}
      <div class={isCalm ? 'panes calm' : 'panes'}>
        {!isCalm && <Problems check={check} sheet={sheet} onShow={show} isRunning={isRunning} />}
        <div class="table">
          <Grid
            label={labels.grid}
            columns={check.columns.map(({ heading, field }) => {
              const title = texts.headings[heading] ?? heading
              const about = field === null ? '' : findFieldTitle(sheet.fields, field)
              return { heading: title, about, width: Math.min(26, Math.max(12, title.length + 3)) }
            })}
            version={`${check.version} ${JSON.stringify(query)}`}
            sort={sort}
            active={active}
            load={async (from, count) => {
              const window = await fetchWindow('rows', query, from, count)
              if (isDecided && window !== undefined) noteShownRows(query, window.total)
              return window
            }}
            onRow={(loaded) => {
              row.value = loaded
            }}
            {...(isRunning ? {} : { onEdit: edit })}
            {...(isDecided ? { selection: rowSelection } : {})}
            onKey={(event) => {
              if (event.key !== 'F8') return false
              event.preventDefault()
              void goToNextProblem(event.shiftKey)
              return true
            }}
          />
          {!isCalm && <CellProblems row={row.value} column={active.value.column} onUse={edit} />}
        </div>
      </div>
      {isDecided && <FillBar sheet={sheet} isOff={isRunning} />}
      <FixToast undoable={check.undoable} isRunning={isRunning} />
    </ScreenFrame>
  )
}
