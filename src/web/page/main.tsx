import { type ComponentType, render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { showCodes } from '../../messages/show-codes.ts'
import type { PageState } from '../workspace.ts'
import { asked, failed, hasActiveRun, isDisconnected, locked, openSession, postAction, state } from './api.ts'
import { ReleaseScreen } from './decisions/release.tsx'
import { Button } from './forms.tsx'
import { Icon } from './icons.tsx'
import { describeDestination, EnvironmentBadge, MessageBox, Tag } from './parts.tsx'
import { PlanScreen } from './runs/plan.tsx'
import { ResultsScreen } from './runs/results.tsx'
import { RunScreen } from './runs/run.tsx'
import { SettingsScreen } from './settings.tsx'
import { CheckScreen } from './sheet/check.tsx'
import { SheetScreen } from './sheet/sheet.tsx'
import { renderOnChange, signal } from './signals.ts'
import { DecisionsScreen, DropOverlay, ProfileScreen, SheetPicker, TripsScreen } from './start.tsx'
import {
  currentStep,
  findNextStep,
  followAddress,
  go,
  jobs,
  listSheetSteps,
  type ScreenProps,
  type Step,
} from './step.ts'
import { formatCount, say, texts } from './texts/texts.ts'
import './shown-texts.ts'

const screens: Readonly<Record<Step, ComponentType<ScreenProps>>> = {
  start: (props) => <SheetPicker {...props} task="assess" />,
  trips: TripsScreen,
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
    if (wasRunning.current && !isRunning && current === 'results') go('results', 'replaceState')
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
      <Jobs page={page} current={current} />
      <header class="top">
        {sheet && (
          <span class="bar file" title={sheet.label}>
            <Icon name="file" />
            <span class="one-line">{sheet.label}</span>
          </span>
        )}
        <SheetSteps page={page} current={current} />
        <span class="bar end">
          <span class="address quiet note">{describeDestination(destination)}</span>
          <EnvironmentBadge destination={destination} />
        </span>
      </header>
      <main id="content" tabIndex={-1} ref={main} aria-busy={busy !== null}>
        {isLost && <MessageBox class="alert" message={texts.lost} />}
        {/* What is shown may be out of date, and no button would do anything. */}
        <div inert={isLost} class={isLost ? 'stack lost' : 'stack'}>
          {other !== null && (
            <MessageBox tone="info" role="status" message={describeOther(other)} hint={texts.runs.untilEnded} />
          )}
          {failed.value !== undefined && <MessageBox message={texts.failed[failed.value]} />}
          {error !== null && error !== closedError.value && (
            <MessageBox {...error}>
              <Button
                class="small"
                aria-label={texts.closeError}
                label="×"
                onClick={() => (closedError.value = error)}
              />
            </MessageBox>
          )}
          <Current state={page} />
          <DropOverlay />
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

/** The jobs, at the left. The job of the open sheet leads to its step with work to do. */
function Jobs({ page, current }: { page: PageState; current: Step }) {
  const { sheet, sealed, run, task } = page
  // Without a sheet it is a release.
  const openJob = sheet !== null ? jobsOf[task] : sealed !== null || run !== null ? 'decisions' : undefined
  const isOfSheet = listSheetSteps(page).some(({ step }) => step === current)
  const here = isOfSheet ? openJob : current
  const isNext = (job: Step): boolean => job === openJob && (job === 'trips' || job !== here)
  return (
    <nav aria-label={texts.jobsLabel} class="jobs" inert={isDisconnected.value}>
      <div class="bar brand">
        <Icon name="good" />
        {texts.product}
      </div>
      {[jobs.slice(0, -1), jobs.slice(-1)].map((some, index) => (
        <ul key={index} class={index === 0 ? '' : 'foot'}>
          {some.map((job) => (
            <li key={job}>
              <Button
                aria-current={job === here ? 'page' : undefined}
                onClick={() => go(isNext(job) ? findNextStep(page) : job)}
              >
                <Icon name={job} />
                {texts.steps[job]}
              </Button>
            </li>
          ))}
        </ul>
      ))}
      <a class="note quiet" href="/help" target="_blank" rel="noopener">
        {say(texts.helpOf, { version: page.version })}
      </a>
    </nav>
  )
}

const closedSteps: Readonly<Partial<Record<Step, string>>> = texts.closedSteps

function SheetSteps({ page, current }: { page: PageState; current: Step }) {
  const steps = listSheetSteps(page)
  const wrong = (page.check?.wrong ?? 0) + (page.check?.refused ?? 0)
  const here = steps.findIndex(({ step }) => step === current)
  // A job begins with its own sheet.
  if (here < 0 && current !== 'settings') return null
  if (!steps.some(({ isOpen }) => isOpen)) return null
  return (
    <nav aria-label={texts.stepsLabel} class="steps" inert={isDisconnected.value}>
      <ol>
        {steps.map(({ step, isOpen }, index) => (
          <li key={step}>
            <Button
              disabled={!isOpen}
              title={isOpen ? undefined : closedSteps[step]}
              aria-current={step === current ? 'step' : undefined}
              class={index < here ? 'small passed' : 'small'}
              onClick={() => go(step)}
            >
              <i aria-hidden="true">{index < here ? <Icon name="good" /> : index + 1}</i>
              <span class="word">
                {step === 'check' && page.task === 'decide' ? texts.decisions.title : texts.steps[step]}
              </span>
              {step === 'check' && wrong > 0 && (
                <span aria-hidden="true">
                  <Tag tone="is-wrong">{formatCount(wrong)}</Tag>
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
    <main class="alone">
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
  // The way from the last list to the main button; the grid goes it by itself.
  if (
    key === 'enter' &&
    !event.defaultPrevented &&
    (currentStep(state.value) === 'sheet' || currentStep(state.value) === 'check')
  )
    document.querySelector<HTMLElement>('.head-action .main:not(:disabled)')?.click()
  const path = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
  if (path === undefined || isTyping || currentStep(state.value) !== 'check') return
  event.preventDefault()
  const { undoable = 0, redoable = 0 } = state.value?.check ?? {}
  if ((path === 'undo' ? undoable : redoable) > 0) void postAction(path)
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) isEndUnseen.value = false
})

followAddress()
renderOnChange(() => render(<App />, document.body))
void openSession()
