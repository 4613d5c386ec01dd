import { labelState } from '../../messages/states.ts'
import type { KnownTrip, PersonState } from '../person-controller.ts'
import { download, hasActiveRun, postAction } from './api.ts'
import { DataTable, TextList } from './components.tsx'
import { Button, SubmitButton, SubmitForm, TextInput } from './forms.tsx'
import { Card, Fold, MessageBox, Tag, tones } from './parts.tsx'
import { baseName, formatDay, formatDays, formatTime, say, texts } from './texts/texts.ts'

const labels = texts.person

type Of = { found: PersonState }

/** What is known of one person, the files that name them, and the way to forget them. */
export function FoundPerson({ found }: Of) {
  const { person, known, trips, alike, forgotten, notes } = found
  const isKnown = known.requests + known.rows + known.lines > 0
  const end = isKnown && (
    <Button label={labels.download} disabled={hasActiveRun()} onClick={() => download('person.xlsx', 'person-file')} />
  )
  return (
    <>
      <Card title={say(labels.person, { person })} end={end}>
        <div class="pad" role="status">
          {forgotten !== null && <p>{say(labels.forgotten, { counts: describeCounts(forgotten) })}</p>}
          {forgotten?.isScrubbed === false && <p>{labels.unscrubbed}</p>}
          {forgotten?.isDatabase && <p>{labels.backups}</p>}
          <p>{say(isKnown ? labels.known : labels.nothing, { person, counts: describeCounts(known) })}</p>
          {alike.length > 0 && <p>{say(labels.alike, { alike: alike.join(', ') })}</p>}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        {trips.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keys
          <section class="scroll" tabIndex={0} aria-label={labels.trip}>
            <DataTable
              headings={[labels.trip, labels.sent, labels.decision, labels.state]}
              rows={trips.map(describeTrip)}
            />
          </section>
        )}
      </Card>
      {(isKnown || forgotten !== null) && <NamingFiles found={found} />}
      <Forget found={found} />
    </>
  )
}

function describeTrip({ place, days: [from = '', until = ''], sentAt, state, score, decision }: KnownTrip) {
  const days = [from, until].every((day) => !Number.isNaN(Date.parse(day))) ? formatDays(from, until) : formatDay(from)
  const { status = '', by = '', at = 0 } = decision ?? {}
  return [
    [place, days].filter((text) => text !== '').join(', '),
    sentAt === null ? '' : formatTime(sentAt),
    decision === null ? (
      <span class="quiet">{labels.undecided}</span>
    ) : (
      say(labels.decided, { status, by, time: formatTime(at) })
    ),
    <Tag key={state} tone={`is-${tones[state]}`}>
      {labelState(state)} {score}
    </Tag>,
  ]
}

function describeCounts({ requests, rows, lines }: PersonState['known']): string {
  return say(labels.counts, { requests, rows, lines })
}

const describeFile = (file: string): string =>
  say(texts.standsIn, { name: baseName(file), folder: file.slice(0, -baseName(file).length - 1) })

function NamingFiles({ found: { files } }: Of) {
  const lists = [
    [labels.files, files.naming],
    [labels.inputs, files.inputs],
    [labels.unread, files.unread],
    [labels.sandboxes, files.sandboxes],
  ] as const
  const count = lists.reduce((sum, [, of]) => sum + of.length, 0)
  return count === 0 ? null : (
    <Fold title={labels.named} count={count} short={labels.deletesNone}>
      {lists.map(([lead, of]) => (
        <TextList key={lead} lead={lead} of={of.map(describeFile)} />
      ))}
    </Fold>
  )
}

/** With what stands in its way, while it is not possible. */
function Forget({ found: { person, erasable, open, openCount, forgotten } }: Of) {
  const isHeld = erasable === null
  const isErasable = !isHeld && openCount === 0 && erasable.requests + erasable.rows > 0
  if (!isErasable && !isHeld && openCount === 0 && forgotten?.isScrubbed !== false) return null
  const rest = openCount - open.length
  return (
    <Card title={labels.forget} inside="stack">
      {isErasable && <p>{say(labels.erased, { counts: describeCounts(erasable) })}</p>}
      {!isHeld && <p>{labels.stays}</p>}
      {isHeld || openCount > 0 ? (
        <MessageBox role="status" message={labels.notYet} hint={isHeld ? labels.held : labels.settle}>
          <TextList of={[...open.map(describeOpen), ...(rest > 0 ? [say(labels.more, { count: rest })] : [])]} />
        </MessageBox>
      ) : (
        <SubmitForm class="stack" onSend={(typed) => postAction('erase', typed)}>
          <p>
            <TextInput label={labels.reason} name="reason" maxLength={200} />
          </p>
          <p>
            <TextInput label={say(labels.typed, { person })} name="typed" required />
          </p>
          <p>
            <SubmitButton class="danger" label={isErasable ? labels.confirm : labels.again} />
          </p>
        </SubmitForm>
      )}
    </Card>
  )
}

function describeOpen({ file, sheet, row, identifier, state, waitsIn }: PersonState['open'][number]): string {
  const place =
    file === ''
      ? (identifier ?? labels.noRow)
      : say(labels.row, { row, file: [baseName(file), sheet].filter(Boolean).join(', ') })
  return say(labels.openTrip, {
    place,
    state: waitsIn === null ? labelState(state) : say(labels.waits, { run: waitsIn }),
  })
}
