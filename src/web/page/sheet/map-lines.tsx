import type { ComponentChildren, RenderableProps } from 'preact'
import { hasActiveRun } from '../api.ts'
import { Button } from '../forms.tsx'
import { Icon } from '../icons.tsx'
import { Tag } from '../parts.tsx'
import { formatCount } from '../texts/texts.ts'

interface MapCardProps {
  title: string
  count: number
  tone?: string
  lead?: string
  action?: ComponentChildren
}

export function MapCard({ title, count, tone = '', lead, action, children }: RenderableProps<MapCardProps>) {
  return (
    <section class={`card ${tone}`}>
      <header class="bar">
        <Icon name={tone === '' ? 'ask' : 'doubt'} kind={tone} />
        <h2>{title}</h2>
        <Tag tone={tone}>{formatCount(count)}</Tag>
        <span class="quiet">{lead}</span>
        <span class="bar end">{action}</span>
      </header>
      <ol class="lines map">{children}</ol>
    </section>
  )
}

interface MapLineProps {
  name: string
  about?: string
  /** The heading that is offered. */
  shown?: string | undefined
  sample?: ComponentChildren
  aside?: ComponentChildren
}

/** What it is, what stands in its cells, the answer, and what is said of it. */
export function MapLine({ name, about, shown, sample, aside, children }: RenderableProps<MapLineProps>) {
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {about !== undefined && <small class="quiet">{about}</small>}
      </span>
      <span class="quiet sample">
        {shown !== undefined && <strong>{shown}</strong>}
        {sample}
      </span>
      <span>{children}</span>
      <span>{aside}</span>
    </li>
  )
}

/** A question with an answer on each button. */
export function ChoiceLine(props: {
  name: string
  of: readonly (readonly [value: string, words: string])[]
  onChoose(value: string): unknown
}) {
  return (
    <li>
      <strong>{props.name}</strong>
      <span class="bar answers" role="group" aria-label={props.name}>
        {props.of.map(([value, words]) => (
          <Button key={value} disabled={hasActiveRun()} label={words} onClick={() => props.onChoose(value)} />
        ))}
      </span>
    </li>
  )
}
