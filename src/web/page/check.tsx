import type { CheckState, GroupState, PageState, SheetState, ShownRow } from '../protocol.ts'
import { act, askForProblem, load } from './api.ts'
import { CellProblems } from './cell-problems.tsx'
import { choice, Fill } from './decisions.tsx'
import { Grid, type GridPlace } from './grid.tsx'
import { signal, useSignal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'
import { formatCount } from './words.ts'

const words = texts.check
type Filter = keyof typeof words.filters

/** Where somebody was is kept while they look at another screen. */
const active = signal<GridPlace>({ row: 0, column: 0 })
const filter = signal<Filter>('all')

export function showRefused(): void {
  filter.value = 'refused'
  active.value = { row: 0, column: active.value.column }
}

export function CheckScreen({ state, go }: ScreenProps) {
  const { check, sheet, run } = state
  const row = useSignal<ShownRow | undefined>(undefined)
  if (check === null || sheet === null) return null
  const isRunning = run !== null && run.end === null
  const counts: Record<Filter, number> = {
    all: check.rows,
    ready: check.ready,
    wrong: check.wrong,
    doubtful: check.doubtful,
    refused: check.refused,
    skipped: check.skipped,
  }
  async function goOn(): Promise<void> {
    const next: PageState | undefined = await act('plan')
    if (next?.plan) go('plan')
  }
  async function next(isBackwards: boolean): Promise<void> {
    const found = await askForProblem(filter.value, active.value, isBackwards)
    if (found !== undefined) active.value = { row: found.position, column: found.column }
  }
  function edit(of: ShownRow, column: number, text: string): void {
    void act('edit', { kind: 'cell', sheet: of.sheet, line: of.line, column, text })
  }
  function show({ row: at, column }: GroupState): void {
    filter.value = 'all'
    active.value = { row: at, column: Math.max(0, column) }
    document.querySelector<HTMLElement>('[role=grid]')?.focus()
  }
  return (
    <section class="check">
      <h1 tabIndex={-1}>{words.title}</h1>
      <div class="bar">
        <div role="radiogroup" aria-label={words.filterLabel}>
          {(Object.keys(words.filters) as Filter[])
            .filter((name) => name === 'all' || counts[name] > 0)
            .map((name) => (
              <label key={name} class={`chip ${name}`}>
                <input
                  type="radio"
                  name="filter"
                  checked={filter.value === name}
                  onChange={() => {
                    filter.value = name
                    active.value = { row: 0, column: active.value.column }
                  }}
                />
                {formatCount(counts[name])} {words.filters[name]}
              </label>
            ))}
        </div>
        {check.open > 0 && <span>{words.open(check.open)}</span>}
        {check.edited > 0 && <span title={words.unsaved}>{words.edited(check.edited)}</span>}
        <button type="button" disabled={check.undoable === 0 || isRunning} onClick={() => void act('undo')}>
          {words.undo(check.undoable)}
        </button>
        <button
          type="button"
          class="main"
          disabled={check.rows === check.skipped || state.busy !== null || isRunning}
          onClick={() => void goOn()}
        >
          {words.goOn(state.task, check.ready)}
        </button>
      </div>
      {state.task === 'decide' && (
        <Fill sheet={sheet} filter={filter.value} count={counts[filter.value]} isOff={isRunning} />
      )}
      <div class="panes">
        <Problems check={check} sheet={sheet} onShow={show} isRunning={isRunning} />
        <div class="table">
          <Grid
            label={words.grid}
            rowHeading={words.row}
            columns={check.columns.map(({ heading, field }) => ({
              heading,
              width: Math.min(26, Math.max(12, heading.length + 3)),
              ...(field === null ? {} : { about: field }),
            }))}
            version={`${check.version} ${filter.value}`}
            active={active}
            load={(from, count) => load('rows', { filter: filter.value, from, count })}
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
    </section>
  )
}

interface ProblemsProps {
  check: CheckState
  sheet: SheetState
  onShow(group: GroupState): void
  isRunning: boolean
}

function Problems({ check: { groups, notes, fixes }, sheet, onShow, isRunning }: ProblemsProps) {
  const titleOf = (field: string): string => sheet.fields.find(({ name }) => name === field)?.title ?? field
  const used = fixes.map(({ field, written, meant, count }) => settingsTexts.fix(written, meant, count, titleOf(field)))
  const told = [...used, ...notes]
  return (
    <div class="problems">
      <h2>{words.problems}</h2>
      {groups.length === 0 && <p>{words.none}</p>}
      {groups.map((group, index) => (
        <Group key={`${group.field} ${group.text} ${index}`} {...{ group, sheet, onShow, isRunning }} />
      ))}
      {told.length > 0 && (
        <>
          <h2>{words.notes}</h2>
          <ul>
            {told.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Group({ group, sheet, onShow, isRunning }: Omit<ProblemsProps, 'check'> & { group: GroupState }) {
  const { field, text, count, column, values, patterns, needsDefault, isWarning } = group
  const known = sheet.fields.find(({ name }) => name === field)
  const title = known?.title ?? (field === '' ? words.rowAsWhole : field)
  return (
    <article class={isWarning ? 'doubtful' : 'wrong'}>
      <h3>
        {words.times(count)} {title}
      </h3>
      <p>{text}</p>
      <div>
        <button type="button" onClick={() => onShow(group)}>
          {words.show}
        </button>{' '}
        {patterns.map((pattern) => (
          <button
            type="button"
            key={pattern}
            disabled={isRunning}
            onClick={() => void act('reading', { dateFormat: [pattern] })}
          >
            {words.dates(pattern)}
          </button>
        ))}
      </div>
      {(needsDefault || (patterns.length === 0 && !isWarning && column >= 0)) && (
        <>
          <datalist id={`known-${field}`}>
            {known?.values.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          {(needsDefault ? [{ written: '', count, use: null }] : values).map(({ written, count: times, use }) => (
            <form
              key={written}
              onSubmit={(event) => {
                event.preventDefault()
                const said = new FormData(event.currentTarget)
                const meant = said.get('meant')
                if (typeof meant !== 'string' || meant === '') return
                if (needsDefault) void act('reading', { set: { [field]: meant } })
                else void act('edit', { kind: 'all', column, written, text: meant, isKept: said.has('keep') })
              }}
            >
              <span class="written">{written === '' ? words.empty : `“${written}”`}</span>
              <input
                name="meant"
                required
                defaultValue={use ?? ''}
                list={`known-${field}`}
                aria-label={words.insteadOf(written, title)}
                disabled={isRunning}
              />
              <button type="submit" disabled={isRunning}>
                {words.useIn(times)}
              </button>
              {known?.isKeepable && !needsDefault && (
                <label>
                  <input type="checkbox" name="keep" /> {settingsTexts.keepFixes}
                </label>
              )}
            </form>
          ))}
        </>
      )}
    </article>
  )
}
