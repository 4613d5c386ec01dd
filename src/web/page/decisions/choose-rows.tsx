import type { ShownRow } from '../../protocol.ts'
import type { Narrowing } from '../../request-schemas.ts'
import type { CheckState } from '../../sheet/sheet-session.ts'
import { type GridQuery, postThen, type SheetState, scopedSignal } from '../api.ts'
import { Button, ChoiceInput, FieldInput, SubmitButton, SubmitForm, TextInput, toOption } from '../forms.tsx'
import { useSignal } from '../signals.ts'
import { say, texts } from '../texts/texts.ts'

const labels = texts.decisions
/** The value that empties the cells; an empty choice is none yet. */
const noDecision = '-'

export const shownLimits = scopedSignal<Narrowing>('sheetId', {})
/** How many rows the grid has loaded, and of which query. */
const loadedRows = scopedSignal('sheetId', { query: '', total: 0 })
/** Single rows, or the query that all of them pass: a choice of all rows holds for the query that it was made with. */
const chosenRows = scopedSignal<ReadonlySet<string> | string>('sheetId', new Set())

function listChosen(): ReadonlySet<string> {
  return typeof chosenRows.value === 'string' ? new Set() : chosenRows.value
}

/** Staff IDs by field, for the next rows too. */
const staffIds = scopedSignal<Readonly<Record<string, string>>>('sheetId', {})

/** Of the rows that a query shows. */
export function createSelection(query: GridQuery) {
  const all = JSON.stringify(query)
  return {
    query,
    areAll: () => chosenRows.value === all,
    /** None until the rows of this query are loaded: nothing is chosen that was not counted. */
    total: () => (loadedRows.value.query === all ? loadedRows.value.total : 0),
    onLoaded(total: number): void {
      const { value } = loadedRows
      if (value.query !== all || value.total !== total) loadedRows.value = { query: all, total }
    },
    has: ({ sheet, line }: ShownRow): boolean => chosenRows.value === all || listChosen().has(`${sheet} ${line}`),
    toggle({ sheet, line }: ShownRow): void {
      const next = new Set(listChosen())
      if (!next.delete(`${sheet} ${line}`)) next.add(`${sheet} ${line}`)
      chosenRows.value = next
    },
    all(): void {
      chosenRows.value = all
    },
    none(): void {
      chosenRows.value = new Set()
    },
    count(): number {
      return this.areAll() ? this.total() : listChosen().size
    },
    /** For a request. */
    chosen() {
      const rows = [...listChosen()].map((key) => {
        const [sheet, line] = key.split(' ').map(Number)
        return { sheet, line }
      })
      return { rows, filter: this.areAll() ? query : null }
    },
  }
}
export type ChosenRows = ReturnType<typeof createSelection>

/** Limits which rows are shown: score, destination, manager. */
export function NarrowBar({ facts, selection }: Pick<CheckState, 'facts'> & { selection: ChosenRows }) {
  const limit = (name: keyof Narrowing, limitTo: string | number): void => {
    const { [name]: _, ...others } = shownLimits.value
    shownLimits.value = limitTo === '' || Number.isNaN(limitTo) ? others : { ...others, [name]: limitTo }
  }
  const total = selection.total()
  return (
    <fieldset class="card bar limits" aria-label={labels.narrow}>
      {(['from', 'below'] as const).map((name) => (
        <TextInput
          key={name}
          label={labels.limits[name]}
          type="number"
          min={0}
          max={10}
          step={0.1}
          class="score"
          value={shownLimits.value[name] ?? ''}
          onInput={({ currentTarget: { value } }) => limit(name, value && Number(value))}
        />
      ))}
      {(['destination', 'level', 'manager'] as const).map(
        (name) =>
          facts[name].length > 1 && (
            <ChoiceInput
              key={name}
              label={labels.limits[name]}
              of={[['', labels.any], ...facts[name].map(toOption)]}
              value={shownLimits.value[name] ?? ''}
              onChange={(event) => limit(name, event.currentTarget.value)}
            />
          ),
      )}
      {Object.keys(shownLimits.value).length > 0 && (
        <Button class="bare" label={texts.results.showAll} onClick={() => (shownLimits.value = {})} />
      )}
      <Button
        disabled={total === 0}
        label={selection.areAll() ? labels.chooseNone : say(labels.chooseAll, { count: total })}
        onClick={() => {
          if (selection.areAll()) selection.none()
          else selection.all()
        }}
      />
    </fieldset>
  )
}

/** The same decision, person and note for all chosen rows. Status and note empty themselves; the person stays. */
export function FillBar({ sheet: { fields }, selection }: { sheet: SheetState; selection: ChosenRows }) {
  const status = useSignal('')
  const said = useSignal('')
  const staff = staffIds.value
  const count = selection.count()
  const decision = status.value === noDecision ? '' : status.value
  const statuses = fields.find(({ name }) => name === 'status')
  const actors = fields.filter(({ forStatus }) => forStatus.length > 0)
  const needed = actors.filter(({ forStatus }) => forStatus.some((status) => status === decision))
  function apply(note: string, form: HTMLFormElement): Promise<void> {
    const by = actors.map(({ name }) => [name, needed.some((field) => field.name === name) ? (staff[name] ?? '') : ''])
    const values = { status: decision, ...Object.fromEntries(by), ...(note === '' && decision !== '' ? {} : { note }) }
    return postThen('fill', { ...selection.chosen(), values }, () => {
      said.value = say(decision === '' ? labels.unapplied : labels.applied, { status: decision, rows: count })
      status.value = ''
      selection.none()
      form.reset()
    })
  }
  return (
    <SubmitForm class="card bar fill" onSend={({ note = '' }, form) => apply(note, form)}>
      <strong>{say(labels.chosen, { rows: count })}</strong>
      <ChoiceInput
        label={labels.status}
        of={[['', '…'], ...(statuses?.values ?? []).map(toOption), [noDecision, labels.takeBack]]}
        value={status.value}
        onChange={(event) => (status.value = event.currentTarget.value)}
      />
      {needed.map(({ name, title }) => (
        <TextInput
          key={name}
          label={title}
          size={9}
          value={staff[name] ?? ''}
          onInput={(event) => (staffIds.value = { ...staffIds.value, [name]: event.currentTarget.value })}
        />
      ))}
      {fields
        .filter(({ name }) => name === 'note' && decision !== '')
        .map((field) => (
          <FieldInput key={field.name} field={field} label={field.title} name={field.name} />
        ))}
      <SubmitButton class="accent" label={say(labels.apply, { count })} disabled={count === 0 || status.value === ''} />
      <small role="status">{said.value || labels.keys}</small>
    </SubmitForm>
  )
}
