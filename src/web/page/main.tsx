import { type ComponentType, render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { showCodes } from '../../messages/show-codes.ts'
import type { PageState } from '../workspace.ts'
import { asked, failed, hasActiveRun, isDisconnected, locked, openSession, postAction, state } from './api.ts'
import { describeDestination, EnvironmentBadge, ErrorBox } from './components.tsx'
import { ReleaseScreen } from './decisions/release.tsx'
import { ActionButton, Button } from './forms.tsx'
import { PlanScreen } from './runs/plan.tsx'
import { ResultsScreen } from './runs/results.tsx'
import { RunScreen } from './runs/run.tsx'
import { SettingsScreen } from './settings.tsx'
import { CheckScreen } from './sheet/check.tsx'
import { SheetScreen } from './sheet/sheet.tsx'
import { renderOnChange, signal } from './signals.ts'
import { DecisionsScreen, ProfileScreen, SheetPicker } from './start.tsx'
import { currentStep, findNextStep, followAddress, go, listSheetSteps, type ScreenProps, type Step } from './step.ts'
import { formatCount, say, texts } from './texts/texts.ts'
import './shown-texts.ts'

const screens: Readonly<Record<Step, ComponentType<ScreenProps>>> = {
  start: (props) => <SheetPicker {...props} task="assess" />,
  decisions: DecisionsScreen,
  invitations: (props) => <SheetPicker {...props} task="invite" />,
  sheet: SheetScreen,
  check: CheckScreen,
  plan: PlanScreen,
  release: ReleaseScreen,
  run: RunScreen,
  results: ResultsScreen,
  settings: SettingsScreen,
}

/** A closed error message, which stays hidden. */
const closedError = signal<PageState['error']>(null)
/** The run ended while another window or tab was in front, and the page was not looked at since. */
const isEndUnseen = signal(false)

function App() {
  const main = useRef<HTMLElement>(null)
  const page = state.value
  const current = currentStep(page)
  const isUnseen = isEndUnseen.value
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = showCodes(`${describeTitle(texts.steps[current], page?.run, isUnseen)} · ${texts.product}`)
  })
  // Screen readers announce the new title.
  useEffect(() => {
    if (!isFirst.current) main.current?.querySelector('h1')?.focus()
    isFirst.current = page === undefined
  }, [current, page === undefined])
  const isRunning = hasActiveRun()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && page?.run?.end) isEndUnseen.value = document.hidden
    if (wasRunning.current && !isRunning && current === 'run') go('results', 'replaceState')
    wasRunning.current = isRunning
  }, [isRunning])
  // Its content cannot hold the focus any more.
  useEffect(() => {
    if (isDisconnected.value) main.current?.focus()
  }, [isDisconnected.value])
  if (locked.value !== undefined) return <LockedScreen />
  if (asked.value !== undefined) return <ProfileScreen />
  if (page === undefined)
    return <main aria-busy="true">{isDisconnected.value && <p role="alert">{texts.lost}</p>}</main>
  const { destination, busy, error, sheet, other } = page
  const isLost = isDisconnected.value
  const Current = screens[current]
  return (
    <>
      <Button class="skip" label={texts.skipLink} onClick={() => main.current?.focus()} />
      <header>
        <strong>{texts.product}</strong>
        <span class="file">{sheet?.label}</span>
        <EnvironmentBadge destination={destination} />
        <span class="address">{describeDestination(destination)}</span>
      </header>
      <Jobs page={page} current={current} />
      <main id="content" tabIndex={-1} ref={main} aria-busy={busy !== null}>
        {isLost && <ErrorBox message={texts.lost} />}
        {/* What is shown may be out of date, and no button would do anything. */}
        <div inert={isLost} class={isLost ? 'lost' : ''}>
          {other !== null && (
            <p class="message" role="status">
              {describeOther(other)} {texts.runs.untilEnded}
            </p>
          )}
          {failed.value !== undefined && <ErrorBox message={texts.failed[failed.value]} />}
          {error !== null && error !== closedError.value && (
            <ErrorBox {...error}>
              <Button aria-label={texts.closeError} label="×" onClick={() => (closedError.value = error)} />
            </ErrorBox>
          )}
          <div class="busy">
            <span role="status">{busy === null || isLost ? '' : texts.busy[busy]}</span>
            {page.progress !== null && !isLost && (
              <>
                {page.progress.rows > 0 && <span>{say(texts.read, { rows: page.progress.rows })}</span>}
                <ActionButton path="cancel" label={texts.cancel} />
              </>
            )}
          </div>
          <SheetSteps page={page} current={current} />
          <Current state={page} />
        </div>
      </main>
    </>
  )
}

/** With the share that is done while a run goes on, or its end until that is seen. */
function describeTitle(step: string, run: PageState['run'] | undefined, isEndUnseen: boolean): string {
  if (run?.end === null && run.rows > 0) return `${Math.floor((100 * run.settled) / run.rows)} % · ${step}`
  return isEndUnseen ? `${texts.run.ended} · ${step}` : step
}

function describeOther({ holder, run }: NonNullable<PageState['other']>): string {
  if (run === null) return say(texts.runs.otherOpen, { holder })
  const { file, settled, rows } = run
  return say(texts.runs.otherSends, { file, holder, settled, rows })
}

const jobsOf = { assess: 'trips', decide: 'decisions', invite: 'invitations' } as const

const icons: Readonly<Record<keyof typeof texts.jobs, string>> = {
  home: 'M3 9l7-6 7 6v8h-5v-5H8v5H3z',
  trips: 'M10 18s6-5.5 6-10a6 6 0 1 0-12 0c0 4.500 6 10 6 10zM10 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  decisions: 'M4 3h12v14H4zM7 10l2 2 4-4',
  invitations: 'M8 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3 2.500-5 6-5s6 2 6 5M16 6v6M13 9h6',
  settings: 'M3 6h9M16 6h1M3 14h1M8 14h9M14 4v4M6 12v4',
}

/** The jobs, at the left. The job of the open sheet leads to its step with work to do. */
function Jobs({ page, current }: { page: PageState; current: Step }) {
  const { sheet, sealed, run, task } = page
  // Without a sheet it is a release.
  const openJob = sheet !== null ? jobsOf[task] : sealed !== null || run !== null ? 'decisions' : undefined
  const isOfSheet = listSheetSteps(page).some(({ step }) => step === current)
  const here = isOfSheet ? openJob : current === 'start' ? 'home' : current
  const targets: Readonly<Record<keyof typeof texts.jobs, Step>> = {
    home: 'start',
    trips: openJob === 'trips' ? findNextStep(page) : 'start',
    decisions: openJob === 'decisions' && here !== 'decisions' ? findNextStep(page) : 'decisions',
    invitations: openJob === 'invitations' && here !== 'invitations' ? findNextStep(page) : 'invitations',
    settings: 'settings',
  }
  return (
    <nav aria-label={texts.jobsLabel} class="jobs" inert={isDisconnected.value}>
      <ul>
        {(Object.keys(texts.jobs) as (keyof typeof texts.jobs)[]).map((job) => (
          <li key={job}>
            <Button
              disabled={job === 'trips' && openJob !== 'trips'}
              title={job === 'trips' && openJob !== 'trips' ? texts.closedSteps.sheet : undefined}
              aria-current={job === here ? 'page' : undefined}
              onClick={() => go(targets[job])}
            >
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d={icons[job]} />
              </svg>
              {texts.jobs[job]}
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const closedSteps: Readonly<Partial<Record<Step, string>>> = texts.closedSteps

/** The steps of the open sheet, above every screen while there is one. */
function SheetSteps({ page, current }: { page: PageState; current: Step }) {
  const steps = listSheetSteps(page)
  const { wrong = 0 } = page.check ?? {}
  const here = steps.findIndex(({ step }) => step === current)
  // A job begins with its own sheet.
  if (here < 0 && current !== 'settings') return null
  if (!steps.some(({ isOpen }) => isOpen)) return null
  return (
    <nav aria-label={texts.stepsLabel} class="steps">
      <ol>
        {steps.map(({ step, isOpen }, index) => (
          <li key={step}>
            <Button
              disabled={!isOpen}
              title={isOpen ? undefined : closedSteps[step]}
              aria-current={step === current ? 'step' : undefined}
              class={index < here ? 'passed' : ''}
              onClick={() => go(step)}
            >
              {texts.steps[step]}
              {step === 'check' && wrong > 0 && (
                <span class="badge" aria-hidden="true">
                  {formatCount(wrong)}
                </span>
              )}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function LockedScreen() {
  return (
    <main>
      <h1>{texts.locked.title}</h1>
      {locked.value === 'refused' && <p>{texts.profile.refused}</p>}
      {locked.value === 'used-again' && <p role="alert">{texts.locked.usedAgain}</p>}
      <p>{texts.locked.body}</p>
    </main>
  )
}

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
  const path = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
  if (path === undefined || isTyping || currentStep(state.value) !== 'check') return
  event.preventDefault()
  const { undoable = 0, redoable = 0 } = state.value?.check ?? {}
  if ((path === 'undo' ? undoable : redoable) > 0) void postAction(path)
})
// Without this, a file dropped beside the drop area would replace the page.
for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault())

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) isEndUnseen.value = false
})

followAddress()
renderOnChange(() => render(<App />, document.body))
void openSession()
