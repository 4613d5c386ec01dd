import { hasActiveRun, postThen, type SheetState } from '../api.ts'
import { Button } from '../forms.tsx'
import { quoted, say, texts } from '../texts/texts.ts'

type Column = SheetState['columns'][number]

/** Says how the sheet is read. Where the answer took the focus away, the list of `heading` has it, else what is open. */
export function answer(body: object, heading?: string): Promise<void> {
  return postThen('reading', body, () => {
    const lists = [...document.querySelectorAll<HTMLElement>('.map select')]
    const name = heading === undefined ? undefined : say(texts.columns.readAs, { heading })
    lists.find((list) => list.getAttribute('aria-label') === name)?.focus()
    if (document.activeElement === document.body) focusFirstOpen()
  })
}

/** The first question, else the guesses, else the main button. */
export function focusFirstOpen(): void {
  const found = document.querySelector<HTMLElement>('.card > .map :is(button, select), .card > header button')
  const next = found ?? document.querySelector<HTMLElement>('.head-action .main')
  next?.focus()
}

/** The only column without a field that may hold this one. */
export function findCandidate({ guesses, columns }: SheetState, field: string): Column | undefined {
  const found = guesses.filter(({ fields }) => fields.includes(field))
  return found.length === 1 ? columns.find(({ heading }) => heading === found[0]?.heading) : undefined
}

export function describeColumn({ heading, examples }: Pick<Column, 'heading' | 'examples'>): string {
  return [heading, ...examples].join(' · ')
}

/** Offers the column that fits, where rows lack a field; nothing where there is none. */
export function UseColumn({ sheet, field }: { sheet: SheetState; field: string }) {
  const column = findCandidate(sheet, field)
  if (column === undefined) return null
  const label = say(texts.columns.useColumn, {
    column: describeColumn({ ...column, heading: quoted(column.heading) }),
  })
  return (
    <Button
      class="accent wide"
      disabled={hasActiveRun()}
      label={label}
      onClick={() => postThen('reading', { columns: { [column.heading]: field } }, () => {})}
    />
  )
}
