import { Fragment, type RenderableProps } from 'preact'
import { highFrom } from '../../../messages/score-colours.ts'
import { type PlanState, postThen, state } from '../api.ts'
import { SubmitButton, SubmitForm, TextInput } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridProps } from '../grid/grid-cells.tsx'
import { createGridView } from '../grid/view.ts'
import { Card, MessageBox } from '../parts.tsx'
import { findNextStep, go, type ScreenProps } from '../step.ts'
import { formatCount, formatSending, say, texts } from '../texts/texts.ts'

const labels = texts.decisions
export const { active, filter, search } = createGridView<string>('sheetId', 'all')

interface ConfirmFormProps {
  /** Name and label of the required inputs. */
  inputs: readonly (readonly [name: string, label: string, hint?: string])[]
  button: string
  path: string
  body?: object
  class?: string
  isOff?: boolean
}

/** What was sealed is shown; what is sent is followed. With children it is a card of its own. */
export function ConfirmForm(props: RenderableProps<ConfirmFormProps>) {
  const { inputs, button, path, body, class: kind = 'main', isOff = false, children } = props
  const goOn = (next: ScreenProps['state']) => go(path === 'seal' ? 'release' : findNextStep(next))
  return (
    <SubmitForm
      class={children === undefined ? 'confirm' : 'card pad stack fields'}
      onSend={(typed) => postThen(path, { ...body, ...typed }, goOn)}
    >
      {children}
      {inputs.map(([name, label, hint]) => (
        <div key={name}>
          <TextInput label={label} name={name} size={9} required />
          {hint !== undefined && <small>{hint}</small>}
        </div>
      ))}
      <SubmitButton class={kind} label={button} disabled={isOff || state.value?.busy !== null} />
    </SubmitForm>
  )
}

type PlanProps = ScreenProps & { plan: PlanState }

function SealForm({ plan: { id, toSend }, kind }: { plan: PlanState; kind: string }) {
  const [button, body] = [say(labels.seal, { count: toSend }), { plan: id }]
  return <ConfirmForm inputs={[['by', labels.you]]} path="seal" class={kind} {...{ button, body }} />
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

type Decided = Pick<PlanState, 'decisions' | 'actors' | 'look' | 'high' | 'replaced' | 'replacedOfTwo'>

/** Each decision with how high its trips score. */
export function WhatIsDecided({ of: { decisions, actors } }: { of: Decided }) {
  return (
    <Card title={labels.what}>
      <div class="pad strips">
        {decisions.map(({ name, count, range, unscored, spread }) => {
          const scores = [range, unscored > 0 && say(labels.unscored, { count: unscored })].filter(Boolean).join(' · ')
          return (
            <Fragment key={name}>
              <strong>{name}</strong>
              <b class="number">{formatCount(count)}</b>
              <svg viewBox={`0 0 ${spread.length} 10`} preserveAspectRatio="none" aria-hidden="true">
                {spread.map((count, band) => {
                  const height = count === 0 ? 0 : 1 + (9 * count) / Math.max(...spread)
                  return (
                    <rect
                      key={band}
                      x={band}
                      y={10 - height}
                      width="0.9"
                      height={height}
                      class={band >= 2 * highFrom ? 'heat7' : ''}
                    />
                  )
                })}
              </svg>
              <span class="number">{scores}</span>
            </Fragment>
          )
        })}
        <small>{[labels.scale, ...actors.map(({ name, count }) => say(labels.by, { name, count }))].join(' · ')}</small>
      </div>
    </Card>
  )
}

/** High scores that are approved, and decisions that replace others. */
export function LookFirst({ of: { high, replaced, replacedOfTwo }, children }: RenderableProps<{ of: Decided }>) {
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
