import { labelState } from '../../../messages/states.ts'
import { download, scopedSignal } from '../api.ts'
import { CommandLineHint, FilterChips, Notes, openPlan, ScreenFrame, SearchInput } from '../components.tsx'
import { DecideButton, openSealed } from '../decisions/sealed-runs.tsx'
import { ShareForm } from '../decisions/shared-out.tsx'
import { Button } from '../forms.tsx'
import { focusGrid } from '../grid/grid.tsx'
import { type CellPosition, createGridView } from '../grid/view.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Card, MessageBox, tones } from '../parts.tsx'
import { goToProblems } from '../sheet/check.tsx'
import { describeGroup } from '../sheet/problems.tsx'
import { signal } from '../signals.ts'
import { go, type ScreenProps } from '../step.ts'
import { baseName, formatItems, formatStateCounts, say, texts } from '../texts/texts.ts'
import { LookUpRow } from './look-up-row.tsx'
import { describeHeadline, ResultsGrid } from './run.tsx'
import { ScoreCharts } from './score-charts.tsx'
import { UndoForm } from './undo.tsx'

const labels = texts.results
const shownCauses = 2
const { active, filter, search, sort, showSheetOrder } = createGridView<string>('run', 'all')
const activeProblem = signal('')
const chartSelection = scopedSignal('run', '')

function selectRows(name: string, what = '', place: CellPosition = { row: 0, column: 0 }): void {
  filter.value = name
  showSheetOrder()
  chartSelection.value = what
  active.value = place
}

interface Need {
  icon: IconName
  title?: string
  about?: string
  label: string
  act(): unknown
  /** The service may have changed what it takes. */
  isRetried?: boolean
}

/** What a person must do, the most urgent first: the main button. */
function listNeeds({ run, check, sheet }: ScreenProps['state']): Need[] {
  const { end = null, unknown = [], task = '', released = null } = run ?? {}
  if (end === null) return []
  const open = unknown.filter(({ answer }) => answer === null)
  const needs: Need[] = []
  if (open.length > 0) {
    const act = () =>
      document.querySelector<HTMLElement>('.lines form :is(input, button):not([type="hidden"])')?.focus()
    needs.push({ icon: 'ask', label: say(labels.lookUp, { items: formatItems(task, open.length) }), act })
  }
  for (const kind of ['refused', 'wrong'] as const) {
    const count = Math.min(end[kind], check?.[kind] ?? 0)
    if (sheet === null || count === 0) continue
    const causes = check?.groups.filter((group) => group.kind === kind).slice(0, shownCauses) ?? []
    const items = formatItems(task, count)
    needs.push({
      icon: 'wrong',
      title: kind === 'refused' ? say(labels.refused, { count, items }) : say(labels.wrong, { count, items }),
      about: causes.map((group) => describeGroup({ group, sheet })).join(' · '),
      label: say(labels.correct, { items }),
      act: () => goToProblems(kind),
      isRetried: kind === 'refused',
    })
  }
  if ((end.isLeft || open.length < unknown.length) && (sheet !== null || released !== null)) {
    const act = () => (released === null ? openPlan() : openSealed(released.run))
    needs.push({ icon: 'next', title: labels.rest, label: labels.goOn, act })
  }
  return needs
}

export function ResultsScreen({ state }: ScreenProps) {
  const { run } = state
  const end = run?.end
  if (run === null || !end) return null
  const { task, unknown, released } = run
  const outcomes = new Map([['all', end.rows]])
  for (const { state, count } of end.balance) outcomes.set(state, (outcomes.get(state) ?? 0) + count)
  const needs = listNeeds(state)
  const [first] = needs
  const { output } = end
  return (
    <ScreenFrame
      class="results"
      title={describeHeadline(task, end)}
      lead={
        <>
          {end.high > 0 && <b>{say(labels.high, { count: end.high, items: formatItems(task, end.high) })}</b>}{' '}
          {end.open.length === 0 ? labels.allDone : say(labels.needsYou, { states: formatStateCounts(end.open, ', ') })}
        </>
      }
      action={
        <>
          {task === 'assess' && output !== null && <DecideButton />}
          {output !== null && (
            <Button class={first ? '' : 'main'} label={labels.download} onClick={() => download(output.name)} />
          )}
          {first && <Button class="main" label={first.label} onClick={first.act} />}
        </>
      }
    >
      {needs.length > 0 && (
        <Card title={labels.needs}>
          <ul class="lines">
            {unknown.map((row) => (
              <LookUpRow key={row.reference} row={row} task={task} />
            ))}
            {needs.map(
              ({ icon, title, about, label, act, isRetried }, index) =>
                title !== undefined && (
                  <li key={title} class="bar">
                    <Icon name={icon} kind={`is-${icon}`} />
                    <p class="grow">
                      <strong>{title}</strong>
                      <br />
                      <span class="quiet">{about}</span>
                    </p>
                    {isRetried && (
                      <Button class="link" label={labels.unchanged} onClick={() => openPlan({ isRetry: true })} />
                    )}
                    {/* The first one is the main button. */}
                    {index > 0 && <Button label={label} onClick={act} />}
                  </li>
                ),
            )}
          </ul>
        </Card>
      )}
      {output === null && <p>{labels.noOutput}</p>}
      {end.error !== null && <MessageBox {...end.error} />}
      {end.halt !== null && (
        <MessageBox message={labels.stopped} hint={end.halt}>
          {end.isTokenRefused && <Button label={texts.settings.toSettings} onClick={() => go('settings')} />}
        </MessageBox>
      )}
      {end.spilled > 0 && <MessageBox message={labels.spilled} hint={labels.keepSpilled} />}
      {released !== null && (
        <p>
          {say(released.isSameAccount ? texts.decisions.sameAccount : texts.decisions.twoPeople, {
            sealedBy: released.sealedBy,
            by: released.by,
          })}
        </p>
      )}
      {end.orphans > 0 && <p>{say(labels.orphans, { items: formatItems(task, end.orphans), count: end.orphans })}</p>}
      {task === 'assess' && output !== null && <ShareForm shareable={state.shareable} />}
      <ScoreCharts
        run={run}
        onChoose={(...choice) => {
          selectRows(...choice)
          focusGrid()
        }}
      />
      <Notes of={run.notes} />
      {end.rows > 0 && (
        <>
          <div class="bar">
            <FilterChips
              label={labels.filterLabel}
              of={[...outcomes].map(([name, count]) => [
                name,
                count,
                name === 'all' ? texts.check.filters.all : labelState(name),
                tones[name],
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
      {output !== null && (
        <p class="quiet" title={output.folder}>
          {say(texts.standsIn, { name: output.name, folder: baseName(output.folder) })}
        </p>
      )}
      {end.number !== null && task !== 'invite' && <UndoForm task={task} number={end.number} undo={state.undo} />}
      <CommandLineHint text={end.command} />
    </ScreenFrame>
  )
}
