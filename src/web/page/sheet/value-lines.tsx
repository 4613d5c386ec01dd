import {
  type FieldState,
  hasActiveRun,
  keepTyped,
  type ProblemGroupState,
  type SheetState,
  scopedSignal,
  state,
} from '../api.ts'
import { Button, SubmitButton, SubmitForm, Tick, ValueOptions } from '../forms.tsx'
import { type Signal, useSignal } from '../signals.ts'
import { formatCount, quoted, say, texts } from '../texts/texts.ts'
import { fix } from './fixes.tsx'

const labels = texts.check
/** Values shown before the user asks for the others. */
const firstValues = 40

/** What was typed for a value and not used yet, by column and value: no other fix takes it away. */
const typedTexts = scopedSignal<Readonly<Record<string, string>> | undefined>('sheetId', undefined)

function readTyped(): Readonly<Record<string, string>> {
  return typedTexts.value ?? state.value?.typed ?? {}
}

/** For this sheet alone, unless the user says otherwise. */
export function KeepTick({ of }: { of: Signal<boolean> }) {
  return (
    <Tick
      label={texts.settings.keepFixes}
      checked={of.value}
      onChange={(event) => (of.value = event.currentTarget.checked)}
    />
  )
}

/** What cells prove is ticked, and added to what is read already; without a proof a person ticks. */
export function DateReadings({ patterns, sheet }: { patterns: ProblemGroupState['patterns']; sheet: SheetState }) {
  const { own, kept } = sheet
  const isKept = useSignal(false)
  const ticked = useSignal<Readonly<Record<string, boolean>>>({})
  const isRead = ({ pattern, isProven }: (typeof patterns)[number]): boolean => ticked.value[pattern] ?? isProven
  const read = patterns.filter(isRead)
  const cells = read.reduce((sum, { count }) => sum + count, 0)
  const before = own.dateFormats.length > 0 ? own.dateFormats : kept.dateFormats
  const dateFormat = [...before, ...read.map(({ pattern }) => pattern)]
  return (
    <>
      {patterns.map((of) => (
        <Tick
          key={of.pattern}
          kind="reading"
          checked={isRead(of)}
          onChange={({ currentTarget: { checked } }) => (ticked.value = { ...ticked.value, [of.pattern]: checked })}
          label={
            <>
              <b>{of.pattern === 'day-number' ? labels.dayNumber : of.pattern}</b>{' '}
              <span class="quiet">{say(labels.cellCount, { cells: of.count })}</span>{' '}
              <small>{say(labels.datesProven, { example: quoted(of.example), meaning: of.meaning })}</small>
            </>
          }
        />
      ))}
      <KeepTick of={isKept} />
      <Button
        class="accent"
        disabled={read.length === 0 || hasActiveRun()}
        label={say(labels.readDates, { cells })}
        onClick={() => fix('reading', { dateFormat, isKept: isKept.value }, say(labels.changedCells, { cells }))}
      />
    </>
  )
}

/** One line a value, and one button for all lines that have a text. */
export function ValueLines(props: { group: ProblemGroupState; title: string; known: FieldState | undefined }) {
  const { group, title, known } = props
  const { field, column, values } = group
  const showsAll = useSignal(false)
  const isKept = useSignal(false)
  const keyOf = (written: string): string => JSON.stringify([column, written])
  const shown = showsAll.value ? values : values.slice(0, firstValues)
  const typed = shown.map(({ written, count, use }) => {
    return { written, count, text: readTyped()[keyOf(written)] ?? use ?? '' }
  })
  const used = typed.filter(({ written, text }) => text.trim() !== '' && text !== written)
  const cells = used.reduce((sum, { count }) => sum + count, 0)
  function type(written: string, text: string): void {
    typedTexts.value = { ...readTyped(), [keyOf(written)]: text }
    keepTyped(typedTexts.value)
  }
  function use(): Promise<void> {
    const body = { kind: 'values', column, values: used.map(({ written, text }) => ({ written, text })) }
    return fix('edit', { ...body, isKept: isKept.value }, say(labels.changedCells, { cells }))
  }
  return (
    <SubmitForm onSend={() => use()} class="values">
      <ValueOptions id={`known-${field}`} of={known?.values} />
      <div class="value quiet note" aria-hidden="true">
        <span>{labels.inSheet}</span> <span>{labels.cells}</span> <span>{labels.sendThis}</span>
      </div>
      {typed.map(({ written, count, text }) => (
        <label key={written} class="value">
          <span class="name">{quoted(written)}</span>
          <span class="quiet number">{formatCount(count)}</span>
          <input
            value={text}
            list={`known-${field}`}
            aria-label={say(labels.insteadOf, { written: quoted(written), field: title })}
            disabled={hasActiveRun()}
            onInput={(event) => type(written, event.currentTarget.value)}
          />
        </label>
      ))}
      {values.length > shown.length && (
        <Button
          class="link"
          label={say(labels.moreValues, { count: values.length - shown.length })}
          onClick={() => (showsAll.value = true)}
        />
      )}
      {known?.isKeepable && <KeepTick of={isKept} />}
      <SubmitButton
        class="accent"
        disabled={used.length === 0}
        label={say(labels.useIn, { cells })}
        about={say(labels.of, { title })}
      />
    </SubmitForm>
  )
}
