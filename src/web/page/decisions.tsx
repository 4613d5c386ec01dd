import type { NamedCount, SealedState } from '../decision-protocol.ts'
import type { PageState, PlanState, SheetState, ShownRow } from '../protocol.ts'
import { act, load, signalOf } from './api.ts'
import { FieldInput, Typing, WishForm } from './forms.tsx'
import { Grid, type GridPlace } from './grid.tsx'
import { Download, ErrorBox, Lead, List, ScreenFrame } from './parts.tsx'
import { ChooseSheet } from './start.tsx'
import type { ScreenProps, Step } from './step.ts'
import { texts } from './texts.ts'
import { formatCount, formatTime } from './words.ts'

const words = texts.decisions
const active = signalOf<GridPlace>('sheetId', { row: 0, column: 0 })
/** Rows that are filled in together; undefined: all that the filter leaves. */
const chosen = signalOf<ReadonlySet<string> | undefined>('sheetId', new Set())

/** How rows are chosen in a grid. */
export const choice = {
  has: ({ sheet, line }: ShownRow): boolean => chosen.value?.has(`${sheet} ${line}`) ?? true,
  toggle({ sheet, line }: ShownRow): void {
    const next = new Set(chosen.value)
    if (!next.delete(`${sheet} ${line}`)) next.add(`${sheet} ${line}`)
    chosen.value = next
  },
  all(): void {
    chosen.value = undefined
  },
}

export function InvitationsScreen(props: ScreenProps) {
  return <ChooseSheet {...props} task="invite" />
}

export function DecisionsScreen(props: ScreenProps) {
  const { run } = props.state
  return (
    <>
      <ChooseSheet {...props} task="decide" />
      {run?.task === 'assess' && run.end?.output && (
        <Ask button={words.onResults} ask={[]} path="decide" then="check" {...props} />
      )}
    </>
  )
}

interface FillProps {
  sheet: SheetState
  filter: string
  /** Of the rows that the filter leaves. */
  count: number
  isOff: boolean
}

/** The same for all rows that were chosen: what is decided, by whom, with which note. */
export function Fill({ sheet: { fields }, filter, count: all, isOff }: FillProps) {
  const count = chosen.value?.size ?? all
  return (
    <WishForm
      class="bar"
      onSend={({ note = '', ...typed }) => {
        // What is left empty is emptied; a note stays.
        const values = note === '' ? typed : { ...typed, note }
        const rows = [...(chosen.value ?? [])].map((key) => {
          const [part, line] = key.split(' ').map(Number)
          return { sheet: part, line }
        })
        void act('fill', { rows, filter: chosen.value === undefined ? filter : null, values })
      }}
    >
      {fields.slice(1, -1).map((field) => (
        <FieldInput key={field.name} field={field} label={field.title} name={field.name} />
      ))}
      <button type="submit" disabled={isOff || count === 0}>
        {words.use(count)}
      </button>{' '}
      <small>{words.keys}</small>
    </WishForm>
  )
}

interface AskProps {
  state: PageState
  go(step: Step): void
  /** Name and label of what must be typed first. */
  ask: readonly (readonly [name: string, label: string])[]
  button: string
  path: string
  wish?: object
  then: Step
  class?: string
}

/** Something that is done once what it needs was typed. */
function Ask({ state, go, ask, button, path, wish, then, class: kind = 'main' }: AskProps) {
  return (
    <WishForm
      onSend={async (typed) => {
        const next = await act(path, { ...wish, ...typed })
        if (next?.error === null) go(then)
      }}
    >
      {ask.map(([name, label]) => (
        <Typing key={name} label={label} name={name} size={9} required />
      ))}
      <button type="submit" class={kind} disabled={state.busy !== null}>
        {button}
      </button>
    </WishForm>
  )
}

/** Nothing is sent before its number was typed, here or by a second person. */
export function ConfirmPlan(props: ScreenProps & { plan: PlanState }) {
  const { state, plan } = props
  const { task, secondPair } = state
  const wish = { plan: plan.id }
  const isDecided = task === 'decide'
  return (
    <>
      <Counts of={plan} />
      {isDecided && secondPair ? (
        <p>{words.demanded}</p>
      ) : (
        <Ask
          {...props}
          ask={[['typed', words.type(plan.toSend)]]}
          button={texts.plan.send(task, plan.toSend)}
          path="run"
          wish={wish}
          then="run"
        />
      )}
      {isDecided && (
        <Ask {...props} ask={[['by', words.you]]} button={words.seal} path="seal" wish={wish} then="release" class="" />
      )}
    </>
  )
}

/** What somebody sealed, for somebody else to read and release. */
export function ReleaseScreen(props: ScreenProps) {
  const { sealed, place } = props.state
  if (sealed === null) return null
  const { seal, by, at, left, name, folder, released, broken, contradictions, columns } = sealed
  return (
    <ScreenFrame class="results" title={texts.steps.release}>
      <Lead place={place}>{words.sealed(by, formatTime(at), seal)}</Lead>
      {place.kind === 'production' && <p class="message error">{texts.plan.production}</p>}
      {broken !== null ? (
        <ErrorBox {...broken} />
      ) : (
        <>
          {released !== null && <p class="message">{words.released(released.by, formatTime(released.at))}</p>}
          <Counts of={sealed} />
          {contradictions.map((text) => (
            <p class="message" key={text}>
              {text}
            </p>
          ))}
          <Ask
            {...props}
            ask={[
              ['by', words.second],
              ['typed', words.type(left)],
            ]}
            button={texts.plan.send('decide', left)}
            path="release"
            then="run"
          />
          <p class="quiet">{words.statement}</p>
        </>
      )}
      <p>
        <Download name={name} folder={folder} path="plan-file" />
      </p>
      <div class="table">
        <Grid
          label={words.grid}
          columns={columns.map(({ heading }) => ({
            heading: texts.headings[heading] ?? heading,
            width: Math.max(17, heading.length + 2),
          }))}
          version={seal}
          active={active}
          load={(from, count) => load('sealed', 'all', from, count)}
        />
      </div>
    </ScreenFrame>
  )
}

/** What is sent by what it is, and by who stands for it. */
function Counts({ of: { counts, actors, replaced } }: { of: Pick<SealedState, 'counts' | 'actors' | 'replaced'> }) {
  const lines: readonly NamedCount[] = [
    ...counts,
    ...actors.map(({ name, count }) => ({ name: words.by(name), count })),
    ...(replaced > 0 ? [{ name: words.replaced, count: replaced }] : []),
  ]
  return <List of={lines.map(({ name, count }) => `${formatCount(count)} ${name}`)} />
}
