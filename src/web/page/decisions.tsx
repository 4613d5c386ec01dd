import type { NamedCount, SealedState } from '../protocol/decisions.ts'
import type { PageState, PlanState, SheetState, ShownRow } from '../protocol/protocol.ts'
import { fetchWindow, postAction, scopedSignal } from './api.ts'
import { DownloadButton, ErrorBox, ScreenFrame, SendSummary, TextList } from './components.tsx'
import { FieldInput, SubmitForm, TextInput } from './forms.tsx'
import { Grid } from './grid/grid.tsx'
import type { CellPosition } from './grid/ranges.ts'
import { SheetPicker } from './start.tsx'
import type { ScreenProps, Step } from './step.ts'
import { formatCount, formatTime } from './texts/common.ts'
import { texts } from './texts/texts.ts'

const labels = texts.decisions
const active = scopedSignal<CellPosition>('sheetId', { row: 0, column: 0 })
/** Rows to be filled in together; undefined: all rows that pass the filter. */
const selectedRows = scopedSignal<ReadonlySet<string> | undefined>('sheetId', new Set())

export const rowSelection = {
  has: ({ sheet, line }: ShownRow): boolean => selectedRows.value?.has(`${sheet} ${line}`) ?? true,
  toggle({ sheet, line }: ShownRow): void {
    const next = new Set(selectedRows.value)
    if (!next.delete(`${sheet} ${line}`)) next.add(`${sheet} ${line}`)
    selectedRows.value = next
  },
  all(): void {
    selectedRows.value = undefined
  },
}

export function InvitationsScreen(props: ScreenProps) {
  return <SheetPicker {...props} task="invite" />
}

export function DecisionsScreen(props: ScreenProps) {
  const { run } = props.state
  return (
    <>
      <SheetPicker {...props} task="decide" />
      {run?.task === 'assess' && run.end?.output && (
        <ConfirmForm button={labels.onResults} inputs={[]} path="decide" nextStep="check" {...props} />
      )}
    </>
  )
}

interface FillFormProps {
  sheet: SheetState
  filter: string
  /** Rows that pass the filter. */
  count: number
  isOff: boolean
}

/** The same decision, person and note for all selected rows. */
export function FillForm({ sheet: { fields }, filter, count: all, isOff }: FillFormProps) {
  const count = selectedRows.value?.size ?? all
  return (
    <SubmitForm
      class="bar"
      onSend={({ note = '', ...typed }) => {
        // An empty input empties the cells, except for the note.
        const values = note === '' ? typed : { ...typed, note }
        const rows = [...(selectedRows.value ?? [])].map((key) => {
          const [part, line] = key.split(' ').map(Number)
          return { sheet: part, line }
        })
        void postAction('fill', { rows, filter: selectedRows.value === undefined ? filter : null, values })
      }}
    >
      {fields.slice(1, -1).map((field) => (
        <FieldInput key={field.name} field={field} label={field.title} name={field.name} />
      ))}
      <button type="submit" disabled={isOff || count === 0}>
        {labels.use(count)}
      </button>{' '}
      <small>{labels.keys}</small>
    </SubmitForm>
  )
}

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
}

function ConfirmForm({ state, go, inputs, button, path, body, nextStep, class: kind = 'main' }: ConfirmFormProps) {
  return (
    <SubmitForm
      onSend={async (typed) => {
        const next = await postAction(path, { ...body, ...typed })
        if (next?.error === null) go(nextStep)
      }}
    >
      {inputs.map(([name, label]) => (
        <TextInput key={name} label={label} name={name} size={9} required />
      ))}
      <button type="submit" class={kind} disabled={state.busy !== null}>
        {button}
      </button>
    </SubmitForm>
  )
}

export function ConfirmPlan(props: ScreenProps & { plan: PlanState }) {
  const { state, plan } = props
  const { task, secondPair } = state
  const request = { plan: plan.id }
  const isDecided = task === 'decide'
  return (
    <>
      <PlanCounts of={plan} />
      {isDecided && secondPair ? (
        <p>{labels.demanded}</p>
      ) : (
        <ConfirmForm
          {...props}
          inputs={[['typed', labels.type(plan.toSend)]]}
          button={texts.plan.send(task, plan.toSend)}
          path="run"
          body={request}
          nextStep="run"
        />
      )}
      {isDecided && (
        <ConfirmForm
          {...props}
          inputs={[['by', labels.you]]}
          button={labels.seal}
          path="seal"
          body={request}
          nextStep="release"
          class=""
        />
      )}
    </>
  )
}

export function ReleaseScreen(props: ScreenProps) {
  const { sealed, place } = props.state
  if (sealed === null) return null
  const { seal, by, at, left, name, folder, released, broken, contradictions, columns } = sealed
  return (
    <ScreenFrame
      class="results"
      title={texts.steps.release}
      lead={<SendSummary place={place}>{labels.sealed(by, formatTime(at), seal)}</SendSummary>}
    >
      {place.kind === 'production' && <p class="message error">{texts.plan.production}</p>}
      {broken !== null ? (
        <ErrorBox {...broken} />
      ) : (
        <>
          {released !== null && <p class="message">{labels.released(released.by, formatTime(released.at))}</p>}
          <PlanCounts of={sealed} />
          {contradictions.map((text) => (
            <p class="message" key={text}>
              {text}
            </p>
          ))}
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
          <p class="quiet">{labels.statement}</p>
        </>
      )}
      <p>
        <DownloadButton label={labels.downloadPlan} name={name} folder={folder} path="plan-file" />
      </p>
      <div class="table">
        <Grid
          label={labels.grid}
          columns={columns.map(({ heading }) => ({
            heading: texts.headings[heading] ?? heading,
            width: Math.max(17, heading.length + 2),
          }))}
          version={seal}
          active={active}
          load={(from, count) => fetchWindow('sealed', 'all', from, count)}
        />
      </div>
    </ScreenFrame>
  )
}

type Counted = Pick<SealedState, 'counts' | 'actors' | 'replaced' | 'replacedOfTwo'>

function PlanCounts({ of: { counts, actors, replaced, replacedOfTwo } }: { of: Counted }) {
  const lines: readonly NamedCount[] = [
    ...counts,
    ...actors.map(({ name, count }) => ({ name: labels.by(name), count })),
    ...(replaced > 0 ? [{ name: labels.replaced, count: replaced }] : []),
    ...(replacedOfTwo > 0 ? [{ name: labels.replacedOfTwo, count: replacedOfTwo }] : []),
  ]
  return <TextList of={lines.map(({ name, count }) => `${formatCount(count)} ${name}`)} />
}
