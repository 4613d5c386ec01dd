import { scopedSignal } from './api.ts'
import {
  ActionButton,
  BalanceTable,
  Button,
  findFieldTitle,
  ScreenFrame,
  SendSummary,
  TextList,
} from './components.tsx'
import type { CellPosition } from './grid.tsx'
import { ResultsGrid } from './results-grid.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'

const labels = texts.run
const active = scopedSignal<CellPosition>('run', { row: 0, column: 0 })
const refreshMs = 1_000

export function RunScreen({ state: { run, place, sheet }, go }: ScreenProps) {
  if (run === null) return null
  const { stage, rows, settled, inFlight, pending, isStopping, isPaused, question, end } = run
  return (
    <ScreenFrame class="results" title={texts.steps.run}>
      <SendSummary place={place}>{texts.plan.send(run.task, run.toSend)}</SendSummary>
      {end === null ? (
        <>
          <p>{labels.stages[stage]}</p>
          <progress max={Math.max(1, rows)} value={settled} aria-label={texts.steps.run} />
          <p>{labels.going(settled, rows, inFlight, pending)}</p>
          {question !== null && (
            <div class="message error" role="alert">
              <p>
                {labels.question(question.count, findFieldTitle(sheet?.fields ?? [], question.field), question.message)}
              </p>
              <ActionButton path="go-on" body={{ goesOn: true }}>
                {labels.goOn}
              </ActionButton>{' '}
              <ActionButton path="go-on" body={{ goesOn: false }}>
                {labels.noMore}
              </ActionButton>
            </div>
          )}
          <p>
            <ActionButton path="pause" body={{ isPaused: !isPaused }} disabled={isStopping}>
              {isPaused ? labels.resume : labels.pause}
            </ActionButton>{' '}
            <ActionButton path="stop" disabled={isStopping}>
              {labels.stop}
            </ActionButton>{' '}
            <span role="status">{isStopping ? labels.stopping : isPaused ? labels.paused : ''}</span>
          </p>
          <p class="quiet">{labels.mayClose}</p>
        </>
      ) : (
        <>
          <p role="status">{labels.ended}</p>
          <p>
            <Button class="main" onClick={() => go('results')}>
              {labels.toResults}
            </Button>
          </p>
        </>
      )}
      <BalanceTable of={run.counts.filter(({ count }) => count > 0)} describe={({ state }) => [texts.state(state)]} />
      <TextList of={run.notes} />
      {stage !== 'load' && (
        <div class="table">
          <ResultsGrid
            run={run}
            label={labels.grid}
            filter="all"
            // Rows change all the time; one refresh a second is enough.
            version={end === null ? `${Math.floor(Date.now() / refreshMs)}` : 'ended'}
            active={active}
          />
        </div>
      )}
    </ScreenFrame>
  )
}
