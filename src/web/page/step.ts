import type { PageState } from '../protocol.ts'
import type { texts } from './texts.ts'

export type Step = keyof typeof texts.steps

export interface ScreenProps {
  state: PageState
  go(step: Step): void
}
