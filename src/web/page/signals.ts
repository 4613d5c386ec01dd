import { type Component, options } from 'preact'
import { useRef } from 'preact/hooks'

/** A value that components show: whoever read it while rendering renders again once it is another. */
export interface Signal<Value> {
  value: Value
}

/** What Preact tells of each component; `__r` and `__c` are its own short names, which its other tools use as well. */
interface RenderHooks {
  __r?(node: RenderedNode): void
  diffed?(node: RenderedNode): void
  unmount?(node: RenderedNode): void
}
interface RenderedNode {
  __c?: Component | null
}

/** Whose function runs just now. */
let rendering: Component | undefined
/** What each of them has read. */
const readBy = new WeakMap<Component, Set<Set<Component>>>()

const hooks = options as unknown as RenderHooks
const { __r: before, diffed, unmount } = hooks
hooks.__r = (node) => {
  before?.(node)
  rendering = node.__c ?? undefined
}
hooks.diffed = (node) => {
  rendering = undefined
  diffed?.(node)
}
hooks.unmount = (node) => {
  const gone = node.__c
  if (gone) for (const readers of readBy.get(gone) ?? []) readers.delete(gone)
  unmount?.(node)
}

export function signal<Value>(first: Value): Signal<Value> {
  let current = first
  const readers = new Set<Component>()
  return {
    get value() {
      if (rendering !== undefined) {
        readers.add(rendering)
        const read = readBy.get(rendering) ?? new Set()
        readBy.set(rendering, read.add(readers))
      }
      return current
    },
    set value(next) {
      if (next === current) return
      current = next
      // Together, once this turn of the event loop is over.
      for (const reader of readers) reader.setState({})
    },
  }
}

/** One that lives as long as its component. */
export function useSignal<Value>(first: Value): Signal<Value> {
  // `useState` would bring two thirds of a kilobyte along.
  const created = useRef<Signal<Value> | undefined>(undefined)
  created.current ??= signal(first)
  return created.current
}
