import type { ComponentChildren, ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { postAction } from './api.ts'
import { useSignal } from './signals.ts'
import type { FieldState } from './state-types.ts'

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
      void done.finally(() => {
        isPending.value = false
      })
    },
  }
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'class'> {
  class?: string
  /** While its promise is open, the button does nothing more. */
  onClick(): unknown
}

export function Button({ onClick, class: kind = '', ...rest }: ButtonProps) {
  const { isPending, run } = usePending()
  return (
    <button
      type="button"
      {...rest}
      class={isPending ? `${kind} pending` : kind}
      aria-disabled={isPending || undefined}
      onClick={() => run(onClick)}
    />
  )
}

export function ActionButton({ path, body, ...rest }: Omit<ButtonProps, 'onClick'> & { path: string; body?: object }) {
  return <Button {...rest} onClick={() => postAction(path, body)} />
}

interface AskedButtonProps {
  labels: { act: string; sure: string; notSure: string }
  /** Tells several of them apart. */
  about?: string
  onSure(): unknown
}

/** A second click must confirm it. It stands in another place: a double click must not give it. */
export function AskedButton({ labels: { act, sure, notSure }, about, onSure }: AskedButtonProps) {
  const isAsked = useSignal(false)
  const offer = (label: string, onClick: () => unknown) => (
    <Button aria-label={about && `${label} ${about}`} onClick={onClick}>
      {label}
    </Button>
  )
  if (!isAsked.value) return offer(act, () => (isAsked.value = true))
  return (
    <>
      {offer(notSure, () => (isAsked.value = false))} {offer(sure, onSure)}
    </>
  )
}

/** Submitted values by name; an unticked box is absent. */
export type FormValues = Readonly<Record<string, string>>

export function SubmitForm({
  onSend,
  class: kind = '',
  ...rest
}: Omit<ComponentProps<'form'>, 'class'> & {
  class?: string
  /** While its promise is open, the form is not sent again. */
  onSend(typed: FormValues, form: HTMLFormElement): unknown
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

export function ChoiceInput({
  label,
  of,
  value,
  onChoose,
}: {
  label: string
  of: readonly (readonly [value: string, text: string])[]
  value: string
  onChoose(value: string): void
}) {
  const id = useId()
  return (
    <span>
      <label htmlFor={id}>{label}</label>{' '}
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {of.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

/** A selection for short lists, else a text input. */
export function FieldInput({ field, label, name }: { field: FieldState; label: string; name: string }) {
  const { values, usual } = field
  const id = `field-${field.name}`
  const isChoice = values.length > 0 && values.length <= maxSelectOptions
  return (
    <span>
      <label htmlFor={id}>{label}</label>{' '}
      {isChoice ? (
        <select id={id} name={name} defaultValue={usual}>
          {['', ...values].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      ) : (
        <>
          <input id={id} name={name} size={9} list={`${id}-values`} autocomplete="off" />
          <ValueOptions id={`${id}-values`} of={values} />
        </>
      )}{' '}
    </span>
  )
}

/** Suggestions for the text input that names this list. */
export function ValueOptions({ id, of }: { id: string; of: readonly string[] | undefined }) {
  return (
    <datalist id={id}>
      {of?.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}
