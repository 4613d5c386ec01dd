import { checkEdited, checkSingleRows, type EditCheckPorts, type EditedCheck } from '../app/check-edited.ts'
import type { ProfileChange } from '../app/profile/change-profile.ts'
import type { WithCleanup } from '../app/scratch-ledger.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { RowCache } from '../sheet/row-cache.ts'
import { createWarningCollector } from './run-messages.ts'

/** Larger sheets take a while to check: rows that were edited are checked by themselves first, if they are few. */
const defaultFullCheckRows = 1_000
const maxPartialEdits = 200

/** What can be undone at once: cells that were typed into, or what the profile has learned. */
export interface UndoStep {
  edits: readonly CellEdit[]
  reverse?: ProfileChange
}

export interface IncrementalCheckerPorts {
  operation: Operation
  file: string
  cleaningUp: WithCleanup
  reading(): ReadOptions
  /** So many rows are checked all at once. @default 1,000 */
  fullCheckRows?: number
  /** What is known now; with what should be known of the sheet where all of it was checked. */
  onChecked(check: EditedCheck, notes?: readonly string[]): void
}

/** A sheet that is changed step by step, and checked after each: at once what was changed, behind it all of it. */
export class IncrementalChecker {
  readonly #ports: IncrementalCheckerPorts
  #steps: readonly UndoStep[] = []
  /** All of the sheet, as it was with these steps. */
  #fullCheck: { check: EditedCheck; steps: readonly UndoStep[]; rows: RowCache } | undefined
  #backgroundCheck: Promise<void> | undefined

  constructor(ports: IncrementalCheckerPorts) {
    this.#ports = ports
  }

  get steps(): readonly UndoStep[] {
    return this.#steps
  }

  get edits(): readonly CellEdit[] {
    return this.#steps.flatMap(({ edits }) => edits)
  }

  /** All of it is being checked, behind what was changed. */
  get isChecking(): boolean {
    return this.#backgroundCheck !== undefined
  }

  /** One step more. @throws BatchError for what cannot be checked; nothing has changed then. */
  add(step: UndoStep): Promise<void> {
    return this.#applySteps([...this.#steps, step], step)
  }

  /** Without the last step. */
  async undo(): Promise<void> {
    const last = this.#steps.at(-1)
    if (last !== undefined) await this.#applySteps(this.#steps.slice(0, -1), last)
  }

  async #applySteps(steps: readonly UndoStep[], { edits, reverse }: UndoStep): Promise<void> {
    const before = this.#steps
    const isLarge = (this.#fullCheck?.check.rows.length ?? 0) > (this.#ports.fullCheckRows ?? defaultFullCheckRows)
    const isAlone = isLarge && reverse === undefined && edits.length <= maxPartialEdits
    if (!isAlone) await this.waitUntilIdle()
    this.#steps = steps
    try {
      await (isAlone ? this.#checkChangedRows() : this.checkAll())
    } catch (error) {
      this.#steps = before
      throw error
    }
  }

  /** Resolves once all of it was checked as it is now. */
  waitUntilChecked(): Promise<void> {
    if (this.#backgroundCheck === undefined && this.#fullCheck !== undefined && this.#fullCheck.steps !== this.#steps) {
      this.#backgroundCheck = this.#checkInBackground().finally(() => {
        this.#backgroundCheck = undefined
      })
    }
    return this.#backgroundCheck ?? Promise.resolve()
  }

  /** Resolves once nothing is being checked, whatever came of it. */
  async waitUntilIdle(): Promise<void> {
    await this.#backgroundCheck?.catch(() => {})
  }

  async #checkInBackground(): Promise<void> {
    do await this.checkAll()
    while (this.#fullCheck?.steps !== this.#steps)
  }

  async checkAll(): Promise<void> {
    const notes: string[] = []
    const rows = new RowCache()
    const steps = this.#steps
    const check = await checkEdited(this.#ports.operation, this.#checkOptions(rows), this.#createContext(notes))
    this.#fullCheck = { check, steps, rows }
    this.#ports.onChecked(check, notes)
    if (steps !== this.#steps) await this.#checkChangedRows()
  }

  /** What was changed since all was checked, each row by itself; of all others that is still so. */
  async #checkChangedRows(): Promise<void> {
    if (this.#fullCheck === undefined) return
    const { steps: checked, rows: kept } = this.#fullCheck
    const steps = this.#steps
    const changedSteps = [...steps, ...checked].filter((step) => !steps.includes(step) || !checked.includes(step))
    const changed = new Set(changedSteps.flatMap(({ edits }) => edits.map(({ sheet, row }) => `${row} ${sheet}`)))
    const isChanged = (sheet: string, row: number): boolean => changed.has(`${row} ${sheet}`)
    const alone = await checkSingleRows(
      this.#ports.operation,
      this.#checkOptions(kept),
      isChanged,
      this.#createContext([]),
    )
    const rows = new Map(alone.map((row) => [`${row.number} ${row.sheet}`, row]))
    // All of it may have been checked meanwhile.
    const whole = this.#fullCheck
    if (whole.steps === steps) return
    const check = whole.check.rows.map((row) => rows.get(`${row.number} ${row.sheet}`) ?? row)
    this.#ports.onChecked({ ...whole.check, rows: check })
  }

  #checkOptions(kept: RowCache) {
    return { input: this.#ports.file, edits: this.edits, reading: this.#ports.reading(), kept }
  }

  #createContext(notes: string[]): EditCheckPorts {
    return { logger: createWarningCollector(notes), cleaningUp: this.#ports.cleaningUp }
  }
}
