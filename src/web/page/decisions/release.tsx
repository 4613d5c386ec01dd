import { Fragment } from 'preact'
import { type PlanState, postThen, state } from '../api.ts'
import { DataTable, DownloadButton, ScreenFrame, SendSummary, TextList } from '../components.tsx'
import { AskedButton, Button, SubmitButton, SubmitForm, TextInput } from '../forms.tsx'
import { Grid } from '../grid/grid.tsx'
import { createGridView } from '../grid/view.ts'
import { MessageBox, RealService } from '../parts.tsx'
import { findNextStep, go, type ScreenProps } from '../step.ts'
import { formatCount, formatSending, formatTime, say, texts } from '../texts/texts.ts'

const labels = texts.decisions

interface ConfirmFormProps {
  /** Name and label of the required inputs. */
  inputs: readonly (readonly [name: string, label: string])[]
  button: string
  path: string
  body?: object
  class?: string
  isOff?: boolean
}

/** What was sealed is shown; what is sent is followed. */
function ConfirmForm({ inputs, button, path, body, class: kind = 'main', isOff = false }: ConfirmFormProps) {
  const goOn = (next: ScreenProps['state']) => go(path === 'seal' ? 'release' : findNextStep(next))
  return (
    <SubmitForm class="confirm" onSend={(typed) => postThen(path, { ...body, ...typed }, goOn)}>
      {inputs.map(([name, label]) => (
        <TextInput key={name} label={label} name={name} size={9} required />
      ))}
      <SubmitButton class={kind} label={button} disabled={isOff || state.value?.busy !== null} />
    </SubmitForm>
  )
}

/** Goes on to decide on the results of the last run. */
export function DecideButton(props: { class?: string }) {
  const open = () => postThen('decide', {}, () => go('check'))
  return <Button {...props} disabled={state.value?.busy !== null} label={labels.onResults} onClick={open} />
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
  return (
    <>
      <CountList of={plan} />
      {task === 'decide' && <p>{secondPair ? labels.demanded : labels.sealInstead}</p>}
      {task === 'decide' && !secondPair && <SealForm plan={plan} kind="" />}
    </>
  )
}

export function ReleaseScreen({ state: { sealed, destination } }: ScreenProps) {
  if (sealed === null) return null
  const { run, seal, by, at, left, plan, released, columns } = sealed
  return (
    <ScreenFrame
      class="results"
      title={texts.steps.release}
      lead={
        <SendSummary destination={destination}>{say(labels.sealed, { by, time: formatTime(at), seal })}</SendSummary>
      }
      action={
        sealed.broken === null && (
          <ConfirmForm
            inputs={[
              ['by', labels.second],
              ['typed', say(labels.type, { count: left })],
            ]}
            button={formatSending('decide', left)}
            path="release"
          />
        )
      }
    >
      <RealService destination={destination} />
      {sealed.broken !== null ? (
        <MessageBox {...sealed.broken} />
      ) : (
        <>
          {released !== null && (
            <p class="message">{say(labels.released, { by: released.by, time: formatTime(released.at) })}</p>
          )}
          <CountList of={sealed} />
          {[
            ...sealed.contradictions,
            ...(sealed.changedSheet === null ? [] : [say(labels.sheetChanged, { file: sealed.changedSheet })]),
            ...sealed.doubts.map((text) => say(labels.doubt, { text })),
          ].map((text) => (
            <p class="message" key={text}>
              {text}
            </p>
          ))}
          {sealed.doubts.length === 0 && <p class="quiet">{labels.statement}</p>}
        </>
      )}
      <p>
        {plan !== null && <DownloadButton label={labels.downloadPlan} file={plan} path="plan-file" />}{' '}
        {released === null && <DropButton run={run} seal={seal} />}
      </p>
      {sealed.broken === null && <PlanGrid path="sealed" columns={columns} version={seal} />}
    </ScreenFrame>
  )
}

type Counts = Pick<PlanState, 'counts' | 'actors' | 'replaced' | 'replacedOfTwo'>

function CountList({ of: { counts, actors, replaced, replacedOfTwo } }: { of: Counts }) {
  const lines = [
    ...counts,
    ...actors.map(({ name, count }) => ({ name: say(labels.by, { name }), count })),
    ...(replaced > 0 ? [{ name: labels.replaced, count: replaced }] : []),
    ...(replacedOfTwo > 0 ? [{ name: labels.replacedOfTwo, count: replacedOfTwo }] : []),
  ]
  return <TextList of={lines.map(({ name, count }) => `${formatCount(count)} ${name}`)} />
}

const { active } = createGridView('sheetId', 'all')

/** Every decision that is to be confirmed. `path`: where its lines are fetched. */
export function PlanGrid(props: { path: string; columns: PlanState['columns']; version: string }) {
  const columns = props.columns.map(({ heading, width = Math.max(17, heading.length + 2) }) => ({ heading, width }))
  return (
    <div class="table">
      <Grid {...props} label={labels.grid} columns={columns} active={active} />
    </div>
  )
}

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
