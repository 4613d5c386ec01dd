import type { ShownRow } from '../../protocol.ts'
import type { findNextProblem } from '../../sheet/row-window.ts'
import type { CheckState } from '../../sheet/sheet-session.ts'
import { fetchJson, hasActiveRun, type ProblemGroupState, postAction } from '../api.ts'
import { FilterChips, openPlan, RestoredNote, ScreenFrame, SearchInput } from '../components.tsx'
import { createSelection, FillBar, NarrowBar, shownLimits } from '../decisions/choose-rows.tsx'
import { CollectedNote } from '../decisions/shared-out.tsx'
import { ActionButton, Button } from '../forms.tsx'
import { focusGrid, Grid } from '../grid/grid.tsx'
import type { CellText } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { ShareBar } from '../parts.tsx'
import { useSignal } from '../signals.ts'
import { go, type ScreenProps } from '../step.ts'
import { columnTitles, formatItems, say, texts } from '../texts/texts.ts'
import { ChosenBar, LastFix } from './fixes.tsx'
import { goToDecisions, Problems } from './problems.tsx'

const labels = texts.check
type Filter = keyof typeof labels.filters
type CellPlace = Omit<CellText, 'text'>
/** Other words where rows are decisions. */
const decided: Readonly<Partial<Record<Filter, string>>> = texts.decisions.filters

const tones: Readonly<Partial<Record<Filter, 'wrong' | 'doubt' | 'good' | 'wait'>>> = {
  wrong: 'wrong',
  refused: 'wrong',
  decide: 'doubt',
  doubtful: 'doubt',
  ready: 'good',
  sent: 'wait',
}

const { active, filter, search, sort, showSheetOrder } = createGridView<Filter>('sheetId', 'all')

function filterRows(name: Filter): void {
  filter.value = name
  active.value = { row: 0, column: active.value.column }
}

/** Shows the rows that are wrong or were refused, and leads to the first such cell. */
export async function goToProblems(name: 'wrong' | 'refused'): Promise<void> {
  go('check')
  showSheetOrder()
  filterRows(name)
  await goToProblem(name, { sheet: 0, line: 0, column: 0 })
  focusGrid()
}

async function goToProblem(filter: Filter, { sheet, line, column }: CellPlace, isBackwards = false): Promise<void> {
  const asked = { filter, sheet, line, column, isBackwards }
  const answer = await fetchJson<{ found: ReturnType<typeof findNextProblem> }>('problem', asked)
  if (answer?.found) active.value = { row: answer.found.position, column: answer.found.column }
}

export function CheckScreen({ state }: ScreenProps) {
  const { check, sheet } = state
  const row = useSignal<ShownRow | undefined>(undefined)
  /** The last edited cell: the next problem is sought from there, until another cell is chosen. */
  const edited = useSignal<CellPlace | undefined>(undefined)
  if (check === null || sheet === null) return null
  const isRunning = hasActiveRun()
  const next = findNext(state.task, check)
  const countOf = (name: Filter): number => check[name === 'all' ? 'rows' : name]
  // After the last correction the filter is empty: show all rows.
  const shown = countOf(filter.value) > 0 ? filter.value : 'all'
  const isDecided = state.task === 'decide'
  const wordOf = (name: Filter): string => (isDecided && decided[name]) || labels.filters[name]
  /** Nothing to correct: the whole width is for the decisions. */
  const isCalm = isDecided && check.groups.length === 0
  const rows = { filter: shown, find: search.value, narrow: shownLimits.value }
  const selection = createSelection(rows)
  async function goToNextProblem(isBackwards: boolean): Promise<void> {
    showSheetOrder()
    const { sheet: at = 0, line = 0 } = row.value ?? {}
    const from = edited.value ?? { sheet: at, line, column: active.value.column }
    await goToProblem(shown, from, isBackwards)
    edited.value = undefined
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
      class={isDecided ? 'check decide' : 'check'}
      title={isDecided ? texts.decisions.title : texts.steps.check}
      lead={isDecided ? describeDecisions(check) : describeCheck(state.task, check)}
      action={
        <Button
          class="main"
          disabled={next.act === openPlan && (check.ready === 0 || state.busy !== null || isRunning)}
          label={next.label}
          onClick={next.act}
        />
      }
    >
      {isDecided && <CollectedNote answers={state.answers} />}
      <CheckBar check={check} wordOf={wordOf} />
      <div class="bar">
        <FilterChips
          key={state.sheetId}
          label={labels.filterLabel}
          of={(Object.keys(labels.filters) as Filter[])
            .filter((name) => name === 'all' || countOf(name) > 0)
            .map((name) => [name, countOf(name), wordOf(name), tones[name]])}
          chosen={shown}
          onChoose={filterRows}
        />
        {check.open > 0 && <span>{say(labels.open, { rows: check.open })}</span>}
        <LastFix undoable={check.undoable} />
        <ActionButton
          path="undo"
          title={check.edited > 0 ? labels.unsaved : undefined}
          disabled={check.undoable === 0}
          label={check.undoable === 0 ? labels.undoNone : say(labels.undo, { count: check.undoable })}
        />
        <ActionButton path="redo" disabled={check.redoable === 0} label={labels.redo} />
        <SearchInput of={search} />
      </div>
      {check.undoable > 0 && <RestoredNote restored={state.restored} sheet={null} />}
      {isDecided && <NarrowBar facts={check.facts} selection={selection} />}
      <div class={isCalm ? 'panes calm' : 'panes'}>
        {!isCalm && <Problems check={check} sheet={sheet} filter={shown} onShow={show} />}
        <div class="table" onPointerDown={() => (edited.value = undefined)}>
          <Grid
            label={labels.grid}
            columns={check.columns.map(({ heading, field }) => {
              const title = columnTitles[heading] ?? heading
              const { title: about = '', values } = sheet.fields.find(({ name }) => name === field) ?? {}
              const { examples = [] } = sheet.columns.find((column) => column.heading === heading) ?? {}
              const longest = Math.max(title.length + 2, about.length, ...examples.map(({ length }) => length))
              return { heading, about, values, width: Math.min(26, Math.max(9, longest + 4)) }
            })}
            frozen={check.columns.findIndex(({ field }) =>
              sheet.fields.some((each) => each.isIdentifying && each.name === field),
            )}
            path="rows"
            query={{ ...rows, sort: sort.value }}
            version={String(check.version)}
            sort={sort}
            active={active}
            onRow={(loaded) => (row.value = loaded)}
            {...(isRunning ? {} : { onEdit: edit })}
            selection={selection}
            onLoaded={selection.onLoaded}
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
          {isDecided || selection.count() === 0 ? (
            !isCalm && <CellProblems row={row.value} column={active.value.column} onUse={edit} />
          ) : (
            <ChosenBar selection={selection} isBack={row.value?.state === 'leftOut'} />
          )}
        </div>
      </div>
      {isDecided && <FillBar sheet={sheet} selection={selection} />}
    </ScreenFrame>
  )
}

function CheckBar({ check, wordOf }: { check: CheckState; wordOf(name: Filter): string }) {
  const { ready, doubtful, decide, wrong, refused } = check
  const own = { ready: ready - doubtful, doubtful: doubtful + decide, wrong: wrong + refused }
  const counts = { ...check, ...own }
  const shown = ['ready', 'doubtful', 'sent', 'wrong', 'undecided', 'leftOut', 'skipped'] as const
  return <ShareBar of={shown.map((name) => ({ title: wordOf(name), tone: tones[name], count: counts[name] }))} />
}

function describeDecisions({ trips, undecided }: CheckState) {
  return (
    <>
      <b>{say(labels.share, { count: undecided, items: formatItems('assess', trips) })}</b> {texts.decisions.noneYet}
    </>
  )
}

/** Counts are of trips: totals, titles and rows that are left out are none. */
function describeCheck(task: string, { trips, ready, wrong, refused, sent, cancelled }: CheckState) {
  const toCorrect = wrong + refused
  const items = formatItems(task, trips)
  return (
    <>
      {toCorrect === 0 ? (
        say(labels.allChecked, { items })
      ) : (
        <>
          <b>{say(labels.share, { count: toCorrect, items })}</b> {labels.mustBeCorrected}
        </>
      )}{' '}
      {say(labels.areReady, { count: ready })} {cancelled > 0 && say(labels.lookCancelled, { count: cancelled })}{' '}
      {sent > 0 ? say(labels.sentBefore, { count: sent }) : labels.nothingSent}
    </>
  )
}

function findNext(task: string, { cancelled, ready, refused, wrong }: CheckState): { label: string; act(): unknown } {
  const items = (count: number): string => formatItems(task, count)
  if (cancelled > 0) return { label: say(labels.decideOn, { items: items(cancelled) }), act: goToDecisions }
  if (ready > 0) return { label: say(labels.review, { items: items(ready) }), act: openPlan }
  const act = () => goToProblems(refused > 0 ? 'refused' : 'wrong')
  if (refused + wrong > 0) return { label: say(texts.results.correct, { items: items(refused || wrong) }), act }
  return { label: task === 'decide' ? labels.noDecision : labels.nothingNew, act: openPlan }
}

function CellProblems(props: { row: ShownRow | undefined; column: number; onUse(edit: CellText): void }) {
  const { row, column, onUse } = props
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
            <Button
              label={say(labels.useOne, { value: use })}
              onClick={() => onUse({ sheet: row.sheet, line: row.line, column, text: use })}
            />
          )}
        </p>
      ))}
      <small>{labels.keys}</small>
    </div>
  )
}
