import { postAction, type RunState } from '../api.ts'
import { BalanceTable, findFieldTitle, ScreenFrame, SendSummary, TextList } from '../components.tsx'
import { Button } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridProps } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { go, type ScreenProps } from '../step.ts'
import { texts } from '../texts/texts.ts'

const labels = texts.run
const { active } = createGridView('run', 'all')
const refreshMs = 1_000
const widths: Readonly<Record<string, number>> = { outcome: 16, problem: 60, Destination: 20, report: 8 }

export function RunScreen({ state: { run, destination, sheet } }: ScreenProps) {
  if (run === null) return null
  const { stage, rows, settled, inFlight, pending, isStopping, isPaused, question, pace, end } = run
  return (
    <ScreenFrame
      class="results"
      title={texts.steps.run}
      lead={
        end === null ? (
          <SendSummary destination={destination}>{texts.plan.send(run.task, run.toSend)}</SendSummary>
        ) : (
          texts.results.headline(run.task, end.done, end.rows)
        )
      }
      action={
        end === null ? (
          <Button
            class="main"
            disabled={isStopping}
            label={isPaused ? labels.resume : labels.pause}
            onClick={() => postAction('pause', { isPaused: !isPaused })}
          />
        ) : (
          <Button class="main" label={labels.toResults} onClick={() => go('results')} />
        )
      }
    >
      {end === null && (
        <>
          <p>{labels.stages[stage]}</p>
          <RunBar run={run} />
          <p>
            {labels.going(settled, rows, inFlight, pending)}
            {pace !== null && ` · ${labels.pace(pace.perMinute, pace.secondsLeft)}`}
          </p>
          {question !== null && (
            <div class="message error" role="alert">
              <p>
                {labels.question(question.count, findFieldTitle(sheet?.fields ?? [], question.field), question.message)}
              </p>
              <Button label={labels.goOn} onClick={() => postAction('go-on', { goesOn: true })} />{' '}
              <Button label={labels.noMore} onClick={() => postAction('go-on', { goesOn: false })} />
            </div>
          )}
          <p>
            <Button disabled={isStopping} label={labels.stop} onClick={() => postAction('stop')} />{' '}
            <span role="status">{isStopping ? labels.stopping : isPaused ? labels.paused : ''}</span>
          </p>
          <p class="quiet">{labels.mayClose}</p>
        </>
      )}
      <BalanceTable of={run.counts.filter(({ count }) => count > 0)} describe={({ state }) => [texts.state(state)]} />
      <TextList of={run.notes} />
      {stage !== 'load' && (
        <div class="table">
          <ResultsGrid
            run={run}
            label={labels.grid}
            // Rows change all the time; one refresh a second is enough.
            version={end === null ? `${Math.floor(Date.now() / refreshMs)}` : 'ended'}
            active={active}
          />
        </div>
      )}
    </ScreenFrame>
  )
}

type ResultsGridProps = Omit<GridProps, 'path' | 'columns' | 'formatCell'> & { run: RunState }

export function ResultsGrid({ run: { id, columns }, version, ...rest }: ResultsGridProps) {
  return (
    <Grid
      {...rest}
      path="results"
      columns={columns.map(({ heading }) => ({ heading, width: widths[heading] ?? Math.max(12, heading.length + 4) }))}
      version={`${id} ${version}`}
      formatCell={({ text }, column) => (column === 0 ? texts.results.outcome(text) : text)}
    />
  )
}

/** Done, waiting for scores, refused, and left: four colours, said in words beside it. */
function RunBar({ run: { rows, settled, pending, refused } }: { run: RunState }) {
  const all = Math.max(1, rows)
  const parts = [
    ['done', settled - refused],
    ['waiting', pending],
    ['refused', refused],
  ] as const
  return (
    <div
      class="run-bar"
      role="progressbar"
      aria-label={texts.steps.run}
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={settled}
    >
      {parts.map(([name, count]) => (
        <span key={name} class={name} style={{ width: `${(100 * Math.max(0, count)) / all}%` }} />
      ))}
    </div>
  )
}
