import { postThen, state } from '../api.ts'
import { SubmitButton, SubmitForm, TextInput } from '../forms.tsx'
import { Card, Fold, MessageBox, Tiles } from '../parts.tsx'
import { go, type ScreenProps } from '../step.ts'
import { say, texts } from '../texts/texts.ts'

const labels = texts.undo

/** Takes back the run that has ended: the plan comes first. */
export function UndoForm({
  task,
  number,
  undo,
}: { task: string; number: number } & Pick<ScreenProps['state'], 'undo'>) {
  const isDone = undo?.run === number && undo.counts.open === 0
  return (
    <Fold title={labels.title} isOpen={isDone}>
      <p>{task === 'decide' ? labels.ofDecisions : labels.ofTrips}</p>
      <SubmitForm
        class="bar"
        onSend={(typed) => postThen('undo-run', typed, (next) => next.sheet && next.undo?.counts.open && go('plan'))}
      >
        <TextInput label={texts.decisions.you} name="by" size={9} required />
        <TextInput label={labels.note} name="note" />
        <SubmitButton label={labels.plan} disabled={state.value?.busy !== null} />
      </SubmitForm>
      {isDone && (
        <div class="stack" role="status">
          <MessageBox tone="info" message={labels.nothing} />
          <UndoNumbers undo={undo} />
        </div>
      )}
    </Fold>
  )
}

/** All that the run has made, in numbers that add up, and by name what is not taken back. */
export function UndoNumbers({ undo: { counts, named } }: { undo: NonNullable<ScreenProps['state']['undo']> }) {
  const words = labels.numbers
  return (
    <>
      <Tiles
        isSmall
        of={(['open', 'undone', 'decidedSince', 'shared', 'unknown'] as const).map((name) => {
          return {
            title: words[name],
            count: counts[name],
            ...(name === 'unknown' && counts[name] > 0 && { tone: 'doubt' as const }),
          }
        })}
      />
      {named.length > 0 && (
        <ul>
          {named.map(({ why, about }) => (
            <li key={about}>{`${about}: ${words[why]}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Above the plan of an undo. */
export function UndoCard({ undo }: Pick<ScreenProps['state'], 'undo'>) {
  if (undo === null) return null
  return (
    <Card title={say(labels.of, { run: undo.run })} inside="stack">
      <UndoNumbers undo={undo} />
    </Card>
  )
}
