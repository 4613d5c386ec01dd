import type { RenderableProps } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Task } from '../request-schemas.ts'
import { answerProfile, asked, download, failed, fetchFile, hasActiveRun, postThen, state, upload } from './api.ts'
import { DataTable, NoToken, ScreenFrame } from './components.tsx'
import { DecideButton, SealedRuns } from './decisions/sealed-runs.tsx'
import { SharedOut } from './decisions/shared-out.tsx'
import { ActionButton, Button } from './forms.tsx'
import { Icon } from './icons.tsx'
import { Card, MessageBox, Tag } from './parts.tsx'
import { InterruptedRun, RecentRuns } from './runs/recent-runs.tsx'
import { useSignal } from './signals.ts'
import { currentStep, go, type ScreenProps } from './step.ts'
import { columnTitles, formatDays, formatTime, say, texts } from './texts/texts.ts'

const labels = texts.start
const exampleName = 'quarterly-review.xlsx'
const mostBytes = 200 * 1024 * 1024

/** Several are answers to what was shared out; else the first one counts. */
async function openFiles(given: Iterable<File>, task: Task): Promise<void> {
  const files = task === 'decide' ? [...given] : [...given].slice(0, 1)
  if (files.length === 0 || hasActiveRun()) return
  if (files.some(({ size }) => size > mostBytes)) {
    failed.value = 'large'
    return
  }
  const next = await upload(files, task)
  if (next?.error === null) go(next.sealed ? 'release' : next.check && task === 'decide' ? 'check' : 'sheet')
}

const tasks: Readonly<Partial<Record<string, Task>>> = {
  start: 'assess',
  trips: 'assess',
  decisions: 'decide',
  invitations: 'invite',
}

/** The whole window takes a file, on every screen: for the job of the screen, or of the open sheet. */
export function DropOverlay() {
  const isOver = useSignal(false)
  useEffect(() => {
    const show = (isShown: boolean) => (event: DragEvent) => {
      // Without this, a dropped file would replace the page.
      event.preventDefault()
      if (event.type !== 'dragleave' || event.relatedTarget === null) isOver.value = isShown
      if (event.type !== 'drop') return
      void openFiles(event.dataTransfer?.files ?? [], tasks[currentStep(state.value)] ?? state.value?.task ?? 'assess')
    }
    const ended = new AbortController()
    for (const kind of ['dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(kind, show(kind === 'dragover'), ended)
    return () => ended.abort()
  }, [])
  if (!isOver.value) return null
  return (
    <div class="over">
      <Icon name="upload" kind="large" />
      <h2>{hasActiveRun() ? labels.going : labels.letGo}</h2>
    </div>
  )
}

export function DecisionsScreen({ state }: ScreenProps) {
  const { run } = state
  return (
    <SheetPicker state={state} task="decide">
      {run?.task === 'assess' && run.end?.output && <DecideButton class="main" />}
    </SheetPicker>
  )
}

/** Before a sheet is open: nothing is hidden, one thing is to do. */
export function TripsScreen({ state }: ScreenProps) {
  return (
    <ScreenFrame class="text" title={texts.steps.trips} lead={labels.noneOpen}>
      <UnsentDrafts drafts={state.drafts} />
      <DropBox task="assess" />
    </ScreenFrame>
  )
}

export function SheetPicker({ state, task, children }: RenderableProps<ScreenProps & { task: Task }>) {
  const isRunning = hasActiveRun()
  const isHome = task === 'assess'
  const unfinished = state.recent.filter(({ endedAt, isHere }) => endedAt === null && isHere)
  const interrupted = isRunning ? undefined : unfinished.find(({ settled, rows }) => settled < rows)
  const open = isHome && !isRunning ? state.drafts.length + (interrupted ? 1 : 0) : 0
  const isFirst = isHome && state.recent.length === 0
  return (
    <ScreenFrame
      title={open > 0 ? say(labels.open, { count: open }) : labels.titles[task]}
      lead={open > 0 ? labels.openLead : labels.leads[task]}
    >
      {state.settings.token.source === 'none' && <NoToken />}
      {isHome && interrupted !== undefined && <InterruptedRun run={interrupted} />}
      {isHome && !isRunning && <UnsentDrafts drafts={state.drafts} />}
      {isRunning ? <MessageBox tone="info" message={labels.going} /> : <DropBox task={task} />}
      {children}
      {task === 'decide' && <SealedRuns waiting={state.waiting} />}
      {task === 'decide' && <SharedOut state={state} />}
      {(!isHome || isFirst) && (
        <ol class="how card">
          {labels.how[task].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      )}
      {isHome && (isFirst ? <ExampleResult /> : <RecentRuns recent={state.recent} />)}
      {isFirst && state.destination.kind === 'sandbox' && <MessageBox tone="info" icon="test" {...labels.practise} />}
    </ScreenFrame>
  )
}

function DropBox({ task }: { task: Task }) {
  const isExampleOffered = task === 'assess' && state.value?.destination.kind !== 'production'
  async function openExample(): Promise<void> {
    const content = await fetchFile('example')
    if (content !== undefined) await openFiles([new File([content], exampleName)], task)
  }
  return (
    <>
      <div class="card bar drop">
        <Icon name="upload" kind="large" />
        <div class="grow">
          <h2>{labels.drop}</h2>
          <p class="quiet">{labels.formats}</p>
        </div>
        <label class="choose main">
          {labels.choose}
          <input
            class="unseen"
            type="file"
            accept=".xlsx,.xlsm,.csv"
            multiple={task === 'decide'}
            onChange={(event) => void openFiles(event.currentTarget.files ?? [], task)}
          />
        </label>
      </div>
      <p class="bar">
        <span class="quiet">{labels.noSheet}</span>
        {isExampleOffered && <Button label={labels.example} onClick={() => openExample()} />}
        <Button label={labels.template} onClick={() => download(labels.templates[task], `template?for=${task}`)} />
      </p>
    </>
  )
}

function UnsentDrafts({ drafts }: Pick<ScreenProps['state'], 'drafts'>) {
  const open = (key: string) => postThen('draft', { key }, ({ check }) => go(check === null ? 'sheet' : 'check'))
  return (
    <>
      {drafts.map(({ key, label, cells, at }) => (
        <MessageBox
          key={key}
          tone="info"
          icon="file"
          message={say(cells === 0 ? labels.unsentAnswers : labels.unsentCells, { label, cells, time: formatTime(at) })}
        >
          <div class="bar">
            <Button
              class="small"
              label={texts.run.resume}
              about={say(labels.goOnWith, { label })}
              onClick={() => open(key)}
            />
            <ActionButton
              class="small bare"
              path="discard"
              body={{ key }}
              label={labels.discard}
              about={say(labels.corrections, { label })}
            />
          </div>
        </MessageBox>
      ))}
    </>
  )
}

/** Invented: who, country, days, scores with the lower end of their step of colour. */
const trips = [
  ['Věra Brown', 'IT', '2027-02-11', '2027-03-17', ['7.2', 7], ['5.9', 5], ['4.3', 4]],
  ['Wei Schmidt', 'JP', '2027-03-02', '2027-03-19', ['4.6', 4], ['3.1', 3], ['2.2', 0]],
  ['Rosa Silva', 'PT', '2027-02-01', '2027-02-12', ['1.8', 0], ['2.0', 0], ['1.1', 0]],
] as const
const countries = new Intl.DisplayNames(texts.language, { type: 'region' })

/** What comes back, as long as nothing has. */
function ExampleResult() {
  const titles = ['overallTrip', 'payrollTax', 'socialSecurity'].map((name) => columnTitles[name] ?? name)
  return (
    <Card title={labels.back.title} end={<Tag>{labels.back.example}</Tag>}>
      <DataTable
        headings={[...labels.back.headings, ...titles]}
        rows={trips.map(([name, country, from, until, ...scores]) => [
          name,
          countries.of(country),
          formatDays(from, until),
          ...scores.map(([shown, step], index) => (
            <td key={index} class={`number heat${step}`}>
              {shown}
            </td>
          )),
        ])}
      />
    </Card>
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
