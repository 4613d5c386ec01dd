import type { RenderableProps } from 'preact'
import type { DestinationState } from './api.ts'
import { Icon, type IconName } from './icons.tsx'
import { formatCount, say, texts } from './texts/texts.ts'

type Tone = 'wrong' | 'doubt' | 'good' | 'wait' | 'real' | 'info'

interface MessageProps {
  tone?: Tone
  message: string
  hint?: string | undefined
  role?: 'alert' | 'status' | undefined
  icon?: IconName
  class?: string
}

export function MessageBox({ tone = 'wrong', message, hint, children, ...rest }: RenderableProps<MessageProps>) {
  const { role = tone === 'wrong' ? 'alert' : undefined, icon = tone, class: kind = '' } = rest
  return (
    <div class={`message is-${tone} ${kind}`} role={role}>
      <Icon name={icon} />
      <div class="grow">
        <strong>{hint === undefined ? message : message.replace(/\.?$/, '.')}</strong> {hint} {children}
      </div>
    </div>
  )
}

export const ErrorBox = MessageBox

/** A count, a reason or a state. */
export function Tag({ tone = '', icon, children }: RenderableProps<{ tone?: string; icon?: IconName }>) {
  return (
    <span class={`tag ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** One line that says what is in it, and opens. */
export function Fold(props: RenderableProps<{ title: string; count?: number; short?: string | undefined }>) {
  const { title, count, short, children } = props
  return (
    <details class="card fold">
      <summary class="bar">
        <Icon name="turn" kind="turn" />
        {title} {count !== undefined && <Tag>{formatCount(count)}</Tag>}
        <span class="quiet one-line">{short}</span>
      </summary>
      <div class="pad">{children}</div>
    </details>
  )
}

export interface Share {
  icon: IconName
  title: string
  count: number
  tone?: Tone
  about?: string
}

/** Numbers that are the message; the one with `isFirst` is what happens now. */
export function Tiles({ of, isSmall = false }: { of: readonly Share[]; isSmall?: boolean }) {
  return (
    <div class={isSmall ? 'tiles small-tiles' : 'tiles'}>
      {of.map(({ icon, title, count, tone, about }, index) => (
        <div key={title} class={isSmall ? '' : `card pad ${index === 0 ? 'first' : ''}`}>
          <strong class={`bar tone is-${tone}`}>
            <Icon name={icon} />
            {title}
          </strong>
          <span class="figure">{formatCount(count)}</span>
          <span class="quiet">{about}</span>
        </div>
      ))}
    </div>
  )
}

/** Parts of a whole: `rest` is left. Read out as words. */
export function ShareBar({ of, rest, kind = '' }: { of: readonly Share[]; rest: number; kind?: string }) {
  const words = of.map(({ title, count }) => `${formatCount(count)} ${title}`).join(', ')
  return (
    <div class={`share ${kind}`} role="img" aria-label={words}>
      {of.map(
        ({ title, count, tone }) =>
          count > 0 && tone && <span key={title} class={`is-${tone}`} style={{ flex: count }} />,
      )}
      <span class="rest" style={{ flex: rest }} />
    </div>
  )
}

/** Shows if requests to this address count. */
export function EnvironmentBadge({ destination: { kind } }: { destination: Pick<DestinationState, 'kind'> }) {
  return (
    <Tag tone={kind} icon={kind === 'production' ? 'real' : 'test'}>
      {texts.environments[kind]}
    </Tag>
  )
}

export function describeAddress({ kind, label }: DestinationState): string {
  return kind === 'sandbox' ? texts.simulated : label
}

export function describeDestination(destination: DestinationState): string {
  const { company } = destination
  const pattern = company === 'default' ? texts.destination : texts.destinationOfCompany
  return say(pattern, { address: describeAddress(destination), company })
}
