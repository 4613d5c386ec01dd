import { Fragment, type RenderableProps } from 'preact'
import { type DestinationState, download, postThen, state } from '../api.ts'
import { DataTable, FilterChips, ScreenFrame, SearchInput } from '../components.tsx'
import { AskedButton, Button } from '../forms.tsx'
import { Fold, MessageBox, RealService } from '../parts.tsx'
import { go, type ScreenProps } from '../step.ts'
import { formatCount, formatSending, formatTime, say, texts } from '../texts/texts.ts'
import { ConfirmForm, filter, LookFirst, PlanGrid, search, WhatIsDecided } from './plan-parts.tsx'

const labels = texts.decisions

/** Goes on to decide on the results of the last run. */
export function DecideButton(props: { class?: string }) {
  const open = () => postThen('decide', {}, () => go('check'))
  return <Button {...props} disabled={state.value?.busy !== null} label={labels.onResults} onClick={open} />
}

type SealedState = NonNullable<ScreenProps['state']['sealed']>
type OpenSealed = Extract<SealedState, { broken: null }>

export function ReleaseScreen({ state: { sealed, destination } }: ScreenProps) {
  if (sealed === null) return null
  const { run, seal, by, at, left, released } = sealed
  if (sealed.broken === null && sealed.isOwn) return <SealedScreen {...{ sealed, destination }} />
  const time = formatTime(at)
  return (
    <ScreenFrame
      title={say(labels.release, { count: left })}
      lead={say(sealed.broken === null ? labels.unbroken : labels.sealed, { by, time, seal })}
    >
      {sealed.broken === null ? (
        <Releasing sealed={sealed} destination={destination}>
          <WhatIsDecided of={sealed} />
        </Releasing>
      ) : (
        <>
          <MessageBox {...sealed.broken} />
          {released === null && <DropButton run={run} seal={seal} />}
        </>
      )}
    </ScreenFrame>
  )
}

/** For the one who has sealed: the next step is another person's. */
function SealedScreen({ sealed, destination }: { sealed: OpenSealed; destination: DestinationState }) {
  const { seal, by, left: count, plan } = sealed
  return (
    <ScreenFrame
      title={labels.sealedTitle}
      lead={say(labels.waits, { count })}
      action={plan && <Button class="main" label={labels.savePlan} onClick={() => download(plan.name, 'plan-file')} />}
    >
      <ol class="how card">
        <li>{say(labels.saveIt, { file: plan?.name ?? '' })}</li>
        <li>{say(labels.sendIt, { seal })}</li>
        <li>{say(labels.theyType, { count })}</li>
      </ol>
      <WhatIsDecided of={sealed} />
      <Fold title={labels.beside} short={say(labels.another, { by })}>
        <Releasing sealed={sealed} destination={destination} />
      </Fold>
    </ScreenFrame>
  )
}

/** What the second person reads, types and sees: the program's own list, the highest score first. */
function Releasing({
  sealed,
  destination,
  children,
}: RenderableProps<{ sealed: OpenSealed; destination: DestinationState }>) {
  const { run, seal, by, left, plan, released, columns, look, decisions } = sealed
  const countOf = new Map([
    ['look', look],
    ['all', left],
    ...decisions.map(({ name, count }) => [name, count] as const),
  ])
  const shown = countOf.get(filter.value) ? filter.value : 'all'
  return (
    <>
      <div class="two">
        <div class="stack">
          {children}
          <LookFirst of={sealed}>
            <Button
              class="small"
              label={say(labels.showLook, { count: look })}
              onClick={() => (filter.value = 'look')}
            />
          </LookFirst>
          {[
            ...(released === null ? [] : [say(labels.released, { by: released.by, time: formatTime(released.at) })]),
            ...sealed.contradictions,
            ...(sealed.changedSheet === null ? [] : [say(labels.sheetChanged, { file: sealed.changedSheet })]),
            ...sealed.doubts.map((text) => say(labels.doubt, { text })),
          ].map((text) => (
            <p class="message is-doubt" key={text}>
              {text}
            </p>
          ))}
          <RealService destination={destination} />
        </div>
        <ConfirmForm
          inputs={[
            ['by', labels.you, say(labels.notSealer, { by })],
            ['typed', say(labels.type, { count: left }), labels.statement],
          ]}
          button={formatSending('decide', left)}
          path="release"
        >
          <h2>{labels.second}</h2>
        </ConfirmForm>
      </div>
      <div class="bar">
        <FilterChips
          key={seal}
          label={texts.check.filterLabel}
          of={[...countOf].map(([name, count]) => [
            name,
            count,
            chips[name] ?? name,
            name === 'look' ? 'doubt' : undefined,
          ])}
          chosen={shown}
          onChoose={(name) => (filter.value = name)}
        />
        {plan !== null && <Button label={labels.downloadPlan} onClick={() => download(plan.name, 'plan-file')} />}
        {released === null && <DropButton run={run} seal={seal} />}
        <SearchInput of={search} />
      </div>
      <PlanGrid path="sealed" columns={columns} version={seal} query={{ filter: shown, find: search.value }} />
    </>
  )
}

const chips: Readonly<Record<string, string>> = labels.chips

/** Shows a sealed run from the ledger. */
export function openSealed(run: number): Promise<void> {
  return postThen('sealed-run', { run }, () => go('release'))
}

/** Sealed decisions that a second person may release: they stand in the ledger, on whatever computer they were sealed. */
export function SealedRuns({ waiting }: Pick<ScreenProps['state'], 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <>
      <h2>{labels.waiting}</h2>
      <DataTable
        headings={labels.waitingHeadings}
        class="recent"
        classes={['name', 'number', '', '', '', 'when']}
        rows={waiting.map(({ run, file, requests, by, at, until, seal }) => [
          file,
          formatCount(requests),
          by,
          formatTime(at),
          formatTime(until),
          seal,
          <Fragment key={run}>
            <Button class="main" label={labels.look} about={seal} onClick={() => openSealed(run)} />{' '}
            <DropButton run={run} seal={seal} />
          </Fragment>,
        ])}
      />
    </>
  )
}

function DropButton({ run, seal }: { run: number; seal: string }) {
  const drop = () => postThen('drop', { run }, () => go('decisions'))
  return <AskedButton labels={labels.drop} about={seal} onSure={drop} />
}
