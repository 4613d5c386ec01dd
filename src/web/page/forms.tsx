import type { ComponentProps } from 'preact'
import type { FieldState } from '../protocol.ts'

/** What is typed into on several screens. */

/** More than so many are typed. */
const maxSelectOptions = 20

/** What was typed, by its name, once it is sent; what was not ticked is not among it. */
export type FormValues = Readonly<Record<string, string>>

export function SubmitForm({
  onSend,
  ...rest
}: ComponentProps<'form'> & { onSend(typed: FormValues, form: HTMLFormElement): void }) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        onSend(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])), form)
      }}
    />
  )
}

/** An input with its label. */
export function TextInput({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label>
      {label} <input autocomplete="off" {...rest} />{' '}
    </label>
  )
}

export function Checkbox({ label, name }: { label: string; name: string }) {
  return (
    <label>
      <input type="checkbox" name={name} /> {label}
    </label>
  )
}

/** A value of a field, with its label: chosen out of few, else typed. */
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

/** What can be typed into an input that names this list, where that is known. */
export function ValueOptions({ id, of }: { id: string; of: readonly string[] | undefined }) {
  return (
    <datalist id={id}>
      {of?.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}
