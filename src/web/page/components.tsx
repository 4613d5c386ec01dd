import { type ComponentChildren, type ComponentProps, isValidElement, type RenderableProps } from 'preact'
import type { PageState } from '../workspace.ts'
import { type DestinationState, download, type FieldState, postThen, type StateCount } from './api.ts'
import { ActionButton, Button, Tick } from './forms.tsx'
import type { Signal } from './signals.ts'
import { go } from './step.ts'
import { baseName, formatCount, formatTime, say, texts } from './texts/texts.ts'

export function findFieldTitle(fields: readonly FieldState[], field: string): string {
  return fields.find(({ name }) => name === field)?.title ?? field
}

export function openPlan(wanted: { isRetry?: boolean; sendsSuperseded?: boolean } = {}): Promise<void> {
  return postThen('plan', wanted, ({ plan }) => plan && go('plan'))
}

interface ScreenFrameProps {
  title: string
  /** One sentence on what this screen shows or asks. */
  lead?: ComponentChildren
  /** The main button: it says what and how many. */
  action?: ComponentChildren
  class?: string
}

/** The content below the steps. Its heading takes the focus, so that a screen reader announces the new screen. */
export function ScreenFrame({ title, lead, action, children, ...rest }: RenderableProps<ScreenFrameProps>) {
  return (
    <section {...rest}>
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && lead !== '' && <p class="lead">{lead}</p>}
        </div>
        {action !== undefined && <div class="head-action">{action}</div>}
      </div>
      {children}
    </section>
  )
}

export function SendSummary({
  destination,
  further = '',
  children,
}: RenderableProps<{ destination: DestinationState; further?: string }>) {
  return (
    <>
      {children} {texts.plan.at} <DestinationLabel destination={destination} /> {further}
    </>
  )
}

export function FilterChips<Name extends string>(props: {
  label: string
  of: readonly (readonly [name: Name, count: number, words: string])[]
  chosen: string
  onChoose(name: Name): void
}) {
  return (
    <div role="radiogroup" aria-label={props.label}>
      {props.of.map(([name, count, words]) => (
        <Tick
          key={name}
          type="radio"
          name="chip"
          kind={count === 0 ? 'chip none' : 'chip'}
          label={`${formatCount(count)} ${words}`}
          checked={props.chosen === name}
          onChange={() => props.onChoose(name)}
        />
      ))}
    </div>
  )
}

/** Shows only the rows that contain the text. */
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
  title?: string
  /** Of the cells in each column. */
  classes?: readonly string[]
  /** The content of each cell, or the cell itself where it has attributes of its own. */
  rows: readonly (readonly ComponentChildren[])[]
}

/** Renders nothing without rows. */
export function DataTable({ headings = [], title, classes = [], rows, ...rest }: DataTableProps) {
  if (rows.length === 0) return null
  return (
    <table {...rest}>
      {title !== undefined && <caption>{title}</caption>}
      {headings.length > 0 && (
        <thead>
          <tr>
            {headings.map((heading) => {
              const Cell = heading === '' ? 'td' : 'th'
              return (
                <Cell key={heading} scope={heading && 'col'}>
                  {heading}
                </Cell>
              )
            })}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>{cells.map((cell, column) => toCell(cell, column, classes[column]))}</tr>
        ))}
      </tbody>
    </table>
  )
}

function toCell(content: ComponentChildren, column: number, kind: string | undefined) {
  if (isValidElement(content) && (content.type === 'td' || content.type === 'th')) return content
  return (
    <td key={column} class={kind}>
      {content}
    </td>
  )
}

export function BalanceTable(props: { of: readonly StateCount[]; describe(line: StateCount): readonly string[] }) {
  const rows = props.of.map((line) => [formatCount(line.count), ...props.describe(line)])
  return <DataTable aria-label={texts.balance} classes={['number']} rows={rows} />
}

/** Renders an empty list as nothing. */
export function TextList({ title, lead, of }: { title?: string; lead?: string; of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <>
      {title !== undefined && <h2>{title}</h2>}
      {lead !== undefined && <p>{lead}</p>}
      <ul>
        {of.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </>
  )
}

export function ErrorBox({ message, hint, children }: RenderableProps<{ message: string; hint?: string }>) {
  return (
    <div class="message error" role="alert">
      <strong>{hint === undefined ? message : message.replace(/\.?$/, '.')}</strong> {hint} {children}
    </div>
  )
}

/** Shows if requests to this address count. */
export function EnvironmentBadge({ destination }: { destination: DestinationState }) {
  return <span class={`destination ${destination.kind}`}>{texts.environments[destination.kind]}</span>
}

function describeAddress({ kind, label }: DestinationState): string {
  return kind === 'sandbox' ? texts.simulated : label
}

export function describeDestination(destination: DestinationState): string {
  const { company } = destination
  const pattern = company === 'default' ? texts.destination : texts.destinationOfCompany
  return say(pattern, { address: describeAddress(destination), company })
}

export function DestinationLabel({ destination }: { destination: DestinationState }) {
  return (
    <>
      {describeAddress(destination)} <EnvironmentBadge destination={destination} />
    </>
  )
}

interface DownloadProps {
  label: string
  file: { name: string; folder: string }
  path: string
  class?: string
}

export function DownloadButton({ file: { name, folder }, path, ...rest }: DownloadProps) {
  return (
    <>
      <Button {...rest} onClick={() => download(name, path)} />{' '}
      <span class="quiet" title={folder}>
        {say(texts.standsIn, { name, folder: baseName(folder) })}
      </span>
    </>
  )
}

/** Said where work begins, and where it would be in vain. */
export function NoToken() {
  return (
    <p class="message error">
      {texts.settings.noToken} <Button label={texts.settings.toSettings} onClick={() => go('settings')} />
    </p>
  )
}

/** Said, because the sheet is no longer as it is in its file. */
export function RestoredNote({ restored, sheet }: Pick<PageState, 'restored' | 'sheet'>) {
  if (restored === null && typeof sheet?.answeredAt === 'number')
    return <p role="status">{say(texts.start.answersOfRun, { time: formatTime(sheet.answeredAt) })}</p>
  if (restored === null) return null
  const { key, cells, at } = restored
  return (
    <p class="message" role="status">
      {say(cells === 0 ? texts.start.restoredAnswers : texts.start.restoredCells, { cells, time: formatTime(at) })}{' '}
      <ActionButton path="discard" body={{ key }} label={texts.start.asInFile} />
    </p>
  )
}

export function CommandLineHint({ text }: { text: string }) {
  return (
    <details>
      <summary>{texts.runs.command}</summary>
      <p>{texts.runs.commandLead}</p>
      <code class="command">{text}</code>
    </details>
  )
}
