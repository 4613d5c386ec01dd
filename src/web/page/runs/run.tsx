import { labelState } from '../../../messages/states.ts'
import { postAction, type RunState } from '../api.ts'
import { findFieldTitle, Notes, ScreenFrame } from '../components.tsx'
import { Button } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridProps } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { EnvironmentBadge, MessageBox, type Share, ShareBar, Tiles } from '../parts.tsx'
import type { ScreenProps } from '../step.ts'
import { formatDay, formatItems, formatSeconds, say, texts } from '../texts/texts.ts'

const labels = texts.run
const { active } = createGridView('run', 'all')
const refreshMs = 1_000
const widths: Readonly<Record<string, number>> = { outcome: 16, problem: 60, Destination: 20, report: 8 }

export function RunScreen({ state: { run, sheet, destination } }: ScreenProps) {
  if (run === null) return null
  const { stage, rows, settled, inFlight, isStopping, isPaused, question, pace } = run
  const percent = rows === 0 ? 0 : Math.floor((100 * settled) / rows)
  const sent = say(labels.done, { settled, rows })
  const left =
    pace === null
      ? labels.stages[stage]
      : say(labels.pace, { perMinute: pace.perMinute, time: formatSeconds(pace.secondsLeft) })
  const answer = (goesOn: boolean) => postAction('go-on', { goesOn })
  const parts = countParts(run)
  return (
    <ScreenFrame
      class="results"
      title={say(isPaused || question ? labels.pausedAt : labels.sentPart, { percent })}
      lead={`${sent} ${isPaused ? labels.paused : left}`}
      action={
        <>
          <EnvironmentBadge destination={destination} />
          {question !== null ? (
            <>
              <Button label={labels.goOn} onClick={() => answer(true)} />
              <Button class="main" label={labels.noMore} onClick={() => answer(false)} />
            </>
          ) : (
            <>
              <Button disabled={isStopping} label={labels.stop} onClick={() => postAction('stop')} />
              <Button
                class={isPaused ? 'main' : ''}
                disabled={isStopping}
                label={isPaused ? labels.resume : labels.pause}
                onClick={() => postAction('pause', { isPaused: !isPaused })}
              />
            </>
          )}
        </>
      }
    >
      {question !== null && (
        <MessageBox
          tone="doubt"
          role="alert"
          icon="ask"
          message={say(labels.question, {
            rows: question.count,
            message: [findFieldTitle(sheet?.fields ?? [], question.field), question.message].filter(Boolean).join(': '),
          })}
          hint={labels.waits}
        />
      )}
      <section class="card pad stack">
        <ShareBar
          of={parts}
          kind="tall"
          role="progressbar"
          aria-label={texts.steps.run}
          aria-valuemin={0}
          aria-valuemax={Math.max(1, rows)}
          aria-valuenow={settled}
        />
        <Tiles isSmall of={parts} />
      </section>
      <p class="quiet">
        <span role="status">{isStopping ? labels.stopping : ''}</span> {say(labels.onTheirWay, { inFlight })}{' '}
        {labels.mayClose}
      </p>
      <Notes of={run.notes} />
      {stage !== 'load' && (
        <div class="table">
          {/* Rows change all the time; one refresh a second is enough. */}
          <ResultsGrid
            run={run}
            label={labels.grid}
            version={`${Math.floor(Date.now() / refreshMs)}`}
            active={active}
          />
        </div>
      )}
    </ScreenFrame>
  )
}

/** They add up to all rows. */
function countParts({ rows, settled, pending, refused }: RunState): Share[] {
  return [
    { icon: 'good', tone: 'good', title: labels.parts.done, count: Math.max(0, settled - refused) },
    { icon: 'wait', tone: 'wait', title: labels.parts.waiting, count: pending },
    { icon: 'wrong', tone: 'wrong', title: labels.parts.refused, count: refused },
    { icon: 'next', title: labels.parts.left, count: Math.max(0, rows - settled - pending) },
  ]
}

const headlines: Readonly<Record<string, string>> = texts.results.headlines

export function describeHeadline(task: string, { done, items }: NonNullable<RunState['end']>): string {
  return say(headlines[task] ?? '', { done, items: formatItems(task, items) })
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
      formatCell={({ text }, column) => (column === 0 ? describeOutcome(text) : formatDay(text))}
    />
  )
}
