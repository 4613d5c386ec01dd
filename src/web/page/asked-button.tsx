import { postAction } from './api.ts'
import { Button } from './components.tsx'
import { useSignal } from './signals.ts'

interface AskedButtonProps {
  labels: { act: string; sure: string; notSure: string }
  path: string
  body: object
  /** Which of several buttons it is. */
  about?: string
  onDone?(): void
}

/** A second click must confirm it. It stands in another place: a double click must not give it. */
export function AskedButton({ labels: { act, sure, notSure }, path, body, about = '', onDone }: AskedButtonProps) {
  const isAsked = useSignal(false)
  const ask = (asks: boolean) => () => {
    isAsked.value = asks
  }
  const name = (label: string) => (about === '' ? undefined : `${label} ${about}`)
  if (!isAsked.value)
    return (
      <Button aria-label={name(act)} onClick={ask(true)}>
        {act}
      </Button>
    )
  return (
    <>
      <Button onClick={ask(false)}>{notSure}</Button>{' '}
      <Button
        aria-label={name(sure)}
        onClick={async () => {
          if ((await postAction(path, body))?.error === null) onDone?.()
        }}
      >
        {sure}
      </Button>
    </>
  )
}
