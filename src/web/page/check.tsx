import type { CheckState, GroupState, SheetState, ShownRow } from '../protocol.ts'
import { act, askForProblem, load, signalOf } from './api.ts'
import { CellProblems } from './cell-problems.tsx'
import { choice, Fill } from './decisions.tsx'
import { Tick, type Typed, Values, WishForm } from './forms.tsx'
import { focusGrid, Grid, type GridPlace } from './grid.tsx'
import { Act, Button, Chips, goToPlan, isGoing, List, ScreenFrame, titleOf } from './parts.tsx'
import { useSignal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'

const words = texts.check
type Filter = keyof typeof words.filters

/** Where somebody was is kept while they look at another screen. */
const active = signalOf<GridPlace>('sheetId', { row: 0, column: 0 })
const filter = signalOf<Filter>('sheetId', 'all')

function choose(name: Filter): void {
  filter.value = name
  active.value = { row: 0, column: active.value.column }
}

export function showRefused(): void {
  choose('refused')
}

export function CheckScreen({ state, go }: ScreenProps) {
  const { check, sheet } = state
  const row = useSignal<ShownRow | undefined>(undefined)
  const edited = useSignal<{ position: number; line: number } | undefined>(undefined)
  if (check === null || sheet === null) return null
  const isRunning = isGoing(state)
  const countOf = (name: Filter): number => check[name === 'all' ? 'rows' : name]
  // Once the last of them is corrected, there is nothing to look at.
  const shown = countOf(filter.value) > 0 ? filter.value : 'all'
  async function next(isBackwards: boolean): Promise<void> {
    const { row: position, column } = active.value
    // Where only some rows are shown, another one takes the place of the one that was corrected: its cell was not seen yet.
    const isOther = edited.value?.position === position && edited.value.line !== row.value?.line
    const from = { row: position, column: isOther && !isBackwards ? column - 1 : column }
    const found = await askForProblem(shown, from, isBackwards)
    if (found) active.value = { row: found.position, column: found.column }
  }
  function edit(of: ShownRow, column: number, text: string): void {
    edited.value = { position: active.value.row, line: of.line }
    void act('edit', { kind: 'cell', sheet: of.sheet, line: of.line, column, text })
  }
  function show({ row: at, column }: GroupState): void {
    filter.value = 'all'
    active.value = { row: at, column: Math.max(0, column) }
    focusGrid()
  }
  return (
    <ScreenFrame class="check" title={texts.steps.check}>
      <div class="bar">
        <Chips
          label={words.filterLabel}
          of={(Object.keys(words.filters) as Filter[])
            .filter((name) => name === 'all' || countOf(name) > 0)
            .map((name) => [name, countOf(name), words.filters[name]])}
          chosen={shown}
          onChoose={choose}
        />
        {check.open > 0 && <span>{words.open(check.open)}</span>}
        {check.edited > 0 && <span title={words.unsaved}>{words.edited(check.edited)}</span>}
        <Act path="undo" disabled={check.undoable === 0 || isRunning}>
          {words.undo(check.undoable)}
        </Act>
        <Button
          class="main"
          disabled={check.rows === check.skipped || state.busy !== null || isRunning}
          onClick={() => void goToPlan(go)}
        >
          {words.goOn(state.task, check.ready)}
        </Button>
      </div>
      {state.task === 'decide' && <Fill sheet={sheet} filter={shown} count={countOf(shown)} isOff={isRunning} />}
      <div class="panes">
        <Problems check={check} sheet={sheet} onShow={show} isRunning={isRunning} />
        <div class="table">
          <Grid
            label={words.grid}
            columns={check.columns.map(({ heading, field }) => {
              const title = texts.headings[heading] ?? heading
              const about = field === null ? '' : titleOf(sheet.fields, field)
              return { heading: title, about, width: Math.min(26, Math.max(12, title.length + 3)) }
            })}
            version={`${check.version} ${shown}`}
            active={active}
            load={(from, count) => load('rows', shown, from, count)}
            onRow={(loaded) => {
              row.value = loaded
            }}
            {...(isRunning ? {} : { onEdit: edit })}
            {...(state.task === 'decide' ? { choice } : {})}
            onKey={(event) => {
              if (event.key !== 'F8') return false
              event.preventDefault()
              void next(event.shiftKey)
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
  onShow(group: GroupState): void
  isRunning: boolean
}

function Problems({ check: { groups, notes, fixes }, sheet, onShow, isRunning }: ProblemsProps) {
  const used = fixes.map((fix) => settingsTexts.fix(fix, titleOf(sheet.fields, fix.field)))
  return (
    <div class="problems">
      <h2>{words.problems}</h2>
      {groups.length === 0 && <p>{words.none}</p>}
      {groups.map((group, index) => (
        <Group key={`${group.field} ${group.text} ${index}`} {...{ group, sheet, onShow, isRunning }} />
      ))}
      <List title={words.notes} of={[...used, ...notes]} />
    </div>
  )
}

function Group({ group, sheet, onShow, isRunning }: Omit<ProblemsProps, 'check'> & { group: GroupState }) {
  const { field, text, count, column, values, patterns, needsDefault, isWarning } = group
  const known = sheet.fields.find(({ name }) => name === field)
  const title = field === '' ? words.rowAsWhole : titleOf(sheet.fields, field)
  function use(written: string, { meant = '', keep }: Typed): void {
    if (needsDefault) void act('reading', { set: { [field]: meant } })
    else void act('edit', { kind: 'all', column, written, text: meant, isKept: keep !== undefined })
  }
  return (
    <article class={isWarning ? 'doubtful' : 'wrong'}>
      <h3>
        {words.times(count)} {title}
      </h3>
      <p>{text}</p>
      <div>
        <Button onClick={() => onShow(group)}>{words.show}</Button>{' '}
        {patterns.map((pattern) => (
          <Act path="reading" wish={{ dateFormat: [pattern] }} key={pattern} disabled={isRunning}>
            {words.dates(pattern)}
          </Act>
        ))}
      </div>
      {(needsDefault || (patterns.length === 0 && !isWarning && column >= 0)) && (
        <>
          <Values id={`known-${field}`} of={known?.values} />
          {(needsDefault ? [{ written: '', count, use: null }] : values).map(
            ({ written, count: times, use: usual }) => (
              <WishForm key={written} onSend={(typed) => use(written, typed)}>
                <span class="written">{texts.quoted(written)}</span>
                <input
                  name="meant"
                  required
                  defaultValue={usual ?? ''}
                  list={`known-${field}`}
                  aria-label={words.insteadOf(written, title)}
                  disabled={isRunning}
                />
                <button type="submit" disabled={isRunning}>
                  {words.useIn(times)}
                </button>
                {known?.isKeepable && !needsDefault && <Tick label={settingsTexts.keepFixes} name="keep" />}
              </WishForm>
            ),
          )}
        </>
      )}
    </article>
  )
}
