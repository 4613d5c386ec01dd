import { useLayoutEffect, useRef } from 'preact/hooks'
import { hideCodes, showCodes } from '../../../messages/show-codes.ts'
import { ValueOptions } from '../forms.tsx'

/** Where the active cell goes when an edit ends. */
export type EditEnd = 'stay' | 'down' | 'up' | 'right' | 'left' | 'blurred'

interface CellInputProps {
  text: string
  /** The text was typed to begin the edit: more of it follows. */
  isTyped: boolean
  label: string
  values: readonly string[] | undefined
  /** Undefined: no change. */
  onEnd(typed: string | undefined, end: EditEnd): void
}

const optionsId = 'cell-values'

export function CellInput({ text, isTyped, label, values, onEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const end = (typed: string | undefined, how: EditEnd): void => {
    if (isOver.current) return
    isOver.current = true
    onEnd(typed && hideCodes(typed), how)
  }
  useLayoutEffect(() => {
    const element = input.current
    element?.focus()
    if (isTyped) element?.setSelectionRange(text.length, text.length)
    else element?.select()
    // The cell scrolled out of sight: its text counts.
    return () => end(element?.value, 'stay')
  }, [])
  return (
    <>
      <input
        ref={input}
        aria-label={label}
        autocomplete="off"
        defaultValue={showCodes(text)}
        list={values === undefined || values.length === 0 ? undefined : optionsId}
        onKeyDown={(event) => {
          event.stopPropagation()
          const { key, shiftKey, currentTarget } = event
          if (key === 'Enter') end(currentTarget.value, shiftKey ? 'up' : 'down')
          if (key === 'Escape') end(undefined, 'stay')
          if (key !== 'Tab') return
          event.preventDefault()
          end(currentTarget.value, shiftKey ? 'left' : 'right')
        }}
        onBlur={(event) => end(event.currentTarget.value, 'blurred')}
      />
      <ValueOptions id={optionsId} of={values} />
    </>
  )
}
