import { type Component, options } from 'preact'
import { useRef } from 'preact/hooks'

/**
 * A value for components: those that read it while rendering render again after a change. The page needs no more of
 * signals than this; @preact/signals would be a tenth of its script.
 */
export interface Signal<Value> {
  value: Value
}

/** Preact's hooks for each component. `__r` and `__c` are their mangled names, which its own tools use as well. */
interface RenderHooks {
  __r?(node: RenderedNode): void
  diffed?(node: RenderedNode): void
  unmount?(node: RenderedNode): void
}
interface RenderedNode {
  __c?: Component | null
}

let rendering: Component | undefined
/** Readers of each signal, by component. */
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
  const component = node.__c
  if (component) for (const readers of readBy.get(component) ?? []) readers.delete(component)
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
      // Renders once for all changes in this turn of the event loop.
      for (const reader of readers) reader.setState({})
    },
  }
}

/** Lives as long as its component. */
export function useSignal<Value>(first: Value): Signal<Value> {
  // `useState` would add two thirds of a kilobyte.
  const created = useRef<Signal<Value> | undefined>(undefined)
  created.current ??= signal(first)
  return created.current
}
