import type { PageState } from '../workspace.ts'
import { signal } from './signals.ts'
import type { texts } from './texts/texts.ts'

export type Step = keyof typeof texts.steps

export interface ScreenProps {
  state: PageState
}

/** Screens that can always be opened. */
export const jobs = ['start', 'trips', 'decisions', 'invitations', 'settings'] as const
const sheetSteps = ['sheet', 'check', 'plan', 'release', 'run', 'results'] as const

/** The step that the user opened; undefined: the step with work to do. It stands in the address. */
const requestedStep = signal<string | undefined>(readAddress())

function readAddress(): string | undefined {
  return /^#\/([a-z]+)$/.exec(location.hash)?.[1]
}

/** Back and forward lead through the screens. */
export function followAddress(): void {
  addEventListener('popstate', () => (requestedStep.value = readAddress()))
}

/** `how` is `replaceState` for a screen that has nothing more to do: Back does not lead to it. */
export function go(to: Step, how: 'pushState' | 'replaceState' = 'pushState'): void {
  if (requestedStep.value !== to) history[how](null, '', `#/${to}`)
  requestedStep.value = to
}

export function listSheetSteps({ sheet, check, plan, run, sealed }: PageState): { step: Step; isOpen: boolean }[] {
  const isOpen = {
    sheet: sheet !== null,
    check: check !== null,
    plan: plan !== null,
    release: sealed !== null,
    run: run?.end === null,
    results: run !== null && run.end !== null,
  }
  return sheetSteps
    .filter((step) => (step === 'release' ? sealed : step === 'run' || step === 'results' || sheet) !== null)
    .map((step) => ({ step, isOpen: isOpen[step] }))
}

/** The step with work to do. */
export function findNextStep({ sheet, run, sealed }: PageState): Step {
  if (run) return run.end === null ? 'run' : 'results'
  return sheet ? 'sheet' : sealed ? 'release' : 'start'
}

export function currentStep(state: PageState | undefined): Step {
  if (state === undefined) return 'start'
  const requested = requestedStep.value
  const ofSheet = listSheetSteps(state).filter(({ isOpen }) => isOpen)
  return [...jobs, ...ofSheet.map(({ step }) => step)].find((step) => step === requested) ?? findNextStep(state)
}
