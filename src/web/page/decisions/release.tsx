import type { RenderableProps } from 'preact'
import { highFrom } from '../../../messages/score-colours.ts'
import { download, type PlanState, postThen, state } from '../api.ts'
import { FilterChips, ScreenFrame, SearchInput } from '../components.tsx'
import { Button, SubmitButton, SubmitForm, TextInput } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridProps } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { Card, Fold, MessageBox, RealService } from '../parts.tsx'
import { findNextStep, go, type ScreenProps } from '../step.ts'
import { formatCount, formatSending, formatTime, say, texts } from '../texts/texts.ts'
import { DropButton } from './sealed-runs.tsx'

const labels = texts.decisions
const { active, filter, search } = createGridView<string>('sheetId', 'all')

interface ConfirmFormProps {
  /** Name and label of the required inputs. */
  inputs: readonly (readonly [name: string, label: string])[]
  button: string
  path: string
  body?: object
  /** Of the button. */
  kind?: string
  class?: string
  isOff?: boolean
}

/** What was sealed is shown; what is sent is followed. */
function ConfirmForm(props: RenderableProps<ConfirmFormProps>) {
  const { inputs, button, path, body, kind = 'main', class: own = 'confirm', isOff = false, children } = props
  const goOn = (next: ScreenProps['state']) => go(path === 'seal' ? 'release' : findNextStep(next))
  return (
    <SubmitForm class={own} onSend={(typed) => postThen(path, { ...body, ...typed }, goOn)}>
      {children}
      {inputs.map(([name, label]) => (
        <TextInput key={name} label={label} name={name} size={9} required />
      ))}
      <SubmitButton class={kind} label={button} disabled={isOff || state.value?.busy !== null} />
    </SubmitForm>
  )
}

type PlanProps = ScreenProps & { plan: PlanState }

function SealForm({ plan: { id, toSend }, kind }: { plan: PlanState; kind: string }) {
  const [button, body] = [say(labels.seal, { count: toSend }), { plan: id }]
  return <ConfirmForm inputs={[['by', labels.you]]} path="seal" {...{ kind, button, body }} />
}

/** The main button of a plan whose number must be typed, or that needs two people. */
export function ConfirmPlan({ state: { task, secondPair }, plan, isOff }: PlanProps & { isOff: boolean }) {
  if (task === 'decide' && secondPair) return <SealForm plan={plan} kind="main" />
  return (
    <ConfirmForm
      isOff={isOff}
      inputs={[['typed', say(labels.type, { count: plan.toSend })]]}
      button={formatSending(task, plan.toSend)}
      path="run"
      body={{ plan: plan.id }}
    />
  )
}

/** What is decided, by whom, and the way of two people. */
export function PlanDecisions({ plan, state: { task, secondPair } }: PlanProps) {
  if (task !== 'decide') return null
  return (
    <>
      <WhatIsDecided of={plan} />
      <LookFirst of={plan} />
      <div class="bar">
        {secondPair ? labels.demanded : labels.sealInstead}
        {!secondPair && <SealForm plan={plan} kind="" />}
      </div>
    </>
  )
}

type SealedProps = RenderableProps<{ sealed: NonNullable<ScreenProps['state']['sealed']> }>

export function ReleaseScreen({ state: { sealed, destination } }: ScreenProps) {
  if (sealed === null) return null
  const { run, seal, by, at, left: count, plan, broken, released } = sealed
  /** The next step is another person's. */
  const isOwn = sealed.isOwn && broken === null
  const lead = isOwn ? say(labels.waits, { count }) : say(labels.sealed, { by, time: formatTime(at), seal })
  const what = broken === null && <WhatIsDecided of={sealed} />
  const second = (
    <SecondPerson sealed={sealed}>
      {!isOwn && what}
      <RealService destination={destination} />
    </SecondPerson>
  )
  return (
    <ScreenFrame
      title={isOwn ? labels.sealedTitle : say(labels.release, { count })}
      lead={lead}
      action={
        plan !== null && (
          <Button
            class={isOwn ? 'main' : ''}
            label={labels.savePlan}
            onClick={() => download(plan.name, 'plan-file')}
          />
        )
      }
    >
      {broken !== null && <MessageBox {...broken} />}
      {isOwn && (
        <ol class="how card">
          <li>{say(labels.sendIt, { file: plan?.name ?? '', seal })}</li>
          <li>{say(labels.theyType, { count })}</li>
        </ol>
      )}
      {isOwn && what}
      {isOwn && (
        <Fold title={labels.beside} short={say(labels.another, { by })}>
          {second}
        </Fold>
      )}
      {!isOwn && broken === null && second}
      {released === null && <DropButton run={run} seal={seal} />}
    </ScreenFrame>
  )
}

/** What the second person reads and types, and the program's own list, the highest score first. */
function SecondPerson({ sealed, children }: SealedProps) {
  const { seal, by, left: count, released, changedSheet, decisions } = sealed
  const counts = new Map([
    ['all', count],
    ['doubtful', sealed.look],
  ])
  for (const { name, count } of decisions) counts.set(name, count)
  const shown = counts.get(filter.value) ? filter.value : 'all'
  const warnings = [
    released !== null && say(labels.released, { by: released.by, time: formatTime(released.at) }),
    ...sealed.contradictions,
    changedSheet !== null && say(labels.sheetChanged, { file: changedSheet }),
    ...sealed.doubts.map((text) => say(labels.doubt, { text })),
  ]
  return (
    <>
      <div class="bar second">
        <div class="stack grow">
          {children}
          <LookFirst of={sealed}>
            <Button class="small" label={texts.check.show} onClick={() => (filter.value = 'doubtful')} />
          </LookFirst>
          {warnings.map((text) => text && <p class="message is-doubt">{text}</p>)}
        </div>
        <ConfirmForm
          class="card pad stack"
          inputs={[
            ['by', labels.you],
            ['typed', say(labels.type, { count })],
          ]}
          button={formatSending('decide', count)}
          path="release"
        >
          <h2>{labels.second}</h2>
          <small>{`${say(labels.another, { by })}. ${labels.statement}`}</small>
        </ConfirmForm>
      </div>
      <div class="bar">
        <FilterChips
          label={texts.check.filterLabel}
          of={[...counts].flatMap(([name, count]) => (count > 0 ? [[name, count, rowKinds[name] ?? name]] : []))}
          chosen={shown}
          onChoose={(name) => (filter.value = name)}
        />
        <SearchInput of={search} />
      </div>
      <PlanGrid path="sealed" columns={sealed.columns} version={seal} query={{ filter: shown, find: search.value }} />
    </>
  )
}

const rowKinds: Readonly<Record<string, string>> = texts.check.filters

type Decided = Pick<PlanState, 'decisions' | 'actors' | 'high' | 'replaced' | 'replacedOfTwo'>

/** Each decision, and how high its trips score. */
function WhatIsDecided({ of: { decisions, actors } }: { of: Decided }) {
  return (
    <Card title={labels.what}>
      <div class="pad">
        {decisions.map(({ name, count, range, unscored, spread }) => (
          <div key={name} class="bar spread-line">
            <strong>{`${formatCount(count)} ${name}`}</strong>
            <svg viewBox={`0 0 ${spread.length} 1`} preserveAspectRatio="none" aria-hidden="true">
              {spread.map((share, band) => (
                <rect
                  key={band}
                  class={band >= 2 * highFrom ? 'heat7' : ''}
                  x={band}
                  y={1 - share}
                  width="0.9"
                  height={share}
                />
              ))}
            </svg>
            <span>{range}</span>
            {unscored > 0 && say(labels.unscored, { count: unscored })}
          </div>
        ))}
        <small>{[labels.scale, ...actors.map(({ name, count }) => say(labels.by, { name, count }))].join(' · ')}</small>
      </div>
    </Card>
  )
}

/** High scores that are approved, and decisions that replace others. */
function LookFirst({ of: { high, replaced, replacedOfTwo }, children }: RenderableProps<{ of: Decided }>) {
  const found = [
    high > 0 && say(labels.high, { count: high }),
    replaced > 0 && say(labels.replaced, { count: replaced }),
    replacedOfTwo > 0 && say(labels.replacedOfTwo, { count: replacedOfTwo }),
  ].filter(Boolean)
  if (found.length === 0) return null
  return (
    <MessageBox tone="doubt" message={say(labels.lookFirst, { found: found.join(', ') })}>
      {children}
    </MessageBox>
  )
}

/** Every decision that is to be confirmed. `path`: where its lines are fetched. */
export function PlanGrid(props: Pick<GridProps, 'path' | 'version' | 'query'> & { columns: PlanState['columns'] }) {
  const columns = props.columns.map(({ heading, width = Math.max(17, heading.length + 2) }) => ({ heading, width }))
  return (
    <div class="table list">
      <Grid {...props} label={labels.grid} columns={columns} active={active} />
    </div>
  )
}
