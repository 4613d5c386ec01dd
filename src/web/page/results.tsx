import type { UnknownState } from '../protocol.ts'
import { act, download, load } from './api.ts'
import { showRefused } from './check.tsx'
import { Command } from './command.tsx'
import { Grid, type GridPlace } from './grid.tsx'
import { Pictures } from './pictures.tsx'
import { describeColumns, wordOutcome } from './results-grid.ts'
import { signal, useSignal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { runTexts } from './texts-runs.ts'
import { formatCount } from './words.ts'

const words = texts.results
const active = signal<GridPlace>({ row: 0, column: 0 })
const filter = signal('all')
/** What is wrong in the active row. */
const shown = signal('')
/** What was chosen in a picture. */
const chosen = signal('')

export function ResultsScreen({ state: { run, busy, sheet, check }, go }: ScreenProps) {
  const end = run?.end
  if (run === null || !end) return <p>{words.none}</p>
  const outcomes = new Map<string, number>()
  for (const { state, count } of end.balance) outcomes.set(state, (outcomes.get(state) ?? 0) + count)
  async function goOn(): Promise<void> {
    const next = await act('plan')
    if (next?.plan) go('plan')
  }
  function choose(name: string, what = '', place: GridPlace = { row: 0, column: 0 }): void {
    filter.value = name
    chosen.value = what
    active.value = place
  }
  function showGrid(): void {
    const grid = document.querySelector<HTMLElement>('[role=grid]')
    grid?.scrollIntoView({ block: 'center' })
    grid?.focus()
  }
  return (
    <section class="results">
      <h1 tabIndex={-1}>{words.title}</h1>
      {end.error !== null && (
        <p class="message error" role="alert">
          <strong>{end.error.message}.</strong> {end.error.hint}
        </p>
      )}
      {end.halt !== null && (
        <p class="message error" role="alert">
          <strong>{words.stopped}</strong> {texts.halt(end.halt)}
        </p>
      )}
      {end.spilled > 0 && (
        <p class="message error" role="alert">
          {words.spilled}
        </p>
      )}
      <table>
        <tbody>
          {end.balance.map((line) => (
            <tr key={`${line.state} ${line.wasDone}`}>
              <td class="number">{formatCount(line.count)}</td>
              <td>{texts.state(line.state)}</td>
              <td>{texts.meaning(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {end.orphans > 0 && <p>{words.orphans(run.task, end.orphans)}</p>}
      <p>
        {end.output === null ? (
          words.noOutput
        ) : (
          <>
            <button type="button" class="main" onClick={() => void download(end.output?.name ?? '')}>
              {words.download(end.output.name)}
            </button>{' '}
            <span class="quiet" title={end.output.folder}>
              {words.standsIn(end.output.folder)}
            </span>
          </>
        )}{' '}
        {end.isLeft && sheet !== null && (
          <button type="button" disabled={busy !== null} onClick={() => void goOn()}>
            {words.goOn}
          </button>
        )}{' '}
        {end.refused > 0 && check !== null && check.refused > 0 && (
          <button
            type="button"
            onClick={() => {
              showRefused()
              go('check')
            }}
          >
            {runTexts.refused(check.refused)}
          </button>
        )}
      </p>
      {run.unknown.length > 0 && <LookUp unknown={run.unknown} task={run.task} />}
      {end.rows > 0 && (
        <>
          {run.task === 'assess' && (
            <Pictures
              version={`${run.id}`}
              onChoose={(name, what, column) => {
                choose(name, what, { row: 0, column })
                showGrid()
              }}
              onRow={(row) => {
                choose('all', '', { row, column: 0 })
                showGrid()
              }}
            />
          )}
          <div class="bar">
            <div role="radiogroup" aria-label={words.filterLabel}>
              {['all', ...outcomes.keys()].map((name) => (
                <label key={name} class="chip">
                  <input type="radio" name="outcome" checked={filter.value === name} onChange={() => choose(name)} />
                  {formatCount(name === 'all' ? end.rows : (outcomes.get(name) ?? 0))}{' '}
                  {name === 'all' ? texts.check.filters.all : texts.state(name)}
                </label>
              ))}
            </div>
            {chosen.value !== '' && (
              <>
                <span role="status">{runTexts.shownOnly(chosen.value)}</span>
                <button type="button" onClick={() => choose('all')}>
                  {runTexts.showAll}
                </button>
              </>
            )}
          </div>
          <div class="table">
            <Grid
              label={words.grid}
              rowHeading={texts.check.row}
              columns={describeColumns(run.columns)}
              version={`${run.id} ${filter.value}`}
              active={active}
              load={(from, count) => load('results', { filter: filter.value, from, count })}
              wordCell={wordOutcome}
              onRow={(row) => {
                shown.value = row?.cells.at(-1)?.text ?? ''
              }}
            />
            <p class="explanation" aria-live="polite">
              {shown.value}
            </p>
          </div>
        </>
      )}
      <Command text={end.command} />
    </section>
  )
}

/** What cannot be known from here: a person looks it up, and says it. */
function LookUp({ unknown, task }: { unknown: readonly UnknownState[]; task: string }) {
  return (
    <div class="message">
      <h2>{words.unknownTitle(task, unknown.length)}</h2>
      <p>{words.unknownLead}</p>
      <ul>
        {unknown.map(({ reference, row, about, sentAt, problem, answer, refusal }) => (
          <li key={reference}>
            <strong>{about.join(' · ')}</strong> ({texts.check.row} {row}
            {sentAt !== null && `, ${words.sentAt(sentAt)}`}) <span class="quiet">{problem}</span>
            {answer !== null ? (
              <p role="status">{words.answered(answer)}</p>
            ) : (
              <form
                onSubmit={(event) => {
                  event.preventDefault()
                  const text = new FormData(event.currentTarget).get('identifier')
                  if (typeof text === 'string' && text.trim() !== '') void act('unknown', { reference, text })
                }}
              >
                {task === 'decide' ? (
                  <input type="hidden" name="identifier" value="recorded" />
                ) : (
                  <label>
                    {words.identifier(task, row)} <input name="identifier" autocomplete="off" />{' '}
                  </label>
                )}
                <button type="submit">{words.found}</button> <NotCreated reference={reference} />
                {refusal !== null && <p role="alert">{refusal}</p>}
              </form>
            )}
          </li>
        ))}
      </ul>
      <p>{words.afterAnswers}</p>
    </div>
  )
}

/** What is said to be missing is sent again, so one click too many must not say it. */
function NotCreated({ reference }: Pick<UnknownState, 'reference'>) {
  const isAsked = useSignal(false)
  const ask = (asks: boolean): void => {
    isAsked.value = asks
  }
  if (!isAsked.value) {
    return (
      <button type="button" onClick={() => ask(true)}>
        {words.notCreated}
      </button>
    )
  }
  return (
    // The answer is not where the first button was: a double click must not give it.
    <>
      <button type="button" onClick={() => ask(false)}>
        {words.notSure}
      </button>{' '}
      <button type="button" onClick={() => void act('unknown', { reference, text: 'not created' })}>
        {words.sure}
      </button>
    </>
  )
}
