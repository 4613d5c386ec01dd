import type { ChangeAnswers } from '../change-answers.ts'
import type { Epoch, LoadedRow, LoadSettings } from './loaded-row.ts'
import type { Outcomes } from './outcomes.ts'
import type { Target } from './targets.ts'

interface NewRun {
  operation: string
  doneWord: string
  target: Target
  file: string
  /** Worksheets in reading order; one empty name for CSV. */
  sheets: readonly string[]
  isAgain: boolean
  now: number
}

export interface Runs extends Outcomes {
  /**
   * The run waits: until `WaitingRuns.release` none of its rows is sent. Runs of the target that were never released, and
   * no longer can be, are dropped. `epoch`: of `--again`; submissions of a finished one are done again in it.
   */
  begin(run: NewRun): Promise<{ id: number; epoch: Epoch | undefined }>
  /** Binds the loaded rows to their input, and holds back changed ones. */
  completeLoad(settings: LoadSettings, completion: LoadCompletion): Promise<void>
  /** Keeps the columns of the sheet at this position for later stages, as JSON. */
  describeColumns(runId: number, position: number, columns: string): Promise<void>
  /** Of a run that was released; one that waits is released or dropped. */
  end(runId: number, ending: { now: number; ending: string; output: string | undefined }): Promise<void>
}

export interface LoadCompletion {
  sendChanged: boolean
  answers?: ChangeAnswers
}

/** Finds the submission for each row of a sheet. Identity is content, not position. */
export interface RowLoader {
  /**
   * Adds rows to a run being loaded, in one transaction; `seq` counts on from `firstSeq`. Calls may overlap: batches
   * are stored one after another. A batch is stored even if an earlier one failed, so such a run is never completed.
   */
  add(settings: LoadSettings, firstSeq: number, rows: readonly LoadedRow[]): Promise<void>
}
