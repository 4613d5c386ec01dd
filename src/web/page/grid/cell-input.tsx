import { useLayoutEffect, useRef } from 'preact/hooks'

interface CellInputProps {
  text: string
  label: string
  /** Undefined: no change. */
  onEnd(typed: string | undefined, keepsFocus: boolean): void
}

export function CellInput({ text, label, onEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const end = (typed: string | undefined, keepsFocus: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    onEnd(typed, keepsFocus)
  }
  useLayoutEffect(() => {
    const element = input.current
    element?.focus()
    element?.select()
    // The cell scrolled out of sight: its text counts.
    return () => end(element?.value, true)
  }, [])
  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={text}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') end(event.currentTarget.value, true)
        if (event.key === 'Escape') end(undefined, true)
      }}
      onBlur={(event) => end(event.currentTarget.value, false)}
    />
  )
}
