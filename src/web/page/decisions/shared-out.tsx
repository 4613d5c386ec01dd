import { download, postThen } from '../api.ts'
import { DataTable, TextList } from '../components.tsx'
import { Button, ChoiceInput, SubmitButton, SubmitForm, TextInput, toOption } from '../forms.tsx'
import { Fold, MessageBox, ShareBar } from '../parts.tsx'
import { useSignal } from '../signals.ts'
import { go, type ScreenProps } from '../step.ts'
import { baseName, formatCount, formatDay, formatTime, say, texts } from '../texts/texts.ts'

const labels = texts.sharing

/** What others are to decide: handed out, and who has answered. */
export function SharedOut({ state }: ScreenProps) {
  return (
    <>
      <ShareForm shareable={state.shareable} isOpen={state.shared.length === 0} />
      {state.shared.map((share, index) => (
        <ShareTable key={share.code} share={share} isOpen={index === 0} />
      ))}
    </>
  )
}

/** One workbook for each value of a column of the latest results. */
export function ShareForm({
  shareable,
  isOpen = false,
}: Pick<ScreenProps['state'], 'shareable'> & { isOpen?: boolean }) {
  const heading = useSignal('')
  if (shareable === null) return null
  const { output, headings } = shareable
  const column = heading.value || (headings.find((each) => /manager|leit|vorgesetz|respons/i.test(each)) ?? headings[0])
  return (
    <Fold title={labels.title} short={output} isOpen={isOpen}>
      <p>{labels.lead}</p>
      <SubmitForm
        class="bar share-form"
        onSend={({ by = '', due = '' }) => postThen('share', { heading: column, by, due }, () => go('decisions'))}
      >
        <ChoiceInput
          label={labels.column}
          of={headings.map(toOption)}
          value={column}
          onChange={(event) => (heading.value = event.currentTarget.value)}
        />
        <TextInput label={texts.decisions.you} name="by" size={9} required />
        <TextInput label={labels.due} name="due" type="date" />
        <SubmitButton label={labels.share} />
      </SubmitForm>
    </Fold>
  )
}

type Share = ScreenProps['state']['shared'][number]

function ShareTable({ share, isOpen }: { share: Share; isOpen: boolean }) {
  const { code, heading, file, folder, by, due, parts } = share
  const open = parts?.filter(({ isDone }) => !isDone) ?? []
  const done = (parts?.length ?? 0) - open.length
  const title = say(labels.answered, { done, of: parts?.length ?? 0 })
  const short = say(labels.of, { file, heading, due: formatDay(due), by })
  if (parts === null) return <MessageBox tone="info" message={short} hint={say(labels.elsewhere, { folder })} />
  return (
    <Fold title={title} short={short} isOpen={isOpen}>
      <div class="stack">
        <ShareBar
          of={[
            { title: labels.haveAnswered, count: done, tone: 'good' },
            { title: labels.missing, count: open.length },
          ]}
        />
        <div class="bar">
          <span class="grow quiet" title={folder}>
            {say(texts.standsIn, { name: say(labels.workbooks, { count: parts.length }), folder: baseName(folder) })}
          </span>
          <Button label={labels.zip} onClick={() => download(`${baseName(folder)}.zip`, `shared-file?code=${code}`)} />
        </div>
        <DataTable
          class="recent"
          headings={[heading, ...labels.headings]}
          classes={['name', 'number', 'number', 'when']}
          rows={parts.map(({ name, rows, answered, at }) => [
            name,
            formatCount(rows),
            formatCount(answered),
            at === null ? '' : formatTime(at),
          ])}
        />
        {open.length > 0 && (
          <Fold title={labels.mail} count={open.length}>
            <TextList
              of={open.map(({ name, rows, answered, file }) =>
                say(labels.reminder, { name, left: rows - answered, file, due: formatDay(due), by }),
              )}
            />
          </Fold>
        )}
      </div>
    </Fold>
  )
}

/** Above the decisions that came back. */
export function CollectedNote({ answers }: Pick<ScreenProps['state'], 'answers'>) {
  if (answers === null) return null
  const { taken, of, missing, problems } = answers
  return (
    <MessageBox
      tone={problems.length > 0 ? 'doubt' : 'info'}
      role="status"
      message={say(labels.collected, { taken, done: of - missing.length, of })}
      hint={
        missing.length > 0
          ? say(labels.missingAre, { names: missing.slice(0, 6).join(', '), more: Math.max(0, missing.length - 6) })
          : undefined
      }
    >
      {problems.length > 0 && (
        <details>
          <summary class="link">{say(labels.notTaken, { count: problems.length })}</summary>
          <TextList of={problems} />
        </details>
      )}{' '}
      <Button class="link" label={labels.who} onClick={() => go('decisions')} />
    </MessageBox>
  )
}
