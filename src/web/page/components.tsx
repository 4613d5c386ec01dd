import { type ComponentChildren, type ComponentProps, isValidElement, type RenderableProps } from 'preact'
import type { PageState } from '../workspace.ts'
import { type FieldState, isDisconnected, postThen, state } from './api.ts'
import { ActionButton, Button, Tick } from './forms.tsx'
import { Icon } from './icons.tsx'
import { Fold, MessageBox, type Share } from './parts.tsx'
import type { Signal } from './signals.ts'
import { go } from './step.ts'
import { formatCount, formatTime, say, texts } from './texts/texts.ts'

export function findFieldTitle(fields: readonly FieldState[], field: string): string {
  return fields.find(({ name }) => name === field)?.title ?? field
}

export function openPlan(wanted: { isRetry?: boolean; sendsLooksDone?: boolean } = {}): Promise<void> {
  return postThen('plan', wanted, ({ plan }) => plan && go('plan'))
}

interface ScreenFrameProps {
  title: string
  /** One sentence on what this screen shows or asks. */
  lead?: ComponentChildren
  action?: ComponentChildren
  class?: string
}

/** The content below the steps. Its heading takes the focus, so that a screen reader announces the new screen. */
export function ScreenFrame({ title, lead, action, children, class: kind = '' }: RenderableProps<ScreenFrameProps>) {
  return (
    <section class={`stack ${kind}`}>
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && lead !== '' && <p class="lead">{lead}</p>}
        </div>
        <div class="head-action">
          <div class="bar">{action}</div>
          <BusyNote />
        </div>
      </div>
      {children}
    </section>
  )
}

function BusyNote() {
  const { busy = null, progress = null } = state.value ?? {}
  const isShown = busy !== null && !isDisconnected.value
  return (
    <div class="bar busy">
      <span role="status">{isShown ? texts.busy[busy] : ''}</span>
      {isShown && progress !== null && (
        <>
          {progress.rows > 0 && <span class="quiet">{say(texts.read, { rows: progress.rows })}</span>}
          <ActionButton path="cancel" label={texts.cancel} />
        </>
      )}
    </div>
  )
}

export function FilterChips<Name extends string>(props: {
  label: string
  of: readonly (readonly [name: Name, count: number, words: string, tone?: Share['tone']])[]
  chosen: string
  onChoose(name: Name): void
}) {
  return (
    <div class="bar" role="radiogroup" aria-label={props.label}>
      {props.of.map(([name, count, words, tone]) => (
        <Tick
          key={name}
          type="radio"
          name="chip"
          kind={count === 0 ? 'chip none' : 'chip'}
          label={
            <>
              {tone && <Icon name={tone} kind={`is-${tone}`} />} <b>{formatCount(count)}</b> {words}
            </>
          }
          checked={props.chosen === name}
          onChange={() => props.onChoose(name)}
        />
      ))}
    </div>
  )
}

export function SearchInput({ of }: { of: Signal<string> }) {
  return (
    <label>
      <span class="unseen">{texts.find}</span>
      <input
        type="search"
        placeholder={texts.find}
        size={12}
        value={of.value}
        onInput={(event) => (of.value = event.currentTarget.value)}
      />
    </label>
  )
}

interface DataTableProps extends Omit<ComponentProps<'table'>, 'rows'> {
  /** The column of buttons has no heading. */
  headings?: readonly string[]
  /** Of the cells in each column. */
  classes?: readonly string[]
  /** The content of each cell, or the cell itself where it has attributes of its own. */
  rows: readonly (readonly ComponentChildren[])[]
}

export function DataTable({ headings = [], classes = [], rows, ...rest }: DataTableProps) {
  if (rows.length === 0) return null
  return (
    <table {...rest}>
      {headings.length > 0 && (
        <thead>
          <tr>
            {headings.map((heading) => {
              if (heading === '') return <td key={heading} />
              return (
                <th key={heading} scope="col">
                  {heading}
                </th>
              )
            })}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => {
              if (isValidElement(cell) && (cell.type === 'td' || cell.type === 'th')) return cell
              return (
                <td key={column} class={classes[column]}>
                  {cell}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function TextList({ lead, of }: { lead?: string; of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <>
      {lead !== undefined && <p>{lead}</p>}
      <ul>
        {of.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </>
  )
}

export function FoldedList({ of, ...rest }: Omit<ComponentProps<typeof Fold>, 'children'> & { of: readonly string[] }) {
  return of.length === 0 ? null : (
    <Fold {...rest}>
      <TextList of={of} />
    </Fold>
  )
}

/** What is worth knowing, and asks nothing. */
export function Notes({ of }: { of: readonly string[] }) {
  return <FoldedList title={texts.check.notes} count={of.length} short={of.at(-1)} of={of} />
}

/** Said where work begins, and where it would be in vain. */
export function NoToken() {
  return (
    <MessageBox message={texts.settings.noToken}>
      <Button class="small" label={texts.settings.toSettings} onClick={() => go('settings')} />
    </MessageBox>
  )
}

/** Said, because the sheet is no longer as it is in its file. */
export function RestoredNote({ restored, sheet }: Pick<PageState, 'restored' | 'sheet'>) {
  if (restored === null && typeof sheet?.answeredAt === 'number')
    return <p role="status">{say(texts.start.answersOfRun, { time: formatTime(sheet.answeredAt) })}</p>
  if (restored === null) return null
  const { key, cells, at } = restored
  return (
    <MessageBox
      tone="info"
      role="status"
      message={say(cells === 0 ? texts.start.restoredAnswers : texts.start.restoredCells, {
        cells,
        time: formatTime(at),
      })}
    >
      <ActionButton class="small" path="discard" body={{ key }} label={texts.start.asInFile} />
    </MessageBox>
  )
}

export function CommandLineHint({ text }: { text: string }) {
  if (text === '') return null
  return (
    <Fold title={texts.runs.command}>
      <p>{texts.runs.commandLead}</p>
      <code class="command">{text}</code>
    </Fold>
  )
}
