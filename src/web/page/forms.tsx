import type { ComponentChildren, ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { type FieldState, hasActiveRun, postAction, postThen } from './api.ts'
import { useSignal } from './signals.ts'
import { say, texts } from './texts/texts.ts'

/** Longer lists become a text input with suggestions. */
const maxSelectOptions = 20

/** `run` starts an action; until it has ended, further calls do nothing. The style waits before it shows that. */
function usePending(): { isPending: boolean; run(action: () => unknown): void } {
  const isPending = useSignal(false)
  return {
    isPending: isPending.value,
    run(action) {
      if (isPending.value) return
      const done = action()
      if (!(done instanceof Promise)) return
      isPending.value = true
      void done.finally(() => (isPending.value = false))
    },
  }
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'class' | 'label'> {
  class?: string
  /** Instead of children. */
  label?: string
  /** What tells several of them apart. */
  about?: string | undefined
  /** While its promise is open, the button does nothing more. The button of a form has none. */
  onClick?(): unknown
}

export function Button({ label, about, onClick, class: kind = '', children = label, ...rest }: ButtonProps) {
  const { isPending, run } = usePending()
  const classes = isPending ? `${kind} pending` : kind
  return (
    <button
      type="button"
      aria-label={about && `${label} ${about}`}
      {...rest}
      class={classes}
      aria-disabled={isPending || undefined}
      onClick={onClick && (() => run(onClick))}
    >
      {children}
    </button>
  )
}

/** Sends the form that it stands in; not during a run. */
export function SubmitButton({ disabled = false, ...rest }: Omit<ButtonProps, 'onClick'>) {
  return <Button {...rest} type="submit" disabled={disabled || hasActiveRun()} />
}

/** Changes the sheet or what is remembered; not during a run. */
export function ActionButton(props: Omit<ButtonProps, 'onClick'> & { path: string; body?: object }) {
  const { path, body, disabled = false, ...rest } = props
  return <Button {...rest} disabled={disabled || hasActiveRun()} onClick={() => postAction(path, body)} />
}

interface AskedButtonProps {
  labels: { act: string; sure: string; notSure: string }
  about?: string
  onSure(): unknown
}

/** A second click must confirm it. It stands in another place: a double click must not give it. */
export function AskedButton({ labels: { act, sure, notSure }, about, onSure }: AskedButtonProps) {
  const isAsked = useSignal(false)
  const offer = (label: string, onClick: () => unknown) => <Button label={label} about={about} onClick={onClick} />
  if (!isAsked.value) return offer(act, () => (isAsked.value = true))
  return (
    <>
      {offer(notSure, () => (isAsked.value = false))} {offer(sure, onSure)}
    </>
  )
}

export function SubmitForm({
  onSend,
  class: kind = '',
  ...rest
}: Omit<ComponentProps<'form'>, 'class'> & {
  class?: string
  /** `typed`: by name; an unticked box is absent. While its promise is open, the form is not sent again. */
  onSend(typed: Readonly<Record<string, string>>, form: HTMLFormElement): unknown
}) {
  const { isPending, run } = usePending()
  return (
    <form
      {...rest}
      class={isPending ? `${kind} pending` : kind}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
        run(() => onSend(Object.fromEntries(typed), form))
      }}
    />
  )
}

export function TextInput({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label>
      {label} <input autocomplete="off" {...rest} />{' '}
    </label>
  )
}

interface TickProps extends Pick<ComponentProps<'input'>, 'name' | 'checked' | 'disabled' | 'onChange'> {
  label: ComponentChildren
  kind?: string
  type?: 'checkbox' | 'radio'
}

/** A box, or one of several where `type` is radio. `kind`: class of its label. */
export function Tick({ label, kind, type = 'checkbox', ...rest }: TickProps) {
  return (
    <label class={kind}>
      <input type={type} {...rest} /> {label}
    </label>
  )
}

type ChoiceProps = ComponentProps<'select'> & {
  label: string
  of: readonly (readonly [value: string, text: string])[]
  /** Its label is read out, and not shown. */
  isBare?: boolean
}

export function ChoiceInput({ label, of, isBare = false, ...rest }: ChoiceProps) {
  const id = useId()
  const select = (
    <select id={id} aria-label={isBare ? label : undefined} {...rest}>
      {of.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
  if (isBare) return select
  return (
    <span>
      <label htmlFor={id}>{label}</label> {select}{' '}
    </span>
  )
}

/** Changes the sheet or what is remembered; not during a run. */
export function ActionChoice({ onChoose, ...rest }: ChoiceProps & { onChoose(value: string): unknown }) {
  return (
    <ChoiceInput {...rest} disabled={hasActiveRun()} onChange={(event) => void onChoose(event.currentTarget.value)} />
  )
}

export function FieldInput({ field, label, name }: { field: FieldState; label: string; name: string }) {
  const { values, usual } = field
  const id = `field-${field.name}`
  if (values.length > 0 && values.length <= maxSelectOptions)
    return <ChoiceInput label={label} name={name} defaultValue={usual} of={['', ...values].map(toOption)} />
  return (
    <span>
      <label htmlFor={id}>{label}</label>{' '}
      <input id={id} name={name} size={9} list={`${id}-values`} autocomplete="off" />
      <ValueOptions id={`${id}-values`} of={values} />{' '}
    </span>
  )
}

export function toOption(value: string): [value: string, text: string] {
  return [value, value]
}

export function ValueOptions({ id, of }: { id: string; of: readonly string[] | undefined }) {
  return (
    <datalist id={id}>
      {of?.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

/** One value for all rows of a sheet that has no column for a field: folded, as a column that fits is better. */
export function ForAllForm(props: { field: FieldState; isKept?: boolean; onSent?(): void }) {
  const { field, isKept = false, onSent = () => {} } = props
  const send = (value = ''): unknown => value && postThen('reading', { set: { [field.name]: value }, isKept }, onSent)
  return (
    <details class="for-all">
      <summary class="link">{texts.check.oneAnswer}</summary>
      <SubmitForm onSend={({ value }) => send(value)}>
        <FieldInput field={field} label={say(texts.check.forAll, { title: field.title })} name="value" />
        <SubmitButton label={texts.check.useForAll} />
      </SubmitForm>
    </details>
  )
}
