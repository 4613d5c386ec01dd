import type { CheckState } from '../../sheet/sheet-session.ts'
import {
  type FieldState,
  hasActiveRun,
  keepTyped,
  type ProblemGroupState,
  postAction,
  postThen,
  type SheetState,
  scopedSignal,
  state,
} from '../api.ts'
import { findFieldTitle, TextList } from '../components.tsx'
import { ActionButton, Button, ForAllForm, SubmitButton, SubmitForm, Tick, ValueOptions } from '../forms.tsx'
import { type Signal, useSignal } from '../signals.ts'
import { quoted, say, texts } from '../texts/texts.ts'
import { UseColumn } from './use-column.tsx'

const labels = texts.check
/** Values shown before the user asks for the others. */
const firstValues = 40

interface ProblemsProps {
  check: CheckState
  sheet: SheetState
  /** Rows shown beside: the refused ones have a list of their own. */
  filter: string
  onShow(group: ProblemGroupState): void
}

/** What was typed for a value and not used yet, by column and value: no other fix takes it away. */
const typedTexts = scopedSignal<Readonly<Record<string, string>> | undefined>('sheetId', undefined)

function readTyped(): Readonly<Record<string, string>> {
  return typedTexts.value ?? state.value?.typed ?? {}
}

const noFix = { text: '', undoable: 0 }
/** The last fix in words; shown while it is the one that Undo takes back. */
const lastFix = scopedSignal('sheetId', noFix)

/** Causes first, then their values: one line for each, with the suggestion filled in. */
export function Problems({ check: { groups, notes, fixes }, filter, sheet, onShow }: ProblemsProps) {
  const shown = groups.filter(({ kind }) => filter !== 'refused' || kind === 'refused')
  const used = fixes.map(({ written, meant, count, field }) =>
    say(texts.settings.fix, {
      count,
      written: quoted(written),
      field: findFieldTitle(sheet.fields, field),
      meant: quoted(meant),
    }),
  )
  return (
    <div class="problems">
      <h2>{labels.problems}</h2>
      {shown.length === 0 && <p class="empty">{labels.none}</p>}
      {shown.map((group) => (
        <ProblemGroup key={group.key} {...{ group, sheet, onShow }} />
      ))}
      <TextList title={labels.notes} of={[...used, ...notes]} />
    </div>
  )
}

type GroupProps = Omit<ProblemsProps, 'check' | 'filter'> & { group: ProblemGroupState }

function ProblemGroup({ group, sheet, onShow }: GroupProps) {
  const { field, text, count, column, patterns, needsDefault, kind } = group
  const isKept = useSignal(false)
  const title = field === '' ? labels.rowAsWhole : findFieldTitle(sheet.fields, field)
  const proven = patterns.filter(({ isProven }) => isProven)
  const known = sheet.fields.find(({ name }) => name === field)
  return (
    <article class={kind === 'doubtful' ? 'doubtful' : 'wrong'}>
      <div class="title">
        <h3>
          {say(labels.times, { count })} {title}
        </h3>
        <Button class="link" label={labels.show} about={title} onClick={() => onShow(group)} />
      </div>
      <p>{text}</p>
      {patterns.length > 0 && (
        <DateReadings patterns={proven.length > 0 ? proven : patterns} sheet={sheet} isKept={isKept.value} />
      )}
      {needsDefault && <UseColumn sheet={sheet} field={field} />}
      {needsDefault && known !== undefined && <ForAllForm field={known} isKept={isKept.value} />}
      {(needsDefault || patterns.length > 0) && <KeepTick of={isKept} />}
      {!needsDefault && patterns.length === 0 && column >= 0 && (
        <ValueLines group={group} title={title} known={known} />
      )}
    </article>
  )
}

/** For this sheet alone, unless the user says otherwise. */
function KeepTick({ of }: { of: Signal<boolean> }) {
  return (
    <Tick
      label={texts.settings.keepFixes}
      checked={of.value}
      onChange={(event) => (of.value = event.currentTarget.checked)}
    />
  )
}

/** What a cell proves, added to what is read already; all of it by one button, where there are several orders. */
function DateReadings(props: { patterns: ProblemGroupState['patterns']; sheet: SheetState; isKept: boolean }) {
  const { patterns, sheet, isKept } = props
  const { own, kept } = sheet
  const read = own.dateFormats.length > 0 ? own.dateFormats : kept.dateFormats
  const button = (names: readonly string[], words: string) => (
    <ActionButton path="reading" body={{ dateFormat: [...read, ...names], isKept }} label={words} />
  )
  const names = patterns.map(({ pattern }) => pattern)
  const areProven = patterns.length > 1 && patterns.every(({ isProven }) => isProven)
  return (
    <>
      {patterns.map(({ pattern, example, meaning, count }) => (
        <p key={pattern}>
          {say(labels.datesProven, { example: quoted(example), meaning, cells: count })}{' '}
          {button([pattern], say(labels.dates, { pattern }))}
        </p>
      ))}
      {areProven && (
        <p>{button(names, names.length === 2 ? labels.bothDates : say(labels.allDates, { count: names.length }))}</p>
      )}
    </>
  )
}

/** One line a value, and one button for all lines that have a text. */
function ValueLines(props: { group: ProblemGroupState; title: string; known: FieldState | undefined }) {
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
    const [first] = used
    const body = { kind: 'values', column, values: used.map(({ written, text }) => ({ written, text })) }
    return postThen('edit', { ...body, isKept: isKept.value }, ({ check }) => {
      const value = used.length === 1 ? (first?.text ?? '') : ''
      const pattern = value === '' ? labels.corrected : labels.setTo
      const text = say(pattern, { title, cells, value: quoted(value) })
      lastFix.value = { text, undoable: check?.undoable ?? 0 }
      // The used lines are gone: the next input takes the focus.
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('.problems input, .problems button')?.focus()
    })
  }
  return (
    <SubmitForm onSend={() => use()} class="values">
      <ValueOptions id={`known-${field}`} of={known?.values} />
      {typed.map(({ written, count, text }) => (
        <label key={written} class="value">
          <span class="written">
            {quoted(written)} <small>{say(labels.times, { count })}</small>
          </span>
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
        disabled={used.length === 0}
        label={say(labels.useIn, { cells })}
        about={say(labels.of, { title })}
      />
    </SubmitForm>
  )
}

/** Says the last fix, with a way back. */
export function FixToast({ undoable }: Pick<CheckState, 'undoable'>) {
  return (
    <div class="toast" role="status">
      {lastFix.value.text !== '' && undoable === lastFix.value.undoable && (
        <>
          {lastFix.value.text}{' '}
          <Button
            disabled={hasActiveRun()}
            label={labels.undoOne}
            onClick={() => {
              lastFix.value = noFix
              void postAction('undo')
            }}
          />{' '}
          <Button aria-label={labels.closeToast} label="×" onClick={() => (lastFix.value = noFix)} />
        </>
      )}
    </div>
  )
}
