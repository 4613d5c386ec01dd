import { setImmediate } from 'node:timers/promises'
import { checkEdited, checkSingleRows, digestRows, type EditedCheck } from '../../app/check/check-sheet.ts'
import type { ReadSheetOptions } from '../../app/parse-request.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { type CellEdit, RowCache } from '../../sheet/edited-source.ts'
import { waitUnlessCancelled } from '../action-queue.ts'
import { createReadingContext, type WorkspaceSettings } from '../page-settings.ts'
import { canSettle, keyOfReading, placeOf, toOpenRow } from './settled-rows.ts'

/** Checking a larger sheet takes a while: a few edited rows are checked by themselves first. */
const defaultFullCheckRows = 1_000
const maxPartialEdits = 2_000

export type UndoableSetting = (isApplied: boolean) => void

/** One undoable step: cell edits, or a setting. */
export interface UndoStep {
  edits: readonly CellEdit[]
  setting?: UndoableSetting
  /** Those that the setting is about, where it is about rows alone. */
  rows?: readonly { sheet: string; row: number }[]
}

interface CheckedSheet {
  operation: Operation
  steps?: readonly UndoStep[]
  file: string
  reading(): ReadSheetOptions
  /** Sheets up to this number of rows are always checked as a whole. @default 1,000 */
  fullCheckRows?: number
  /** `notes` are present after a check of the whole sheet. */
  onChecked(check: EditedCheck, notes?: readonly string[]): void
}

/** Checks a sheet after each step: changed rows at once, the whole sheet in the background. */
export class IncrementalChecker {
  readonly #settings: WorkspaceSettings
  readonly #sheet: CheckedSheet
  steps: readonly UndoStep[]
  /** Undone steps, the next one to redo last. */
  undone: readonly UndoStep[] = []
  #fullCheck: { check: EditedCheck; steps: readonly UndoStep[]; rows: RowCache; reading: string } | undefined
  /** The last check passed on, and the steps that it includes. */
  #shown: { check: EditedCheck; steps: readonly UndoStep[] } | undefined
  #backgroundCheck: Promise<void> | undefined
  /** Ends the current round of the background check. */
  #round = new AbortController()
  #isEnding = false

  constructor(settings: WorkspaceSettings, sheet: CheckedSheet) {
    this.#settings = settings
    this.#sheet = sheet
    this.steps = sheet.steps ?? []
  }

  get edits(): readonly CellEdit[] {
    return this.steps.flatMap(({ edits }) => edits)
  }

  get isChecking(): boolean {
    return this.#backgroundCheck !== undefined
  }

  /** @throws BatchError for a step that cannot be checked; the steps stay unchanged then */
  add(step: UndoStep): Promise<void> {
    return this.#applySteps([...this.steps, step], [], step)
  }

  async undo(): Promise<void> {
    const last = this.steps.at(-1)
    if (last !== undefined) await this.#applySteps(this.steps.slice(0, -1), [...this.undone, last], last)
  }

  async redo(): Promise<void> {
    const next = this.undone.at(-1)
    if (next !== undefined) await this.#applySteps([...this.steps, next], this.undone.slice(0, -1), next)
  }

  async #applySteps(steps: readonly UndoStep[], undone: readonly UndoStep[], changed: UndoStep): Promise<void> {
    const { edits, setting, rows } = changed
    const before = { steps: this.steps, undone: this.undone }
    const isAdded = steps.includes(changed)
    const isLarge = (this.#fullCheck?.check.rows.length ?? 0) > (this.#sheet.fullCheckRows ?? defaultFullCheckRows)
    const isAlone =
      isLarge &&
      (setting === undefined) === (rows === undefined) &&
      edits.length + (rows?.length ?? 0) <= maxPartialEdits
    if (!isAlone) await this.waitUntilIdle()
    // It would tell nothing but notes, of a state that is over.
    else if (this.#isSettled && this.#changedSince.length <= maxPartialEdits) this.#round.abort()
    // One that is refused changes nothing.
    setting?.(isAdded)
    this.steps = steps
    this.undone = undone
    try {
      await (isAlone ? this.#checkChangedRows() : this.checkAll())
    } catch (error) {
      this.steps = before.steps
      this.undone = before.undone
      setting?.(!isAdded)
      throw error
    }
  }

  waitUntilChecked(): Promise<void> {
    if (this.#backgroundCheck === undefined && this.#fullCheck !== undefined && this.#fullCheck.steps !== this.steps) {
      this.#backgroundCheck = this.#checkInBackground().finally(() => {
        this.#backgroundCheck = undefined
      })
    }
    return this.#backgroundCheck ?? Promise.resolve()
  }

  /** Resolves once the background check has ended, successfully or not. */
  async waitUntilIdle(): Promise<void> {
    await this.#backgroundCheck?.catch(() => {})
  }

  /**
   * The check of the sheet as it is now, for a use that checks the whole of it once more: changed rows may have been
   * checked by themselves only, and a check in the background ends. Undefined where the sheet is read otherwise since.
   */
  async settle(): Promise<EditedCheck | undefined> {
    if (this.#isSettled) {
      this.#isEnding = true
      this.#round.abort()
      await this.waitUntilIdle()
      this.#isEnding = false
    } else await waitUnlessCancelled(this.waitUntilChecked(), this.#settings.watch().interrupt)
    const { check, steps } = this.#shown ?? {}
    if (check === undefined || steps !== this.steps || !this.#isSettled) return undefined
    if (this.#fullCheck?.reading !== keyOfReading(this.#sheet.reading())) return undefined
    return this.#fullCheck.steps === steps ? check : { ...check, digest: await digestRows(check.rows) }
  }

  /** No row awaits the check of the whole sheet. */
  get #isSettled(): boolean {
    return this.#shown?.check.rows.every(({ isOpen }) => isOpen !== true) === true
  }

  async #checkInBackground(): Promise<void> {
    do {
      this.#round = new AbortController()
      const { signal } = this.#round
      try {
        await this.checkAll(signal)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    } while (!this.#isEnding && this.#fullCheck?.steps !== this.steps)
  }

  get #changedSince(): readonly { sheet: string; row: number }[] {
    const { steps: checked = [] } = this.#fullCheck ?? {}
    return [...this.steps, ...checked]
      .filter((step) => !this.steps.includes(step) || !checked.includes(step))
      .flatMap(({ edits, rows = [] }) => [...edits, ...rows])
  }

  /** `end`: of a check in the background, which is not followed. */
  async checkAll(end?: AbortSignal): Promise<void> {
    const notes: string[] = []
    const rows = new RowCache()
    const steps = this.steps
    const reading = keyOfReading(this.#sheet.reading())
    const context = createReadingContext(this.#settings, notes, end && { interrupt: end })
    const check = await checkEdited(this.#sheet.operation, this.#checkOptions(rows), context)
    await setImmediate()
    this.#fullCheck = { check, steps, rows, reading }
    this.#show(check, steps, notes)
    if (steps !== this.steps) await this.#checkChangedRows()
  }

  /**
   * Checks each row that changed since the last full check by itself; the other rows keep their result. The whole sheet
   * follows in the background, for its notes at least.
   */
  async #checkChangedRows(): Promise<void> {
    const fullCheck = this.#fullCheck
    const steps = this.steps
    if (fullCheck === undefined || fullCheck.steps === steps) return
    const { operation, reading } = this.#sheet
    const changed = new Set(this.#changedSince.map(({ sheet, row }) => `${row} ${sheet}`))
    const isChanged = (sheet: string, row: number): boolean => changed.has(`${row} ${sheet}`)
    const edited = this.#checkOptions(fullCheck.rows)
    const single = await checkSingleRows(operation, edited, isChanged, createReadingContext(this.#settings, []))
    const alone = new Map(single.map((row) => [placeOf(row), row]))
    // Each part visits all rows: others have a turn before it.
    await setImmediate()
    const isSettled = canSettle(fullCheck.check, alone, operation, reading())
    await setImmediate()
    // Another check may have finished meanwhile.
    if (this.#fullCheck !== fullCheck || this.steps !== steps) return this.#checkChangedRows()
    const rows = fullCheck.check.rows.map((row) => {
      const changed = alone.get(placeOf(row))
      return changed === undefined ? row : isSettled ? changed : toOpenRow(changed)
    })
    this.#show({ ...fullCheck.check, rows }, steps)
  }

  #show(check: EditedCheck, steps: readonly UndoStep[], notes?: readonly string[]): void {
    this.#shown = { check, steps }
    this.#sheet.onChecked(check, notes)
  }

  #checkOptions(kept: RowCache) {
    return { input: this.#sheet.file, edits: this.edits, reading: this.#sheet.reading(), kept }
  }
}
