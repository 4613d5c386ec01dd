import { type Checking, checkAlone, checkEdited, type EditedCheck } from '../app/check-edited.ts'
import type { ProfileChange } from '../app/profile/change-profile.ts'
import type { CleaningUp } from '../app/scratch-ledger.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { KeptRows } from '../sheet/kept-rows.ts'
import { notingLogger } from './run-words.ts'

/** Larger sheets take a while to check: rows that were edited are checked by themselves first, if they are few. */
const usuallyAtOnce = 1_000
const mostAlone = 200

/** What can be undone at once: cells that were typed into, or what the profile has learned. */
export interface SheetStep {
  edits: readonly CellEdit[]
  reverse?: ProfileChange
}

export interface StepCheckPorts {
  operation: Operation
  file: string
  cleaningUp: CleaningUp
  reading(): ReadOptions
  /** So many rows are checked all at once. @default 1,000 */
  atOnce?: number
  /** What is known now; with what should be known of the sheet where all of it was checked. */
  onChecked(check: EditedCheck, notes?: readonly string[]): void
}

/** A sheet that is changed step by step, and checked after each: at once what was changed, behind it all of it. */
export class StepChecks {
  readonly #ports: StepCheckPorts
  #steps: readonly SheetStep[] = []
  /** All of the sheet, as it was with these steps. */
  #whole: { check: EditedCheck; steps: readonly SheetStep[]; rows: KeptRows } | undefined
  #settling: Promise<void> | undefined

  constructor(ports: StepCheckPorts) {
    this.#ports = ports
  }

  get steps(): readonly SheetStep[] {
    return this.#steps
  }

  get edits(): readonly CellEdit[] {
    return this.#steps.flatMap(({ edits }) => edits)
  }

  /** All of it is being checked, behind what was changed. */
  get isSettling(): boolean {
    return this.#settling !== undefined
  }

  /** One step more. @throws BatchError for what cannot be checked; nothing has changed then. */
  add(step: SheetStep): Promise<void> {
    return this.#become([...this.#steps, step], step)
  }

  /** Without the last step. */
  async drop(): Promise<void> {
    const last = this.#steps.at(-1)
    if (last !== undefined) await this.#become(this.#steps.slice(0, -1), last)
  }

  async #become(steps: readonly SheetStep[], { edits, reverse }: SheetStep): Promise<void> {
    const before = this.#steps
    const isLarge = (this.#whole?.check.rows.length ?? 0) > (this.#ports.atOnce ?? usuallyAtOnce)
    const isAlone = isLarge && reverse === undefined && edits.length <= mostAlone
    if (!isAlone) await this.rest()
    this.#steps = steps
    try {
      await (isAlone ? this.#checkAlone() : this.checkAll())
    } catch (error) {
      this.#steps = before
      throw error
    }
  }

  /** Resolves once all of it was checked as it is now. */
  settle(): Promise<void> {
    if (this.#settling === undefined && this.#whole !== undefined && this.#whole.steps !== this.#steps) {
      this.#settling = this.#checkBehind().finally(() => {
        this.#settling = undefined
      })
    }
    return this.#settling ?? Promise.resolve()
  }

  /** Resolves once nothing is being checked, whatever came of it. */
  async rest(): Promise<void> {
    await this.#settling?.catch(() => {})
  }

  async #checkBehind(): Promise<void> {
    do await this.checkAll()
    while (this.#whole?.steps !== this.#steps)
  }

  async checkAll(): Promise<void> {
    const notes: string[] = []
    const rows = new KeptRows()
    const steps = this.#steps
    const check = await checkEdited(this.#ports.operation, this.#wishes(rows), this.#checking(notes))
    this.#whole = { check, steps, rows }
    this.#ports.onChecked(check, notes)
    if (steps !== this.#steps) await this.#checkAlone()
  }

  /** What was changed since all was checked, each row by itself; of all others that is still so. */
  async #checkAlone(): Promise<void> {
    if (this.#whole === undefined) return
    const { steps: checked, rows: kept } = this.#whole
    const steps = this.#steps
    const news = [...steps, ...checked].filter((step) => !steps.includes(step) || !checked.includes(step))
    const changed = new Set(news.flatMap(({ edits }) => edits.map(({ sheet, row }) => `${row} ${sheet}`)))
    const isMeant = (sheet: string, row: number): boolean => changed.has(`${row} ${sheet}`)
    const alone = await checkAlone(this.#ports.operation, this.#wishes(kept), isMeant, this.#checking([]))
    const rows = new Map(alone.map((row) => [`${row.number} ${row.sheet}`, row]))
    // All of it may have been checked meanwhile.
    const whole = this.#whole
    if (whole.steps === steps) return
    const check = whole.check.rows.map((row) => rows.get(`${row.number} ${row.sheet}`) ?? row)
    this.#ports.onChecked({ ...whole.check, rows: check })
  }

  #wishes(kept: KeptRows) {
    return { input: this.#ports.file, edits: this.edits, reading: this.#ports.reading(), kept }
  }

  #checking(notes: string[]): Checking {
    return { logger: notingLogger(notes), cleaningUp: this.#ports.cleaningUp }
  }
}
