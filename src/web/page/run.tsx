import { act, load } from './api.ts'
import { Grid, type GridPlace } from './grid.tsx'
import { describeColumns, wordOutcome } from './results-grid.ts'
import { signal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { runTexts } from './texts-runs.ts'
import { formatCount } from './words.ts'

const words = texts.run
const active = signal<GridPlace>({ row: 0, column: 0 })
const refreshMs = 1_000

export function RunScreen({ state: { run, place }, go }: ScreenProps) {
  if (run === null) return null
  const { task, stage, rows, settled, inFlight, pending, counts, isStopping, isPaused, notes, question, end, toSend } =
    run
  const what = question === null ? '' : [question.field, question.message].filter(Boolean).join(': ')
  return (
    <section class="results">
      <h1 tabIndex={-1}>{words.title}</h1>
      <p class="lead">
        {texts.plan.send(task, toSend)} {texts.plan.at} {texts.address(place)}{' '}
        <span class={`place ${place.kind}`}>{texts.place(place)}</span>
      </p>
      {end === null ? (
        <>
          <p>{words.stages[stage]}</p>
          <progress max={Math.max(1, rows)} value={settled} aria-label={words.title} />
          <p>{[words.going(settled, rows), words.inFlight(inFlight), words.pending(pending)].join(' · ')}</p>
          {question !== null && (
            <div class="message error" role="alert">
              <p>{words.question(question.count, what)}</p>
              <button type="button" onClick={() => void act('go-on', { goesOn: true })}>
                {words.goOn}
              </button>{' '}
              <button type="button" onClick={() => void act('go-on', { goesOn: false })}>
                {words.noMore}
              </button>
            </div>
          )}
          <p>
            <button type="button" disabled={isStopping} onClick={() => void act('pause', { isPaused: !isPaused })}>
              {isPaused ? runTexts.goOn : runTexts.pause}
            </button>{' '}
            <button type="button" disabled={isStopping} onClick={() => void act('stop')}>
              {words.stop}
            </button>{' '}
            <span role="status">{isStopping ? words.stopping : isPaused ? runTexts.paused : ''}</span>
          </p>
          <p class="quiet">{words.mayClose}</p>
        </>
      ) : (
        <>
          <p role="status">{words.ended}</p>
          <p>
            <button type="button" class="main" onClick={() => go('results')}>
              {words.toResults}
            </button>
          </p>
        </>
      )}
      <table>
        <tbody>
          {counts
            .filter(({ count }) => count > 0)
            .map(({ state, count }) => (
              <tr key={state}>
                <td class="number">{formatCount(count)}</td>
                <td>{texts.state(state)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
      {stage !== 'load' && (
        <div class="table">
          <Grid
            label={runTexts.grid}
            rowHeading={texts.check.row}
            columns={describeColumns(run.columns)}
            // The rows move on; once a second is enough to watch them.
            version={`${run.id} ${end === null ? Math.floor(Date.now() / refreshMs) : 'ended'}`}
            active={active}
            load={(from, count) => load('results', { filter: 'all', from, count })}
            wordCell={wordOutcome}
          />
        </div>
      )}
    </section>
  )
}
