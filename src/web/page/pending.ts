import { useSignal } from './signals.ts'

/** `run` starts an action; until it has ended, further calls do nothing. The style waits before it shows that. */
export function usePending(): { isPending: boolean; run(action: () => unknown): void } {
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
