import { labelState } from '../../../messages/states.ts'
import { postAction, type RunState } from '../api.ts'
import { findFieldTitle, ScreenFrame, TextList } from '../components.tsx'
import { Button } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridProps } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { EnvironmentBadge, Fold, MessageBox, type Share, ShareBar, Tiles } from '../parts.tsx'
import { go, type ScreenProps } from '../step.ts'
import { formatItems, formatSeconds, say, texts } from '../texts/texts.ts'

const labels = texts.run
const { active } = createGridView('run', 'all')
const refreshMs = 1_000
const widths: Readonly<Record<string, number>> = { outcome: 16, problem: 60, Destination: 20, report: 8 }

export function RunScreen({ state: { run, sheet, destination } }: ScreenProps) {
  if (run === null) return null
  const { stage, rows, settled, inFlight, isStopping, isPaused, question, pace, end } = run
  const percent = rows === 0 ? 0 : Math.floor((100 * settled) / rows)
  const sent = say(labels.done, { settled, rows })
  const left =
    pace === null
      ? labels.stages[stage]
      : say(labels.pace, { perMinute: pace.perMinute, time: formatSeconds(pace.secondsLeft) })
  const answer = (goesOn: boolean) => postAction('go-on', { goesOn })
  return (
    <ScreenFrame
      class="results"
      title={
        end === null ? say(isPaused || question ? labels.pausedAt : labels.sentPart, { percent }) : texts.steps.run
      }
      lead={end === null ? `${sent} ${isPaused ? labels.paused : left}` : describeHeadline(run.task, end)}
      action={
        <>
          <EnvironmentBadge destination={destination} />
          {end !== null ? (
            <Button class="main" label={labels.toResults} onClick={() => go('results')} />
          ) : question !== null ? (
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
      {end === null && (
        <>
          <section class="card pad stack">
            <RunBar run={run} />
            <Tiles isSmall of={countParts(run)} />
          </section>
          <p class="quiet">
            <span role="status">{isStopping ? labels.stopping : ''}</span> {say(labels.onTheirWay, { inFlight })}{' '}
            {labels.mayClose}
          </p>
        </>
      )}
      {run.notes.length > 0 && (
        <Fold title={texts.check.notes} count={run.notes.length} short={run.notes.at(-1)}>
          <TextList of={run.notes} />
        </Fold>
      )}
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

export function describeHeadline(task: string, { done, meant }: NonNullable<RunState['end']>): string {
  return say(headlines[task] ?? '', { done, items: formatItems(task, meant) })
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

function RunBar({ run }: { run: RunState }) {
  const max = Math.max(1, run.rows)
  const facts = {
    'aria-label': texts.steps.run,
    'aria-valuemin': 0,
    'aria-valuemax': max,
    'aria-valuenow': run.settled,
  }
  return <ShareBar of={countParts(run)} kind="tall" role="progressbar" {...facts} />
}
