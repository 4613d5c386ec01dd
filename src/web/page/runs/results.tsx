import { describeShownLine, labelState } from '../../../messages/states.ts'
import { postAction, type RunState, scopedSignal } from '../api.ts'
import {
  BalanceTable,
  CommandLineHint,
  DownloadButton,
  FilterChips,
  openPlan,
  ScreenFrame,
  SearchInput,
} from '../components.tsx'
import { DecideButton, openSealed } from '../decisions/sealed-runs.tsx'
import { AskedButton, Button, SubmitButton, SubmitForm, TextInput } from '../forms.tsx'
import { focusGrid } from '../grid/grid.tsx'
import { type CellPosition, createGridView } from '../grid/view.ts'
import { MessageBox } from '../parts.tsx'
import { goToProblems } from '../sheet/check.tsx'
import { signal } from '../signals.ts'
import { go, type ScreenProps } from '../step.ts'
import { formatItems, formatStateCounts, formatTime, say, texts } from '../texts/texts.ts'
import { describeHeadline, ResultsGrid } from './run.tsx'
import { ScoreCharts } from './score-charts.tsx'

const labels = texts.results
const { active, filter, search, sort, showSheetOrder } = createGridView<string>('run', 'all')
const activeProblem = signal('')
const chartSelection = scopedSignal('run', '')

function selectRows(name: string, what = '', place: CellPosition = { row: 0, column: 0 }): void {
  filter.value = name
  showSheetOrder()
  chartSelection.value = what
  active.value = place
}

export function ResultsScreen({ state: { run, busy, sheet, check } }: ScreenProps) {
  const end = run?.end
  if (run === null || !end) return null
  const outcomes = new Map([['all', end.rows]])
  for (const { state, count } of end.balance) outcomes.set(state, (outcomes.get(state) ?? 0) + count)
  const toCorrect = end.refused > 0 && check !== null ? check.refused : 0
  const wrong = outcomes.get('invalid') ?? 0
  const { released } = run
  const canGoOn = end.isLeft && (sheet !== null || released !== null)
  const wishes = [
    run.unknown.length > 0 && {
      label: say(labels.lookUp, { items: formatItems(run.task, run.unknown.length) }),
      act: () => document.getElementById('look-up')?.focus(),
    },
    toCorrect > 0 && { label: say(labels.refused, { count: toCorrect }), act: () => goToProblems('refused') },
    wrong > 0 && check !== null && { label: say(labels.wrong, { count: wrong }), act: () => goToProblems('wrong') },
    canGoOn && {
      label: labels.goOn,
      act: () => (released === null ? openPlan() : openSealed(released.run)),
      isOff: busy !== null,
    },
  ].filter((wish) => wish !== false)
  const [first, ...others] = wishes
  return (
    <ScreenFrame
      class="results"
      title={describeHeadline(run.task, end)}
      lead={
        end.open.length === 0 ? labels.allDone : say(labels.needsYou, { states: formatStateCounts(end.open, ', ') })
      }
      action={
        first === undefined ? (
          end.output !== null && <DownloadButton label={labels.download} file={end.output} path="output" class="main" />
        ) : (
          <Button class="main" disabled={first.isOff} label={first.label} onClick={first.act} />
        )
      }
    >
      <div class="bar">
        {end.output === null
          ? labels.noOutput
          : first && <DownloadButton label={labels.download} file={end.output} path="output" />}
        {run.task === 'assess' && end.output !== null && <DecideButton />}
        {others.map(({ label, act, isOff }) => (
          <Button key={label} disabled={isOff} label={label} onClick={act} />
        ))}
      </div>
      {end.error !== null && <MessageBox {...end.error} />}
      {end.halt !== null && (
        <MessageBox message={labels.stopped} hint={end.halt}>
          {end.isTokenRefused && <Button label={texts.settings.toSettings} onClick={() => go('settings')} />}
        </MessageBox>
      )}
      {end.spilled > 0 && <MessageBox message={labels.spilled} hint={labels.keepSpilled} />}
      <ScoreCharts
        run={run}
        onChoose={(...choice) => {
          selectRows(...choice)
          focusGrid()
        }}
      >
        <BalanceTable of={end.balance} describe={(line) => [labelState(line.state), describeShownLine(line)]} />
        {released !== null && <p>{describeRelease(released)}</p>}
        {end.orphans > 0 && (
          <p>{say(labels.orphans, { items: formatItems(run.task, end.orphans), count: end.orphans })}</p>
        )}
      </ScoreCharts>
      {run.unknown.length > 0 && <UnknownRows unknown={run.unknown} task={run.task} />}
      {end.rows > 0 && (
        <>
          <div class="bar">
            <FilterChips
              label={labels.filterLabel}
              of={[...outcomes].map(([name, count]) => [
                name,
                count,
                name === 'all' ? texts.check.filters.all : labelState(name),
              ])}
              chosen={filter.value}
              onChoose={selectRows}
            />
            <SearchInput of={search} />
            {chartSelection.value !== '' && (
              <>
                <span role="status">{say(labels.shownOnly, { what: chartSelection.value })}</span>
                <Button label={labels.showAll} onClick={() => selectRows('all')} />
              </>
            )}
          </div>
          <div class="table">
            <ResultsGrid
              run={run}
              label={labels.grid}
              version=""
              query={{ filter: filter.value, find: search.value, sort: sort.value }}
              active={active}
              sort={sort}
              onRow={(row) => (activeProblem.value = row?.cells.at(-1)?.text ?? '')}
            />
            <p class="explanation" aria-live="polite" hidden={activeProblem.value === ''}>
              {activeProblem.value}
            </p>
          </div>
        </>
      )}
      <CommandLineHint text={end.command} />
    </ScreenFrame>
  )
}

function describeRelease({ sealedBy, by, isSameAccount }: NonNullable<RunState['released']>): string {
  return say(isSameAccount ? texts.decisions.sameAccount : texts.decisions.twoPeople, { sealedBy, by })
}

/** Rows with an unknown outcome: a person looks them up, and answers here. */
function UnknownRows({ unknown, task }: { unknown: RunState['unknown']; task: string }) {
  return (
    <div class="message">
      <h2 id="look-up" tabIndex={-1}>
        {say(labels.lookUp, { items: formatItems(task, unknown.length) })}
      </h2>
      <p>{labels.unknownLead}</p>
      <ul>
        {unknown.map(({ reference, row, about, sentAt, problem, answer, refusal }) => (
          <li key={reference}>
            <strong>{about.join(' · ')}</strong> ({texts.row} {row}
            {sentAt !== null && `, ${say(labels.sentAt, { time: formatTime(sentAt) })}`}){' '}
            <span class="quiet">{problem}</span>
            {answer !== null ? (
              <p role="status">{say(labels.answered, { answer })}</p>
            ) : (
              <SubmitForm onSend={({ identifier: text }) => text?.trim() && postAction('unknown', { reference, text })}>
                {task === 'decide' ? (
                  <input type="hidden" name="identifier" value="recorded" />
                ) : (
                  <TextInput
                    label={say(task === 'invite' ? labels.userId : labels.assessmentId, { row })}
                    name="identifier"
                  />
                )}
                <SubmitButton label={labels.found} />{' '}
                <AskedButton
                  labels={labels.notCreated}
                  onSure={() => postAction('unknown', { reference, text: 'not created' })}
                />
                {refusal !== null && <p role="alert">{refusal}</p>}
              </SubmitForm>
            )}
          </li>
        ))}
      </ul>
      <p>{labels.afterAnswers}</p>
    </div>
  )
}
