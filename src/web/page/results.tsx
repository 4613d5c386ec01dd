import type { UnknownState } from '../protocol.ts'
import { act, signalOf } from './api.ts'
import { showRefused } from './check.tsx'
import { Command } from './command.tsx'
import { Typing, WishForm } from './forms.tsx'
import { focusGrid, type GridPlace } from './grid.tsx'
import { Act, Balance, Button, Chips, Download, ErrorBox, goToPlan, ScreenFrame } from './parts.tsx'
import { Pictures } from './pictures.tsx'
import { ResultsGrid } from './results-grid.tsx'
import { signal, useSignal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'

const words = texts.results
const active = signalOf<GridPlace>('run', { row: 0, column: 0 })
const filter = signalOf('run', 'all')
/** What is wrong in the active row. */
const shown = signal('')
/** What was chosen in a picture. */
const chosen = signalOf('run', '')

function choose(name: string, what = '', place: GridPlace = { row: 0, column: 0 }): void {
  filter.value = name
  chosen.value = what
  active.value = place
}

export function ResultsScreen({ state: { run, busy, sheet, check }, go }: ScreenProps) {
  const end = run?.end
  if (run === null || !end) return null
  const outcomes = new Map([['all', end.rows]])
  for (const { state, count } of end.balance) outcomes.set(state, (outcomes.get(state) ?? 0) + count)
  return (
    <ScreenFrame class="results" title={texts.steps.results}>
      {end.error !== null && <ErrorBox {...end.error} />}
      {end.halt !== null && <ErrorBox message={words.stopped} hint={texts.halt(end.halt)} />}
      {end.spilled > 0 && <ErrorBox message={words.spilled} hint={words.keepSpilled} />}
      <Pictures
        run={run}
        onChoose={(...choice) => {
          choose(...choice)
          focusGrid()
        }}
      >
        <Balance of={end.balance} words={(line) => [texts.state(line.state), texts.meaning(line)]} />
        {end.orphans > 0 && <p>{words.orphans(run.task, end.orphans)}</p>}
        <p>
          {end.output === null ? words.noOutput : <Download {...end.output} path="output" class="main" />}{' '}
          {end.isLeft && sheet !== null && (
            <Button disabled={busy !== null} onClick={() => void goToPlan(go)}>
              {words.goOn}
            </Button>
          )}{' '}
          {end.refused > 0 && check !== null && check.refused > 0 && (
            <Button
              onClick={() => {
                showRefused()
                go('check')
              }}
            >
              {words.refused(check.refused)}
            </Button>
          )}{' '}
          {run.unknown.length > 0 && (
            <Button onClick={() => document.getElementById('look-up')?.focus()}>
              {words.lookUp(run.task, run.unknown.length)}
            </Button>
          )}
        </p>
      </Pictures>
      {run.unknown.length > 0 && <LookUp unknown={run.unknown} task={run.task} />}
      {end.rows > 0 && (
        <>
          <div class="bar">
            <Chips
              label={words.filterLabel}
              of={[...outcomes].map(([name, count]) => [
                name,
                count,
                name === 'all' ? texts.check.filters.all : texts.state(name),
              ])}
              chosen={filter.value}
              onChoose={choose}
            />
            {chosen.value !== '' && (
              <>
                <span role="status">{words.shownOnly(chosen.value)}</span>
                <Button onClick={() => choose('all')}>{words.showAll}</Button>
              </>
            )}
          </div>
          <div class="table">
            <ResultsGrid
              run={run}
              label={words.grid}
              filter={filter.value}
              version={filter.value}
              active={active}
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
    </ScreenFrame>
  )
}

/** What cannot be known from here: a person looks it up, and says it. */
function LookUp({ unknown, task }: { unknown: readonly UnknownState[]; task: string }) {
  return (
    <div class="message">
      <h2 id="look-up" tabIndex={-1}>
        {words.lookUp(task, unknown.length)}
      </h2>
      <p>{words.unknownLead}</p>
      <ul>
        {unknown.map(({ reference, row, about, sentAt, problem, answer, refusal }) => (
          <li key={reference}>
            <strong>{about.join(' · ')}</strong> ({texts.row} {row}
            {sentAt !== null && `, ${words.sentAt(sentAt)}`}) <span class="quiet">{problem}</span>
            {answer !== null ? (
              <p role="status">{words.answered(answer)}</p>
            ) : (
              <WishForm onSend={({ identifier: text }) => void (text?.trim() && act('unknown', { reference, text }))}>
                {task === 'decide' ? (
                  <input type="hidden" name="identifier" value="recorded" />
                ) : (
                  <Typing label={words.identifier(task, row)} name="identifier" />
                )}
                <button type="submit">{words.found}</button> <NotCreated reference={reference} />
                {refusal !== null && <p role="alert">{refusal}</p>}
              </WishForm>
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
  const ask = (asks: boolean) => () => {
    isAsked.value = asks
  }
  if (!isAsked.value) return <Button onClick={ask(true)}>{words.notCreated}</Button>
  return (
    // The answer is not where the first button was: a double click must not give it.
    <>
      <Button onClick={ask(false)}>{words.notSure}</Button>{' '}
      <Act path="unknown" wish={{ reference, text: 'not created' }}>
        {words.sure}
      </Act>
    </>
  )
}
