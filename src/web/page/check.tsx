import type { CheckState, ProblemGroupState, SheetState, ShownRow } from '../protocol.ts'
import { fetchNextProblem, fetchWindow, postAction, scopedSignal } from './api.ts'
import { CellProblems } from './cell-problems.tsx'
import {
  ActionButton,
  Button,
  FilterChips,
  findFieldTitle,
  hasActiveRun,
  openPlan,
  ScreenFrame,
  TextList,
} from './components.tsx'
import { FillForm, rowSelection } from './decisions.tsx'
import { Checkbox, type FormValues, SubmitForm, ValueOptions } from './forms.tsx'
import { type CellPosition, focusGrid, Grid } from './grid.tsx'
import { useSignal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'

const labels = texts.check
type Filter = keyof typeof labels.filters

const active = scopedSignal<CellPosition>('sheetId', { row: 0, column: 0 })
const filter = scopedSignal<Filter>('sheetId', 'all')

function selectFilter(name: Filter): void {
  filter.value = name
  active.value = { row: 0, column: active.value.column }
}

export function filterRefused(): void {
  selectFilter('refused')
}

export function CheckScreen({ state, go }: ScreenProps) {
  const { check, sheet } = state
  const row = useSignal<ShownRow | undefined>(undefined)
  const edited = useSignal<{ position: number; line: number } | undefined>(undefined)
  if (check === null || sheet === null) return null
  const isRunning = hasActiveRun(state)
  const countOf = (name: Filter): number => check[name === 'all' ? 'rows' : name]
  // After the last correction the filter is empty: show all rows.
  const shown = countOf(filter.value) > 0 ? filter.value : 'all'
  async function goToNextProblem(isBackwards: boolean): Promise<void> {
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
    active.value = { row: at, column: Math.max(0, column) }
    focusGrid()
  }
  return (
    <ScreenFrame class="check" title={texts.steps.check}>
      <div class="bar">
        <FilterChips
          label={labels.filterLabel}
          of={(Object.keys(labels.filters) as Filter[])
            .filter((name) => name === 'all' || countOf(name) > 0)
            .map((name) => [name, countOf(name), labels.filters[name]])}
          chosen={shown}
          onChoose={selectFilter}
        />
        {check.open > 0 && <span>{labels.open(check.open)}</span>}
        {check.edited > 0 && <span title={labels.unsaved}>{labels.edited(check.edited)}</span>}
        <ActionButton path="undo" disabled={check.undoable === 0 || isRunning}>
          {labels.undo(check.undoable)}
        </ActionButton>
        <Button
          class="main"
          disabled={check.rows === check.skipped || state.busy !== null || isRunning}
          onClick={() => void openPlan(go)}
        >
          {labels.goOn(state.task, check.ready)}
        </Button>
      </div>
      {state.task === 'decide' && <FillForm sheet={sheet} filter={shown} count={countOf(shown)} isOff={isRunning} />}
      <div class="panes">
        <Problems check={check} sheet={sheet} onShow={show} isRunning={isRunning} />
        <div class="table">
          <Grid
            label={labels.grid}
            columns={check.columns.map(({ heading, field }) => {
              const title = texts.headings[heading] ?? heading
              const about = field === null ? '' : findFieldTitle(sheet.fields, field)
              return { heading: title, about, width: Math.min(26, Math.max(12, title.length + 3)) }
            })}
            version={`${check.version} ${shown}`}
            active={active}
            load={(from, count) => fetchWindow('rows', shown, from, count)}
            onRow={(loaded) => {
              row.value = loaded
            }}
            {...(isRunning ? {} : { onEdit: edit })}
            {...(state.task === 'decide' ? { selection: rowSelection } : {})}
            onKey={(event) => {
              if (event.key !== 'F8') return false
              event.preventDefault()
              void goToNextProblem(event.shiftKey)
              return true
            }}
          />
          <CellProblems row={row.value} column={active.value.column} onUse={edit} />
        </div>
      </div>
    </ScreenFrame>
  )
}

interface ProblemsProps {
  check: CheckState
  sheet: SheetState
  onShow(group: ProblemGroupState): void
  isRunning: boolean
}

function Problems({ check: { groups, notes, fixes }, sheet, onShow, isRunning }: ProblemsProps) {
  const used = fixes.map((fix) => settingsTexts.fix(fix, findFieldTitle(sheet.fields, fix.field)))
  return (
    <div class="problems">
      <h2>{labels.problems}</h2>
      {groups.length === 0 && <p>{labels.none}</p>}
      {groups.map((group, index) => (
        <ProblemGroupForm key={`${group.field} ${group.text} ${index}`} {...{ group, sheet, onShow, isRunning }} />
      ))}
      <TextList title={labels.notes} of={[...used, ...notes]} />
    </div>
  )
}

function ProblemGroupForm({
  group,
  sheet,
  onShow,
  isRunning,
}: Omit<ProblemsProps, 'check'> & { group: ProblemGroupState }) {
  const { field, text, count, column, values, patterns, needsDefault, isWarning } = group
  const known = sheet.fields.find(({ name }) => name === field)
  const title = field === '' ? labels.rowAsWhole : findFieldTitle(sheet.fields, field)
  function use(written: string, { meant = '', keep }: FormValues): void {
    if (needsDefault) void postAction('reading', { set: { [field]: meant } })
    else void postAction('edit', { kind: 'all', column, written, text: meant, isKept: keep !== undefined })
  }
  return (
    <article class={isWarning ? 'doubtful' : 'wrong'}>
      <h3>
        {labels.times(count)} {title}
      </h3>
      <p>{text}</p>
      <div>
        <Button onClick={() => onShow(group)}>{labels.show}</Button>{' '}
        {patterns.map((pattern) => (
          <ActionButton path="reading" body={{ dateFormat: [pattern] }} key={pattern} disabled={isRunning}>
            {labels.dates(pattern)}
          </ActionButton>
        ))}
      </div>
      {(needsDefault || (patterns.length === 0 && !isWarning && column >= 0)) && (
        <>
          <ValueOptions id={`known-${field}`} of={known?.values} />
          {(needsDefault ? [{ written: '', count, use: null }] : values).map(
            ({ written, count: times, use: usual }) => (
              <SubmitForm key={written} onSend={(typed) => use(written, typed)}>
                <span class="written">{texts.quoted(written)}</span>
                <input
                  name="meant"
                  required
                  defaultValue={usual ?? ''}
                  list={`known-${field}`}
                  aria-label={labels.insteadOf(written, title)}
                  disabled={isRunning}
                />
                <button type="submit" disabled={isRunning}>
                  {labels.useIn(times)}
                </button>
                {known?.isKeepable && !needsDefault && <Checkbox label={settingsTexts.keepFixes} name="keep" />}
              </SubmitForm>
            ),
          )}
        </>
      )}
    </article>
  )
}
