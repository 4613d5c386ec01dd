import type { RunAnswers } from './answers.ts'
import type { Target } from './targets.ts'

export interface NewRun {
  operation: string
  doneWord: string
  target: Target
  file: string
  /** Worksheets in reading order; one empty name for CSV. */
  sheets: readonly string[]
  isAgain: boolean
  /** Undefined: none are kept of it. */
  answers?: RunAnswers | undefined
  now: number
}

export interface LoadCompletion {
  sendChanged: boolean
  /** By `referToChange`: the edited row is to be sent. */
  answers?: ReadonlyMap<string, boolean>
}
