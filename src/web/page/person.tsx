import type { PersonState } from '../person-controller.ts'
import { download, postAction } from './api.ts'
import { TextList } from './components.tsx'
import { Button, SubmitForm, TextInput } from './forms.tsx'
import type { ScreenProps } from './step.ts'
import { personTexts as labels } from './texts/settings.ts'

interface Access {
  isRunning: boolean
}

export function PersonSection({ state: { person: found }, isRunning }: Pick<ScreenProps, 'state'> & Access) {
  return (
    <>
      <h2>{labels.title}</h2>
      <SubmitForm onSend={({ person = '' }) => postAction('person', { person })}>
        <TextInput label={labels.employee} name="person" required maxLength={200} disabled={isRunning} />
        <button type="submit" disabled={isRunning}>
          {labels.show}
        </button>
      </SubmitForm>
      {found !== null && <FoundPerson key={found.person} found={found} isRunning={isRunning} />}
    </>
  )
}

function FoundPerson({ found, isRunning }: { found: PersonState } & Access) {
  const { person, known, erasable, open, openCount, files, forgotten, notes } = found
  const isKnown = known.requests + known.rows + known.lines > 0
  const canErase = erasable !== null && openCount === 0
  const isErasable = canErase && erasable.requests + erasable.rows > 0
  const isRest = canErase && forgotten?.isScrubbed === false
  const rest = openCount - open.length
  return (
    <>
      <div role="status">
        {forgotten !== null && <p>{labels.forgotten(forgotten)}</p>}
        {forgotten?.isScrubbed === false && <p>{labels.unscrubbed}</p>}
        {forgotten?.isDatabase && <p>{labels.backups}</p>}
        <p>{isKnown ? labels.known(person, known) : labels.nothing(person)}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {isKnown && (
        <p>
          <Button disabled={isRunning} onClick={() => download('person.xlsx', 'person-file')}>
            {labels.download}
          </Button>
        </p>
      )}
      {erasable === null && <p>{labels.held}</p>}
      <TextList lead={labels.open} of={[...open.map(labels.openTrip), ...(rest > 0 ? [labels.more(rest)] : [])]} />
      {openCount > 0 && <p>{labels.settle}</p>}
      <TextList lead={labels.files} of={files.naming} />
      <TextList lead={labels.unread} of={files.unread} />
      <TextList lead={labels.sandboxes} of={files.sandboxes} />
      {(isKnown || forgotten !== null) && <p class="quiet">{labels.ownSheets}</p>}
      {(isErasable || isRest) && (
        <details>
          <summary>{labels.forget}</summary>
          {isErasable && <p>{labels.erased(erasable)}</p>}
          <p>{labels.stays}</p>
          <SubmitForm onSend={({ typed = '', reason = '' }) => postAction('erase', { typed, reason })}>
            <p>
              <TextInput label={labels.reason} name="reason" maxLength={200} disabled={isRunning} />
            </p>
            <p>
              <TextInput label={labels.typed(person)} name="typed" required disabled={isRunning} />
            </p>
            <button type="submit" class="danger" disabled={isRunning}>
              {isErasable ? labels.confirm : labels.again}
            </button>
          </SubmitForm>
        </details>
      )}
    </>
  )
}
