import { useRef, useState } from 'preact/hooks'

/** A value for components. The page needs no more of signals than this; @preact/signals would be a tenth of its script. */
export interface Signal<Value> {
  value: Value
}

let renderPage = (): void => {}
let isAwaited = false

/** Renders now, and once for all changes of signals in one turn of the event loop. */
export function renderOnChange(render: () => void): void {
  renderPage = render
  render()
}

function renderSoon(): void {
  if (isAwaited) return
  isAwaited = true
  queueMicrotask(() => {
    isAwaited = false
    renderPage()
  })
}

export function signal<Value>(first: Value, onChange = renderSoon): Signal<Value> {
  let current = first
  return {
    get value() {
      return current
    },
    set value(next) {
      if (next === current) return
      current = next
      onChange()
    },
  }
}

/** Lives as long as its component; a change renders that alone. */
export function useSignal<Value>(first: Value): Signal<Value> {
  const [, render] = useState({})
  const created = useRef<Signal<Value> | undefined>(undefined)
  created.current ??= signal(first, () => render({}))
  return created.current
}
