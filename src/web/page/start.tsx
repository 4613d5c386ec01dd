import { Fragment } from 'preact'
import type { Task } from '../request-schemas.ts'
import { answerProfile, asked, download, fetchFile, hasActiveRun, postThen, type RecentRun, upload } from './api.ts'
import { DataTable, NoToken, ScreenFrame } from './components.tsx'
import { DecideButton, SealedRuns } from './decisions/release.tsx'
import { ActionButton, Button } from './forms.tsx'
import { useSignal } from './signals.ts'
import { go, type ScreenProps } from './step.ts'
import { formatCount, formatStateCounts, formatTime, say, texts } from './texts/texts.ts'

const labels = texts.start
const exampleName = 'quarterly-review.xlsx'
const mostBytes = 200 * 1024 * 1024

export function DecisionsScreen({ state }: ScreenProps) {
  const { run } = state
  return (
    <>
      <SheetPicker state={state} task="decide" />
      {run?.task === 'assess' && run.end?.output && <DecideButton class="main" />}
    </>
  )
}

export function SheetPicker({ state, task }: ScreenProps & { task: Task }) {
  const isOver = useSignal(false)
  const isLarge = useSignal(false)
  const isRunning = hasActiveRun()
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
    <ScreenFrame class="picker" title={labels.titles[task]} lead={labels.leads[task]}>
      {state.settings.token.source === 'none' && <NoToken />}
      {!isRunning && task === 'assess' && <UnsentDrafts drafts={state.drafts} />}
      {isRunning ? (
        <p>{labels.going}</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: to drop is one way; the button beside it is the other
        <div
          class={`drop${isOver.value ? ' over' : ''}`}
          onDragOver={() => (isOver.value = true)}
          onDragLeave={() => (isOver.value = false)}
          onDrop={(event) => void openFile(event.dataTransfer?.files[0])}
        >
          <p>
            <strong>{labels.drop}</strong>{' '}
            <label>
              {labels.choose}
              <input
                type="file"
                accept=".xlsx,.xlsm,.csv"
                onChange={(event) => void openFile(event.currentTarget.files?.[0])}
              />
            </label>
          </p>
          <p class="quiet">
            {labels.noSheet}{' '}
            <Button
              class="link"
              label={labels.template}
              onClick={() => download(labels.templates[task], `template?for=${task}`)}
            />
            {task === 'assess' && state.destination.kind !== 'production' && (
              <>
                {' · '}
                <Button class="link" label={labels.example} onClick={() => openExample()} />
              </>
            )}
          </p>
        </div>
      )}
      {task === 'decide' && <SealedRuns waiting={state.waiting} />}
      {isLarge.value && <p role="alert">{labels.large}</p>}
      <ol class="how">
        {labels.how[task].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      {task === 'assess' && <RecentRuns recent={state.recent} />}
    </ScreenFrame>
  )
}

/** Corrections of earlier sheets, to go on with. */
function UnsentDrafts({ drafts }: Pick<ScreenProps['state'], 'drafts'>) {
  const open = (key: string) => postThen('draft', { key }, ({ check }) => go(check === null ? 'sheet' : 'check'))
  return (
    <>
      {drafts.map(({ key, label, cells, at }) => (
        <p key={key} class="message">
          {say(cells === 0 ? labels.unsentAnswers : labels.unsentCells, { label, cells, time: formatTime(at) })}{' '}
          <Button label={texts.run.resume} about={say(labels.goOnWith, { label })} onClick={() => open(key)} />{' '}
          <ActionButton
            class="link"
            path="discard"
            body={{ key }}
            label={labels.discard}
            about={say(labels.corrections, { label })}
          />
        </p>
      ))}
    </>
  )
}

function describeInterrupted({ file, counts, rows }: RecentRun): string {
  const countOf = (...states: string[]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
  const unknown = countOf('unknown', 'sending')
  const text = say(texts.runs.interrupted, { file, ready: countOf('ready'), rows })
  return unknown === 0 ? `${text}.` : `${text}, ${say(texts.runs.toLookUp, { unknown })}.`
}

const operations: Readonly<Record<string, string>> = texts.runs.operations

function RecentRuns({ recent }: Pick<ScreenProps['state'], 'recent'>) {
  if (recent.length === 0) return null
  const isRunning = hasActiveRun()
  const open = (id: number) => postThen('open', { run: id }, () => go('sheet'))
  const interrupted = isRunning ? undefined : recent.find(({ endedAt, isHere }) => endedAt === null && isHere)
  return (
    <>
      {interrupted !== undefined && (
        <p class="message">
          {describeInterrupted(interrupted)}{' '}
          <Button class="main" label={texts.runs.goOn} onClick={() => open(interrupted.id)} />
        </p>
      )}
      <h2>{texts.runs.recent}</h2>
      <DataTable
        headings={texts.runs.recentHeadings}
        class="recent"
        classes={['when', '', 'name', 'number', 'counts', 'actions']}
        rows={recent.map(({ id, startedAt, operation, file, rows, counts, endedAt, isHere, output }) => [
          formatTime(startedAt),
          operations[operation],
          file,
          formatCount(rows),
          endedAt === null
            ? say(texts.runs.unfinished, { counts: formatStateCounts(counts, ' · ') })
            : formatStateCounts(counts, ' · '),
          <Fragment key={id}>
            {isHere && (
              <Button disabled={isRunning} label={texts.runs.openAgain} about={file} onClick={() => open(id)} />
            )}{' '}
            {output !== null && (
              <Button label={texts.download} about={output} onClick={() => download(output, `output?run=${id}`)} />
            )}
          </Fragment>,
        ])}
      />
    </>
  )
}

/** Once it is answered, the program takes a moment to start. */
export function ProfileScreen() {
  const question = asked.value
  if (question === undefined || question === 'answered') return <main aria-busy="true" />
  return (
    <main class="alone">
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
      <Button label={texts.profile.refuse} onClick={() => answerProfile(false)} />{' '}
      <Button label={texts.profile.agree} onClick={() => answerProfile(true)} />
    </main>
  )
}
