import type { ComponentChildren, ComponentProps, RenderableProps } from 'preact'
import { labelState } from '../../messages/states.ts'
import type { DestinationState, StateCount } from './api.ts'
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

/** A count, a reason or a state. */
export function Tag({ tone = '', icon, children }: RenderableProps<{ tone?: string; icon?: IconName }>) {
  return (
    <span class={`tag ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

type CardProps = RenderableProps<{ title: string; end?: ComponentChildren; inside?: 'bar' | 'stack' }>

/** `end`: at the right of its title. `inside`: how what is in it stands, with room around it. */
export function Card({ title, end, inside, children }: CardProps) {
  return (
    <section class="card">
      <header class="bar">
        <h2>{title}</h2>
        <span class="end">{end}</span>
      </header>
      {inside === undefined ? children : <div class={`pad ${inside}`}>{children}</div>}
    </section>
  )
}

/** One line that says what is in it, and opens. */
interface FoldProps {
  title: string
  count?: number
  short?: string | undefined
  isOpen?: boolean
  class?: string
}

export function Fold({ title, count, short, isOpen, class: kind = '', children }: RenderableProps<FoldProps>) {
  return (
    <details class={`card fold ${kind}`} open={isOpen}>
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
  title: string
  count: number
  tone?: Tone | undefined
  icon?: IconName
  about?: string
}

/** Numbers that are the message; the one with `isFirst` is what happens now. */
export function Tiles({ of, isSmall = false }: { of: readonly Share[]; isSmall?: boolean }) {
  return (
    <div class={isSmall ? 'tiles small-tiles' : 'tiles'}>
      {of.map(({ icon, title, count, tone, about }, index) => (
        <div key={title} class={isSmall ? '' : `card pad ${index === 0 ? 'first' : ''}`}>
          <strong class={`bar tone is-${tone}`}>
            {icon && <Icon name={icon} />}
            {title}
          </strong>
          <span class="figure">{formatCount(count)}</span>
          {about !== undefined && <span class="quiet">{about}</span>}
        </div>
      ))}
    </div>
  )
}

/** By state. */
export const tones: Readonly<Record<string, Tone>> = {
  ...{ scored: 'good', decided: 'good', invited: 'good', done: 'good' },
  ...{ accepted: 'wait', pending: 'wait', sending: 'wait', rejected: 'wrong', invalid: 'wrong', unknown: 'doubt' },
}

/** What became of rows, as parts of a whole. */
export function listShares(counts: readonly Pick<StateCount, 'state' | 'count'>[]): Share[] {
  return counts.map(({ state, count }) => ({ title: labelState(state), count, tone: tones[state] }))
}

/** Parts of a whole, read out as words; those without a tone are left. */
export function ShareBar(props: { of: readonly Share[]; kind?: string } & ComponentProps<'div'>) {
  const { of, kind = '', ...rest } = props
  const words = of.flatMap(({ title, count }) => (count > 0 ? `${formatCount(count)} ${title}` : [])).join(', ')
  return (
    <div class={`share ${kind}`} role="img" aria-label={words} {...rest}>
      {of.map(
        ({ title, count, tone }) =>
          count > 0 && <span key={title} class={tone ? `is-${tone}` : 'rest'} style={{ flex: count }} />,
      )}
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

/** Said before anything is sent that counts. */
export function RealService({ destination }: { destination: DestinationState }) {
  const { kind, label: address, company } = destination
  if (kind !== 'production') return null
  return <MessageBox tone="real" message={texts.plan.production} hint={say(texts.plan.goesTo, { address, company })} />
}

export function describeAddress({ kind, label }: DestinationState): string {
  return kind === 'sandbox' ? texts.simulated : label
}

export function describeDestination(destination: DestinationState): string {
  const { company } = destination
  const pattern = company === 'default' ? texts.destination : texts.destinationOfCompany
  return say(pattern, { address: describeAddress(destination), company })
}
