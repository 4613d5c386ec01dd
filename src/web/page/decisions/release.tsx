import type { PageState } from '../../workspace.ts'
import { postThen, rowsOf, scopedSignal } from '../api.ts'
import { DownloadButton, ErrorBox, ScreenFrame, SendSummary, TextList } from '../components.tsx'
import { SubmitForm, TextInput } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import type { CellPosition } from '../grid/keys.ts'
import type { PlanState } from '../state-types.ts'
import { findNextStep, type ScreenProps, type Step } from '../step.ts'
import { formatCount, formatTime } from '../texts/common.ts'
import { texts } from '../texts/texts.ts'
import { DropButton } from './sealed-runs.tsx'

const labels = texts.decisions

interface ConfirmFormProps {
  state: PageState
  go(step: Step): void
  /** Name and label of the required inputs. */
  inputs: readonly (readonly [name: string, label: string])[]
  button: string
  path: string
  body?: object
  nextStep: Step
  class?: string
  isOff?: boolean
}

export function ConfirmForm(props: ConfirmFormProps) {
  const { state, go, inputs, button, path, body, nextStep, class: kind = 'main', isOff = false } = props
  return (
    <SubmitForm
      class="confirm"
      onSend={(typed) =>
        postThen(path, { ...body, ...typed }, (next) => go(nextStep === 'run' ? findNextStep(next) : nextStep))
      }
    >
      {inputs.map(([name, label]) => (
        <TextInput key={name} label={label} name={name} size={9} required />
      ))}
      <button type="submit" class={kind} disabled={isOff || state.busy !== null}>
        {button}
      </button>
    </SubmitForm>
  )
}

type PlanProps = ScreenProps & { plan: PlanState }

function SealForm({ isMain, ...props }: PlanProps & { isMain: boolean }) {
  const { id, toSend } = props.plan
  return (
    <ConfirmForm
      {...props}
      inputs={[['by', labels.you]]}
      button={labels.seal(toSend)}
      path="seal"
      body={{ plan: id }}
      nextStep="release"
      class={isMain ? 'main' : ''}
    />
  )
}

/** The main button of a plan whose number must be typed, or that needs two people. */
export function ConfirmPlan(props: PlanProps & { isOff: boolean }) {
  const { state, plan, isOff } = props
  const { task, secondPair } = state
  if (task === 'decide' && secondPair) return <SealForm {...props} isMain />
  return (
    <ConfirmForm
      {...props}
      isOff={isOff}
      inputs={[['typed', labels.type(plan.toSend)]]}
      button={texts.plan.send(task, plan.toSend)}
      path="run"
      body={{ plan: plan.id }}
      nextStep="run"
    />
  )
}

/** What is decided, by whom, and the way of two people. */
export function PlanDecisions(props: PlanProps) {
  const { plan, state } = props
  return (
    <>
      <CountList of={plan} />
      {state.task === 'decide' &&
        (state.secondPair ? (
          <p>{labels.demanded}</p>
        ) : (
          <>
            <p>{labels.sealInstead}</p>
            <SealForm {...props} isMain={false} />
          </>
        ))}
    </>
  )
}

export function ReleaseScreen(props: ScreenProps) {
  const { sealed, destination } = props.state
  if (sealed === null) return null
  const { run, seal, by, at, left, plan, released, columns } = sealed
  return (
    <ScreenFrame
      class="results"
      title={texts.steps.release}
      lead={<SendSummary destination={destination}>{labels.sealed(by, formatTime(at), seal)}</SendSummary>}
      action={
        sealed.broken === null && (
          <ConfirmForm
            {...props}
            inputs={[
              ['by', labels.second],
              ['typed', labels.type(left)],
            ]}
            button={texts.plan.send('decide', left)}
            path="release"
            nextStep="run"
          />
        )
      }
    >
      {destination.kind === 'production' && <p class="message error">{texts.plan.production}</p>}
      {sealed.broken !== null ? (
        <ErrorBox {...sealed.broken} />
      ) : (
        <>
          {released !== null && <p class="message">{labels.released(released.by, formatTime(released.at))}</p>}
          <CountList of={sealed} />
          {[
            ...sealed.contradictions,
            ...(sealed.changedSheet === null ? [] : [labels.sheetChanged(sealed.changedSheet)]),
            ...sealed.doubts.map(labels.doubt),
          ].map((text) => (
            <p class="message" key={text}>
              {text}
            </p>
          ))}
          {sealed.doubts.length === 0 && <p class="quiet">{labels.statement}</p>}
        </>
      )}
      <p>
        {plan !== null && <DownloadButton label={labels.downloadPlan} {...plan} path="plan-file" />}{' '}
        {released === null && <DropButton run={run} seal={seal} go={props.go} />}
      </p>
      {sealed.broken === null && <PlanGrid path="sealed" columns={columns} version={seal} />}
    </ScreenFrame>
  )
}

type Counts = Pick<PlanState, 'counts' | 'actors' | 'replaced' | 'replacedOfTwo'>

function CountList({ of: { counts, actors, replaced, replacedOfTwo } }: { of: Counts }) {
  const lines = [
    ...counts,
    ...actors.map(({ name, count }) => ({ name: labels.by(name), count })),
    ...(replaced > 0 ? [{ name: labels.replaced, count: replaced }] : []),
    ...(replacedOfTwo > 0 ? [{ name: labels.replacedOfTwo, count: replacedOfTwo }] : []),
  ]
  return <TextList of={lines.map(({ name, count }) => `${formatCount(count)} ${name}`)} />
}

const active = scopedSignal<CellPosition>('sheetId', { row: 0, column: 0 })

interface PlanGridProps {
  /** Where its lines are fetched. */
  path: string
  columns: PlanState['columns']
  version: string
}

/** Every decision that is to be confirmed. */
export function PlanGrid({ path, columns, version }: PlanGridProps) {
  return (
    <div class="table">
      <Grid
        label={texts.decisions.grid}
        columns={columns.map(({ heading, width }) => ({
          heading: texts.headings[heading] ?? heading,
          width: width ?? Math.max(17, heading.length + 2),
        }))}
        version={version}
        active={active}
        load={rowsOf(path)}
      />
    </div>
  )
}
