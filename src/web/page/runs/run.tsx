import { labelState } from '../../../messages/states.ts'
import { postAction, type RunState } from '../api.ts'
import { BalanceTable, findFieldTitle, ScreenFrame, SendSummary, TextList } from '../components.tsx'
import { Button } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridProps } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { go, type ScreenProps } from '../step.ts'
import { formatItems, formatSeconds, formatSending, say, texts } from '../texts/texts.ts'

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
          <SendSummary destination={destination}>{formatSending(run.task, run.toSend)}</SendSummary>
        ) : (
          describeHeadline(run.task, end)
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
            {say(labels.going, { settled, rows, inFlight, pending })}
            {pace !== null &&
              ` · ${say(labels.pace, { perMinute: pace.perMinute, time: formatSeconds(pace.secondsLeft) })}`}
          </p>
          {question !== null && (
            <div class="message error" role="alert">
              <p>
                {say(labels.question, {
                  rows: question.count,
                  message: [findFieldTitle(sheet?.fields ?? [], question.field), question.message]
                    .filter(Boolean)
                    .join(': '),
                })}
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
      <BalanceTable of={run.counts.filter(({ count }) => count > 0)} describe={({ state }) => [labelState(state)]} />
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

const headlines: Readonly<Record<string, string>> = texts.results.headlines

export function describeHeadline(task: string, { done, rows }: NonNullable<RunState['end']>): string {
  return say(headlines[task] ?? '', { done, items: formatItems(task, rows) })
}

function describeOutcome(outcome: string): string {
  const code = outcome.replace(/ earlier$/, '')
  const state = labelState(code)
  return code === outcome ? state : say(texts.results.earlier, { state })
}

type ResultsGridProps = Omit<GridProps, 'path' | 'columns' | 'formatCell'> & { run: RunState }

export function ResultsGrid({ run: { id, columns }, version, ...rest }: ResultsGridProps) {
  return (
    <Grid
      {...rest}
      path="results"
      columns={columns.map(({ heading }) => ({ heading, width: widths[heading] ?? Math.max(12, heading.length + 4) }))}
      version={`${id} ${version}`}
      formatCell={({ text }, column) => (column === 0 ? describeOutcome(text) : text)}
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
