import type { ComponentChildren, RenderableProps } from 'preact'
import { hasActiveRun, postAction, postThen, type SheetState } from '../api.ts'
import { Button } from '../forms.tsx'
import { Icon } from '../icons.tsx'
import { Tag } from '../parts.tsx'
import { formatCount, quoted, say, texts } from '../texts/texts.ts'

export type ShownColumn = SheetState['columns'][number]

/** Says how the sheet is read. Where the answer took the focus away, the list of `heading` has it, else what is open. */
export function readSheetAs(body: object, heading?: string): Promise<void> {
  return postThen('reading', body, () => {
    const lists = [...document.querySelectorAll<HTMLElement>('.map select')]
    const name = heading === undefined ? undefined : say(texts.columns.readAs, { heading })
    lists.find((list) => list.getAttribute('aria-label') === name)?.focus()
    if (document.activeElement === document.body) focusFirstOpen()
  })
}

/** The first question, else the first guess, else the main button: a key that comes late accepts nothing. */
export function focusFirstOpen(): void {
  const places = ['.card.is-doubt :is(button, select)', '.card:has(> header button) select', '.head-action .main']
  const found = places.map((place) => document.querySelector<HTMLElement>(place))
  found.find((each) => each !== null)?.focus()
}

/** The only column without a field that may hold this one. */
export function findCandidate({ guesses, columns }: SheetState, field: string): ShownColumn | undefined {
  const found = guesses.filter(({ fields }) => fields.includes(field))
  return found.length === 1 ? columns.find(({ heading }) => heading === found[0]?.heading) : undefined
}

/** No heading means anything: the row may be another one. */
export function isUnknown({ columns }: SheetState): boolean {
  return columns.every(({ field }) => field === null)
}

export function describeColumn({ heading, examples }: Pick<ShownColumn, 'heading' | 'examples'>): string {
  return [heading, ...examples].join(' · ')
}

/** Offers the column that fits, where rows lack a field; nothing where there is none. */
export function UseColumn({ sheet, field }: { sheet: SheetState; field: string }) {
  const column = findCandidate(sheet, field)
  if (column === undefined) return null
  const named = describeColumn({ ...column, heading: quoted(column.heading) })
  return (
    <Button
      class="accent wide"
      disabled={hasActiveRun()}
      label={say(texts.columns.useColumn, { column: named })}
      onClick={() => postAction('reading', { columns: { [column.heading]: field } })}
    />
  )
}

/** The field that a column without one is guessed to hold: one field, and by more than common words. */
export function findGuess({ guesses }: SheetState, { heading, field }: ShownColumn) {
  const isSure = (guess: SheetState['guesses'][number]): boolean => guess.fields.length === 1 && guess.by !== 'words'
  return field === null ? guesses.find((guess) => guess.heading === heading && isSure(guess)) : undefined
}

export function describeFilled({ rows }: SheetState, { examples, filled }: ShownColumn): ComponentChildren {
  return (
    <>
      {examples.join(' · ')}
      {filled !== null && (
        <small>
          {filled === rows ? say(texts.columns.filledAll, { rows }) : say(texts.columns.filledOf, { filled, rows })}
        </small>
      )}
    </>
  )
}

type Shown<Name extends string> = RenderableProps<Partial<Record<Name, ComponentChildren>>>
type MapCardProps = Shown<'title' | 'lead' | 'action'> & { count: number; tone?: string }

export function MapCard({ title, count, tone = '', lead, action, children }: MapCardProps) {
  return (
    <section class={`card ${tone}`}>
      <header class="bar">
        <Icon name={tone === '' ? 'ask' : 'doubt'} kind={tone} />
        <h2>{title}</h2>
        <Tag tone={tone}>{formatCount(count)}</Tag>
        <span class="quiet">{lead}</span>
        <span class="bar end">{action}</span>
      </header>
      <ol class="map">{children}</ol>
    </section>
  )
}

type MapLineProps = Shown<'name' | 'about' | 'shown' | 'sample' | 'aside'>

/** What it is, what stands in its cells (`shown`: the heading that is offered), the answer, and what is said of it. */
export function MapLine({ name, about, shown, sample, aside, children }: MapLineProps) {
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
