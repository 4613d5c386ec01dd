import { Button } from './components.tsx'
import { useSignal } from './signals.ts'

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
