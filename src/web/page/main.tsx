import { type ComponentType, render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PageState } from '../protocol.ts'
import { hasFailed, isDisconnected, locked, openSession, postAction, state } from './api.ts'
import { CheckScreen } from './check.tsx'
import { Button, EnvironmentBadge, ErrorBox } from './components.tsx'
import { DecisionsScreen, InvitationsScreen, ReleaseScreen } from './decisions.tsx'
import { PlanScreen } from './plan.tsx'
import { ResultsScreen } from './results.tsx'
import { RunScreen } from './run.tsx'
import { SettingsScreen } from './settings.tsx'
import { SheetScreen } from './sheet.tsx'
import { signal } from './signals.ts'
import { StartScreen } from './start.tsx'
import type { ScreenProps, Step } from './step.ts'
import { texts } from './texts.ts'
import { runTexts } from './texts-runs.ts'

const screens: Readonly<Record<Step, ComponentType<ScreenProps>>> = {
  start: StartScreen,
  decisions: DecisionsScreen,
  invitations: InvitationsScreen,
  sheet: SheetScreen,
  check: CheckScreen,
  plan: PlanScreen,
  release: ReleaseScreen,
  run: RunScreen,
  results: ResultsScreen,
  settings: SettingsScreen,
}

/** The step that the user opened; undefined: the step with work to do. */
const requestedStep = signal<Step | undefined>(undefined)
/** A closed error message, which stays hidden. */
const closedError = signal<PageState['error']>(null)

function listOpenSteps({ sheet, check, plan, run, sealed }: PageState): ReadonlySet<Step> {
  const steps: Step[] = ['start', 'decisions', 'invitations', 'settings']
  if (sheet) steps.push('sheet')
  if (check) steps.push('check')
  if (plan) steps.push('plan')
  if (sealed) steps.push('release')
  if (run) steps.push('run')
  if (run?.end) steps.push('results')
  return new Set(steps)
}

function currentStep(known: PageState | undefined): Step {
  if (known === undefined) return 'start'
  if (requestedStep.value !== undefined && listOpenSteps(known).has(requestedStep.value)) return requestedStep.value
  const { sheet, run } = known
  if (run) return run.end === null ? 'run' : 'results'
  return sheet ? 'sheet' : 'start'
}

function go(to: Step): void {
  requestedStep.value = to
}

function App() {
  const main = useRef<HTMLElement>(null)
  const page = state.value
  const current = currentStep(page)
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${texts.steps[current]} · ${texts.product}`
  }, [current])
  // Screen readers announce the new title.
  useEffect(() => {
    if (!isFirst.current) main.current?.querySelector('h1')?.focus()
    isFirst.current = page === undefined
  }, [current, page === undefined])
  if (locked.value !== undefined) return <LockedScreen />
  if (page === undefined)
    return <main aria-busy="true">{isDisconnected.value && <p role="alert">{texts.lost}</p>}</main>
  const { place, busy, error, sheet, other } = page
  const Current = screens[current]
  const open = listOpenSteps(page)
  return (
    <>
      <Button class="skip" onClick={() => main.current?.focus()}>
        {texts.skipLink}
      </Button>
      <header>
        <strong>{texts.product}</strong>
        <span class="file">{sheet?.label}</span>
        <EnvironmentBadge place={place} />
        <span class="address">{texts.destination(place)}</span>
      </header>
      <nav aria-label={texts.stepsLabel}>
        <ol>
          {(Object.keys(texts.steps) as Step[]).map((name) => (
            <li key={name}>
              <Button
                disabled={!open.has(name)}
                title={open.has(name) ? undefined : texts.closedSteps[name]}
                aria-current={name === current ? 'step' : undefined}
                onClick={() => go(name)}
              >
                {texts.steps[name]}
              </Button>
            </li>
          ))}
        </ol>
      </nav>
      <main id="content" tabIndex={-1} ref={main} aria-busy={busy !== null}>
        {isDisconnected.value && <ErrorBox message={texts.lost} />}
        {other !== null && (
          <p class="message" role="status">
            {runTexts.other(other)}
          </p>
        )}
        {hasFailed.value && <ErrorBox message={texts.failed} />}
        {error !== null && error !== closedError.value && (
          <ErrorBox {...error}>
            <Button aria-label={texts.closeError} onClick={() => (closedError.value = error)}>
              ×
            </Button>
          </ErrorBox>
        )}
        <p class="busy" role="status">
          {busy === null ? '' : texts.busy[busy]}
        </p>
        <Current state={page} go={go} />
      </main>
    </>
  )
}

function LockedScreen() {
  return (
    <main>
      <h1>{texts.locked.title}</h1>
      {locked.value === 'used-again' && <p role="alert">{texts.locked.usedAgain}</p>}
      <p>{texts.locked.body}</p>
    </main>
  )
}

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
  if (!isUndo || isTyping || currentStep(state.value) !== 'check' || (state.value?.check?.undoable ?? 0) === 0) return
  event.preventDefault()
  void postAction('undo')
})
// Without this, a file dropped beside the drop area would replace the page.
for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault())

render(<App />, document.body)
void openSession()
