import { postThen } from '../api.ts'
import { ActionButton, Button } from '../forms.tsx'
import type { ScreenProps } from '../step.ts'
import { texts } from '../texts/texts.ts'

const labels = texts.start

/** Corrections of earlier sheets, to go on with. */
export function UnsentDrafts({ state, go }: ScreenProps) {
  const open = (key: string) => postThen('draft', { key }, ({ check }) => go(check === null ? 'sheet' : 'check'))
  return (
    <>
      {state.drafts.map((draft) => (
        <p key={draft.key} class="message">
          {labels.unsent(draft)}{' '}
          <Button aria-label={labels.goOnWith(draft.label)} onClick={() => open(draft.key)}>
            {texts.run.resume}
          </Button>{' '}
          <ActionButton
            class="link"
            path="discard"
            body={{ key: draft.key }}
            aria-label={labels.discardWhat(draft.label)}
          >
            {labels.discard}
          </ActionButton>
        </p>
      ))}
    </>
  )
}

/** Said, because the sheet is no longer as it is in its file. */
export function RestoredNote({ state: { restored } }: Pick<ScreenProps, 'state'>) {
  if (restored === null) return null
  return (
    <p class="message" role="status">
      {labels.restored(restored)}{' '}
      <ActionButton path="discard" body={{ key: restored.key }}>
        {labels.asInFile}
      </ActionButton>
    </p>
  )
}
