import type { ChangeAnswers } from '../change-answers.ts'
import type { Epoch, LoadedRow, LoadSettings } from './loaded-row.ts'
import type { Outcomes } from './outcomes.ts'
import type { Target } from './targets.ts'

export interface NewRun {
  operation: string
  /** What people call its rows that are done. */
  doneWord: string
  target: Target
  /** Absolute path of the input. */
  file: string
  /** Worksheets in the order in which they are read; one empty name for CSV. */
  sheets: readonly string[]
  isAgain: boolean
  now: number
}

export interface StartedRun {
  id: number
  /** Set by `--again`: what was done in an epoch that is finished is done anew in this one. */
  epoch: Epoch | undefined
}

export interface RunEnding {
  now: number
  /** How it ended, e.g. `done`, `interrupted`. */
  ending: string
  output: string | undefined
}

export interface Runs extends Outcomes {
  begin(run: NewRun): Promise<StartedRun>
  /** Binds the loaded rows to their input, holds back changed ones, and plans the polls. */
  completeLoad(settings: LoadSettings, completion: LoadCompletion): Promise<void>
  /** Keeps what a later stage needs to know of the columns of the sheet at this position, as JSON. */
  describeColumns(runId: number, position: number, columns: string): Promise<void>
  end(runId: number, ending: RunEnding): Promise<void>
}

export interface LoadCompletion {
  sendChanged: boolean
  /** What a person said of rows that were held as changed. */
  answers?: ChangeAnswers
}

/** Finds the submission that each row of a sheet stands for. Identity is content, not position. */
export interface RowLoader {
  /**
   * Adds rows to a run that is being loaded, in one transaction; `seq` counts on from `firstSeq`. The next may be added
   * before these are: they are stored one after another, and also when these failed, so such a run is never completed.
   */
  add(settings: LoadSettings, firstSeq: number, rows: readonly LoadedRow[]): Promise<void>
}
