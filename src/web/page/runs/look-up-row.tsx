import { useEffect, useRef } from 'preact/hooks'
import { postAction, type RunState } from '../api.ts'
import { Button, SubmitButton, SubmitForm, TextInput } from '../forms.tsx'
import { Icon } from '../icons.tsx'
import { useSignal } from '../signals.ts'
import { formatDay, formatTime, say, texts } from '../texts/texts.ts'

const labels = texts.results

/** Of an unknown outcome: a person looks it up, and answers here. */
export function LookUpRow({ row: asked, task }: { row: RunState['unknown'][number]; task: string }) {
  const { reference, row, about, sentAt, problem, answer, refusal } = asked
  const where = `${texts.row} ${row}`
  const isDecision = task === 'decide'
  const denial = isDecision ? labels.ofDecision.notCreated : labels.notCreated
  const isDenied = useSignal(false)
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isDenied.value) line.current?.querySelector('input')?.focus()
  }, [isDenied.value])
  return (
    <li class="bar" ref={line}>
      <Icon name="ask" kind="is-wrong" />
      <p class="grow">
        <strong>{say(labels.arrived, { what: about.map(formatDay).join(' · ') })}</strong>
        <br />
        <span class="quiet">
          ({sentAt === null ? where : `${where}, ${say(labels.sentAt, { time: formatTime(sentAt) })}`}){' '}
          {problem.replace(/\.?$/, '.')} {isDecision ? labels.ofDecision.unknownLead : labels.unknownLead}
        </span>
      </p>
      {answer !== null ? (
        <p role="status">{say(labels.answered, { answer })}</p>
      ) : isDenied.value ? (
        <SubmitForm
          class="bar"
          onSend={({ reason }) => postAction('unknown', { reference, text: 'not created', reason })}
        >
          <TextInput label={labels.howKnown} name="reason" required maxLength={200} />
          <Button label={denial.notSure} onClick={() => (isDenied.value = false)} />
          <SubmitButton label={denial.sure} />
          {refusal !== null && <p role="alert">{refusal}</p>}
        </SubmitForm>
      ) : (
        <SubmitForm
          class="bar"
          onSend={({ identifier: text }) => text?.trim() && postAction('unknown', { reference, text })}
        >
          {isDecision ? (
            <input type="hidden" name="identifier" value="recorded" />
          ) : (
            <TextInput
              label={say(task === 'invite' ? labels.userId : labels.assessmentId, { row })}
              name="identifier"
            />
          )}
          <SubmitButton label={isDecision ? labels.ofDecision.found : labels.found} />
          <Button label={denial.act} onClick={() => (isDenied.value = true)} />
          {refusal !== null && <p role="alert">{refusal}</p>}
        </SubmitForm>
      )}
    </li>
  )
}
