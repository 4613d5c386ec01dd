import type { Task } from '../request-schemas.ts'
import { answerProfile, asked, download, fetchFile, upload } from './api.ts'
import { hasActiveRun, ScreenFrame } from './components.tsx'
import { ConfirmForm } from './decisions/release.tsx'
import { SealedRuns } from './decisions/sealed-runs.tsx'
import { Button } from './forms.tsx'
import { NoToken } from './runs/plan.tsx'
import { RecentRuns } from './runs/recent-runs.tsx'
import { UnsentDrafts } from './sheet/drafts.tsx'
import { useSignal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts/texts.ts'

const exampleName = 'quarterly-review.xlsx'
const mostBytes = 200 * 1024 * 1024

export function DecisionsScreen(props: ScreenProps) {
  const { run } = props.state
  return (
    <>
      <SheetPicker {...props} task="decide" />
      {run?.task === 'assess' && run.end?.output && (
        <ConfirmForm button={texts.decisions.onResults} inputs={[]} path="decide" nextStep="check" {...props} />
      )}
    </>
  )
}

export function SheetPicker({ state, go, task }: ScreenProps & { task: Task }) {
  const isOver = useSignal(false)
  const isLarge = useSignal(false)
  const isRunning = hasActiveRun(state)
  async function openFile(file: File | undefined): Promise<void> {
    isOver.value = false
    if (file === undefined || isRunning) return
    isLarge.value = file.size > mostBytes
    if (isLarge.value) return
    const next = await upload(file, task)
    if (next?.error === null) go(next.sealed ? 'release' : next.check && task === 'decide' ? 'check' : 'sheet')
  }
  async function openExample(): Promise<void> {
    const content = await fetchFile('example')
    if (content !== undefined) await openFile(new File([content], exampleName))
  }
  return (
    <ScreenFrame class="picker" title={texts.start.titles[task]} lead={texts.start.leads[task]}>
      {state.settings.token.source === 'none' && <NoToken go={go} />}
      {!isRunning && task === 'assess' && <UnsentDrafts state={state} go={go} />}
      {isRunning ? (
        <p>{texts.start.going}</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: to drop is one way; the button beside it is the other
        <div
          class={`drop${isOver.value ? ' over' : ''}`}
          onDragOver={() => (isOver.value = true)}
          onDragLeave={() => (isOver.value = false)}
          onDrop={(event) => void openFile(event.dataTransfer?.files[0])}
        >
          <p>
            <strong>{texts.start.drop}</strong>{' '}
            <label>
              {texts.start.choose}
              <input
                type="file"
                accept=".xlsx,.xlsm,.csv"
                onChange={(event) => void openFile(event.currentTarget.files?.[0])}
              />
            </label>
          </p>
          <p class="quiet">
            {texts.start.noSheet}{' '}
            <Button class="link" onClick={() => download(texts.start.templates[task], `template?for=${task}`)}>
              {texts.start.template}
            </Button>
            {task === 'assess' && state.destination.kind !== 'production' && (
              <>
                {' · '}
                <Button class="link" onClick={() => openExample()}>
                  {texts.start.example}
                </Button>
              </>
            )}
          </p>
        </div>
      )}
      {task === 'decide' && <SealedRuns state={state} go={go} />}
      {isLarge.value && <p role="alert">{texts.start.large}</p>}
      <ol class="how">
        {texts.start.how[task].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      {task === 'assess' && <RecentRuns state={state} go={go} />}
    </ScreenFrame>
  )
}

/** Once it is answered, the program takes a moment to start. */
export function ProfileScreen() {
  const question = asked.value
  if (question === undefined || question === 'answered') return <main aria-busy="true" />
  return (
    <main>
      <h1>{texts.profile.title}</h1>
      <p>{question.text}</p>
      <ul>
        {question.values.map(({ text, about }) => (
          <li key={text}>
            <bdi>{text}</bdi> ({about})
          </li>
        ))}
      </ul>
      <p>{texts.profile.ask}</p>
      <Button onClick={() => answerProfile(false)}>{texts.profile.refuse}</Button>{' '}
      <Button onClick={() => answerProfile(true)}>{texts.profile.agree}</Button>
    </main>
  )
}
