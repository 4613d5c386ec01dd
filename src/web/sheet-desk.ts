import { basename, extname, join, resolve } from 'node:path'
import type { Checking, EditedCheck, EditedRow } from '../app/check-edited.ts'
import { inspectSheet, type SheetInspection } from '../app/inspect-sheet.ts'
import type { ProfileChange } from '../app/profile/change-profile.ts'
import { type OperationProfile, settingsOf } from '../app/profile/profile.ts'
import { type CorrectedFile, saveCorrected } from '../app/save-corrected.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import { digestOf } from '../pipeline/earlier-output/keep-edited.ts'
import { type UnitedColumn, uniteColumns } from '../pipeline/tables/united-columns.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { BatchError } from '../support/errors.ts'
import { listEdits, listFilled, type ShownCells } from './cell-edits.ts'
import { countUp, describeFields, describeUnderstood } from './describe-sheet.ts'
import type { InForce } from './in-force.ts'
import type { CheckState, FieldState, SheetState } from './protocol.ts'
import { toProfileChange } from './reading-change.ts'
import { type Refusals, withRefusals } from './refusals.ts'
import type { PageSettings } from './settings.ts'
import { StepChecks } from './step-checks.ts'
import type { Upload } from './uploads.ts'
import type { EditWish, ReadingWish } from './wishes.ts'

const shownRows = 40
const mostEdits = 10_000

export type DeskSettings = Pick<PageSettings, 'kept' | 'cleaningUp'>

/** One sheet on the page: what was understood of it, what was typed over its cells, and what is wrong with it now. */
export class SheetDesk {
  readonly upload: Upload
  readonly operation: Operation
  readonly #inForce: InForce | undefined
  readonly #settings: DeskSettings
  /** Worksheets that somebody has chosen; what else is said of a sheet holds for others too, and is kept in the profile. */
  #said: Pick<ReadingWish, 'sheets' | 'hidden'> = {}
  #asksForHidden = false
  readonly #checks: StepChecks
  #inspection: SheetInspection | undefined
  #fields: readonly FieldState[] = []
  #check: EditedCheck | undefined
  #columns: readonly UnitedColumn[] = []
  #state: CheckState | null = null
  #version = 0
  #notes: readonly string[] = []
  #refusals: Refusals = new Map()
  /** Digests of what this desk has saved, which it may replace. */
  readonly #saved = new Set<string>()

  /** `inForce`: of a sheet that sets the state of things. */
  constructor(upload: Upload, settings: DeskSettings, operation: Operation, inForce?: InForce) {
    this.upload = upload
    this.operation = operation
    this.#inForce = inForce
    this.#settings = settings
    this.#checks = new StepChecks({
      operation,
      file: upload.file,
      cleaningUp: settings.cleaningUp,
      reading: () => this.reading,
      onChecked: (check, notes) => this.#take(check, notes),
    })
  }

  get check(): EditedCheck | undefined {
    return this.#check
  }

  /** All of it is being checked, behind what was changed. */
  get isSettling(): boolean {
    return this.#checks.isSettling
  }

  /** Resolves once all of it was checked as it is edited now. */
  settle(): Promise<void> {
    return this.#checks.settle()
  }

  get columns(): readonly UnitedColumn[] {
    return this.#columns
  }

  /** Undefined: nobody has chosen one. */
  get chosen(): ReadingWish['sheets'] {
    return this.#said.sheets
  }

  get reading(): ReadOptions {
    return { ...this.#settings.kept.reading(this.operation), ...this.#said }
  }

  /** What is understood of it, and where its headings fit what is wrong with its rows. */
  async read(): Promise<void> {
    await this.#checks.rest()
    const wishes = { ...this.reading, file: this.upload.file, rows: shownRows, as: 'shown' } as const
    this.#inspection = await inspectSheet(this.operation, wishes)
    this.#fields = describeFields(this.operation, this.reading)
    this.#check = undefined
    this.#asksForHidden = false
    const { misfit, fitting } = this.#inspection
    if (misfit !== undefined || (fitting.length > 1 && this.reading.sheets === undefined)) return
    try {
      await this.#checks.checkAll()
      await this.look()
    } catch (error) {
      if (!(error instanceof BatchError) || error.remedy?.kind !== 'hidden') throw error
      this.#asksForHidden = true
    }
  }

  /** @throws BatchError for what cannot be read in that way; it is read as before then, and nothing is kept. */
  async readAs({ columns = {}, set = {}, dateFormat, ...said }: ReadingWish): Promise<void> {
    const before = this.#said
    this.#said = { ...before, ...said }
    const headings = this.#inspection?.inspection.columns.map(({ heading }) => heading) ?? []
    const change = toProfileChange({ columns, set, dateFormat }, headings, this.#kept)
    const reverse = this.#settings.kept.change(this.operation, change)
    // What is said of values while the rows are looked at is a step like any other there.
    const isStep = this.#check !== undefined && Object.keys(columns).length + Object.keys(said).length === 0
    const isTakenBack = Object.values(set).includes('') || dateFormat?.length === 0
    try {
      await (isStep && !isTakenBack ? this.#checks.add({ edits: [], reverse }) : this.read())
    } catch (error) {
      this.#said = before
      this.#settings.kept.change(this.operation, reverse)
      await this.read()
      throw error
    }
  }

  async edit(wish: EditWish): Promise<void> {
    const edits = listEdits(this.#shown, wish)
    if (edits.length === 0) return
    const learned = wish.kind === 'all' && wish.isKept === true ? this.#learn(wish) : undefined
    if (learned === undefined) await this.#type(edits)
    else await this.#checks.add({ edits: [], reverse: learned })
  }

  /** Writes the same into several rows, field by field. @throws BatchError for a field that their sheet has no column for. */
  async fill(rows: readonly EditedRow[], values: Readonly<Record<string, string>>): Promise<void> {
    await this.#type(listFilled(this.#shown, rows, values))
  }

  async #type(edits: readonly CellEdit[]): Promise<void> {
    if (edits.length === 0) return
    if (this.#checks.edits.length + edits.length > mostEdits) {
      throw new BatchError('input', `more than ${mostEdits.toLocaleString('en')} cells would be corrected here`, {
        hint: 'Correct the sheet in the spreadsheet program, and open it again.',
      })
    }
    await this.#checks.add({ edits })
  }

  async undo(): Promise<void> {
    const reverse = this.#checks.steps.at(-1)?.reverse
    if (reverse !== undefined) this.#settings.kept.change(this.operation, reverse)
    await this.#checks.drop()
  }

  /** As it is now, in a file that a run can read. */
  async save(checking: Checking): Promise<CorrectedFile> {
    await this.settle()
    const { file, label } = this.upload
    const name = basename(label, extname(label)).replace(/\.corrected$/, '')
    const output = join('output', `${name}.corrected.xlsx`)
    // An earlier corrected sheet of ours that was opened again.
    if (resolve(file) === resolve(output)) this.#saved.add((await digestOf(file)) ?? '')
    const wishes = { input: file, edits: this.#checks.edits, reading: this.reading, output, own: this.#saved }
    const saved = await saveCorrected(this.operation, wishes, checking)
    this.#saved.add(saved.digest)
    return saved
  }

  /** Looks up what is recorded of all that the sheet is about, where that is of any use. */
  async look(): Promise<void> {
    if (this.#inForce === undefined || this.#check === undefined) return
    await this.#inForce.look(this.#check.rows, this.#columns)
    this.#show(this.#check)
  }

  /** What is known under a heading that the sheet of a row does not have. */
  tell(row: EditedRow, heading: string): string {
    return this.#inForce?.tell(row, this.#columns, heading) ?? ''
  }

  /** What the service refused of it: shown where it stands, until the row is another one. */
  noteRefusals(refusals: Refusals): void {
    if (refusals.size === 0 && this.#refusals.size === 0) return
    this.#refusals = refusals
    if (this.#check !== undefined) this.#show(this.#check)
  }

  /** The cells that were typed into, by sheet, row and column. */
  get edited(): ReadonlySet<string> {
    return new Set(this.#checks.edits.map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  }

  describeSheet(): SheetState | null {
    if (this.#inspection === undefined) return null
    const said = { reading: this.reading, kept: this.#kept, asksForHidden: this.#asksForHidden }
    return describeUnderstood(this.#inspection, this.upload, this.#fields, said)
  }

  /** Worked out once for each check: it is told many times. */
  get checkState(): CheckState | null {
    return this.#check === undefined ? null : this.#state
  }

  get #kept(): OperationProfile {
    return settingsOf(this.#settings.kept.profile, this.operation)
  }

  get #shown(): ShownCells {
    return { check: this.#check, columns: this.#columns, fields: this.#fields }
  }

  /** Keeps what a text means for all sheets, where its field has a list of values; what takes it back. */
  #learn({ column, written, text }: Extract<EditWish, { kind: 'all' }>): ProfileChange | undefined {
    const field = this.#columns[column]?.field
    if (this.#fields.find(({ name }) => name === field)?.isKeepable !== true || field === undefined) return undefined
    return this.#settings.kept.change(this.operation, { values: { [field]: { [written]: text } } })
  }

  #take(check: EditedCheck, notes: readonly string[] | undefined): void {
    const columns = uniteColumns(
      check.sheets.map(({ headings, fields }) => ({ headings: [...headings], fields: { ...fields } })),
    )
    this.#columns = this.#inForce?.arrange(columns) ?? columns
    this.#notes = notes?.map((note) => note.replaceAll(this.upload.file, this.upload.label)) ?? this.#notes
    this.#show(check)
  }

  #show(check: EditedCheck): void {
    this.#check = { ...check, rows: withRefusals(check, this.#refusals) }
    this.#version += 1
    this.#state = {
      ...countUp(this.#check, this.#columns),
      version: this.#version,
      undoable: this.#checks.steps.length,
      edited: this.edited.size,
      notes: this.#notes,
    }
  }
}
