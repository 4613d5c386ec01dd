import { type ComponentType, render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PageState } from '../protocol.ts'
import { act, enter, hasFailed, isAway, locked, state } from './api.ts'
import { CheckScreen } from './check.tsx'
import { DecisionsScreen, InvitationsScreen, ReleaseScreen } from './decisions.tsx'
import { Button, ErrorBox, PlaceMark } from './parts.tsx'
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

/** Where somebody wants to be; undefined: where there is something to do. */
const wanted = signal<Step | undefined>(undefined)
/** Of a message that somebody has closed. */
const closedError = signal<PageState['error']>(null)

/** Where one can go to. */
function listOpen({ sheet, check, plan, run, sealed }: PageState): ReadonlySet<Step> {
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
  if (wanted.value !== undefined && listOpen(known).has(wanted.value)) return wanted.value
  const { sheet, run } = known
  if (run) return run.end === null ? 'run' : 'results'
  return sheet ? 'sheet' : 'start'
}

function go(to: Step): void {
  wanted.value = to
}

function Frame() {
  const main = useRef<HTMLElement>(null)
  const known = state.value
  const current = currentStep(known)
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${texts.steps[current]} · ${texts.product}`
  }, [current])
  // Who cannot see that the screen is another one hears it.
  useEffect(() => {
    if (!isFirst.current) main.current?.querySelector('h1')?.focus()
    isFirst.current = known === undefined
  }, [current, known === undefined])
  if (locked.value !== undefined) return <Locked />
  if (known === undefined) return <main aria-busy="true">{isAway.value && <p role="alert">{texts.lost}</p>}</main>
  const { place, busy, error, sheet, other } = known
  const Current = screens[current]
  const open = listOpen(known)
  return (
    <>
      <Button class="skip" onClick={() => main.current?.focus()}>
        {texts.skipLink}
      </Button>
      <header>
        <strong>{texts.product}</strong>
        <span class="file">{sheet?.label}</span>
        <PlaceMark place={place} />
        <span class="address">{texts.placeOf(place)}</span>
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
        {isAway.value && <ErrorBox message={texts.lost} />}
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
        <Current state={known} go={go} />
      </main>
    </>
  )
}

function Locked() {
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
  void act('undo')
})
// A file that misses the place for it must not take the page away.
for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault())

render(<Frame />, document.body)
void enter()
