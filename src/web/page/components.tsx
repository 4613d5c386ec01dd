import type { ComponentChildren, RenderableProps } from 'preact'
import type { PageState } from '../workspace.ts'
import { download, postThen } from './api.ts'
import { Button, Tick } from './forms.tsx'
import type { Signal } from './signals.ts'
import type { DestinationState, FieldState, StateCount } from './state-types.ts'
import type { ScreenProps } from './step.ts'
import { formatCount } from './texts/common.ts'
import { runTexts } from './texts/runs.ts'
import { texts } from './texts/texts.ts'

export function hasActiveRun({ run }: Pick<PageState, 'run'>): boolean {
  return run !== null && run.end === null
}

export function findFieldTitle(fields: readonly FieldState[], field: string): string {
  return fields.find(({ name }) => name === field)?.title ?? field
}

export function openPlan(
  go: ScreenProps['go'],
  wanted: { isRetry?: boolean; sendsSuperseded?: boolean } = {},
): Promise<void> {
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

interface TableProps {
  of: readonly string[]
  title?: string
  class?: string
}

/** Rows under headings; the column of buttons has none. */
export function HeadedTable({ of, title, children, ...rest }: RenderableProps<TableProps>) {
  return (
    <table {...rest}>
      {title !== undefined && <caption>{title}</caption>}
      <thead>
        <tr>
          {of.map((heading) =>
            heading === '' ? (
              <td key="" />
            ) : (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export function BalanceTable({
  of,
  describe,
}: {
  of: readonly StateCount[]
  describe(line: StateCount): readonly string[]
}) {
  if (of.length === 0) return null
  return (
    <table aria-label={texts.balance}>
      <tbody>
        {of.map((line, index) => (
          <tr key={index}>
            <td class="number">{formatCount(line.count)}</td>
            {describe(line).map((text, column) => (
              <td key={column}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
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
  return <span class={`destination ${destination.kind}`}>{texts.environment(destination)}</span>
}

export function DestinationLabel({ destination }: { destination: DestinationState }) {
  return (
    <>
      {texts.address(destination)} <EnvironmentBadge destination={destination} />
    </>
  )
}

export function DownloadButton({
  label,
  name,
  folder,
  path,
  ...rest
}: {
  label: string
  name: string
  folder: string
  path?: string
  class?: string
}) {
  return (
    <>
      <Button {...rest} onClick={() => download(name, path)}>
        {label}
      </Button>{' '}
      <span class="quiet" title={folder}>
        {texts.standsIn(name, folder)}
      </span>
    </>
  )
}

export function CommandLineHint({ text }: { text: string }) {
  return (
    <details>
      <summary>{runTexts.command}</summary>
      <p>{runTexts.commandLead}</p>
      <code class="command">{text}</code>
    </details>
  )
}
