import { signalOf } from './api.ts'
import type { GridPlace } from './grid.tsx'
import { Act, Balance, Button, Lead, List, ScreenFrame, titleOf } from './parts.tsx'
import { ResultsGrid } from './results-grid.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'

const words = texts.run
const active = signalOf<GridPlace>('run', { row: 0, column: 0 })
const refreshMs = 1_000

export function RunScreen({ state: { run, place, sheet }, go }: ScreenProps) {
  if (run === null) return null
  const { stage, rows, settled, inFlight, pending, isStopping, isPaused, question, end } = run
  return (
    <ScreenFrame class="results" title={texts.steps.run}>
      <Lead place={place}>{texts.plan.send(run.task, run.toSend)}</Lead>
      {end === null ? (
        <>
          <p>{words.stages[stage]}</p>
          <progress max={Math.max(1, rows)} value={settled} aria-label={texts.steps.run} />
          <p>{words.going(settled, rows, inFlight, pending)}</p>
          {question !== null && (
            <div class="message error" role="alert">
              <p>{words.question(question.count, titleOf(sheet?.fields ?? [], question.field), question.message)}</p>
              <Act path="go-on" wish={{ goesOn: true }}>
                {words.goOn}
              </Act>{' '}
              <Act path="go-on" wish={{ goesOn: false }}>
                {words.noMore}
              </Act>
            </div>
          )}
          <p>
            <Act path="pause" wish={{ isPaused: !isPaused }} disabled={isStopping}>
              {isPaused ? words.resume : words.pause}
            </Act>{' '}
            <Act path="stop" disabled={isStopping}>
              {words.stop}
            </Act>{' '}
            <span role="status">{isStopping ? words.stopping : isPaused ? words.paused : ''}</span>
          </p>
          <p class="quiet">{words.mayClose}</p>
        </>
      ) : (
        <>
          <p role="status">{words.ended}</p>
          <p>
            <Button class="main" onClick={() => go('results')}>
              {words.toResults}
            </Button>
          </p>
        </>
      )}
      <Balance of={run.counts.filter(({ count }) => count > 0)} words={({ state }) => [texts.state(state)]} />
      <List of={run.notes} />
      {stage !== 'load' && (
        <div class="table">
          <ResultsGrid
            run={run}
            label={words.grid}
            filter="all"
            // The rows move on; once a second is enough to watch them.
            version={end === null ? `${Math.floor(Date.now() / refreshMs)}` : 'ended'}
            active={active}
          />
        </div>
      )}
    </ScreenFrame>
  )
}
