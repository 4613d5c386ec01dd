import { basename, extname, join, resolve } from 'node:path'
import type { EditCheckPorts, EditedCheck, EditedRow } from '../app/check-edited.ts'
import { inspectSheet, type SheetInspection } from '../app/inspect-sheet.ts'
import type { ProfileChange } from '../app/profile/change-profile.ts'
import { type OperationProfile, settingsOf } from '../app/profile/profile.ts'
import { type CorrectedFile, saveCorrected } from '../app/save-corrected.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import { digestOf } from '../pipeline/earlier-output/back-up-edited-output.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import { type MergedColumn, mergeColumns } from '../pipeline/tables/merged-columns.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { BatchError } from '../support/errors.ts'
import { listEdits, listFillEdits, type ShownSheet } from './cell-edits.ts'
import { describeFields, describeSheetState, summariseRows } from './describe-sheet.ts'
import { IncrementalChecker } from './incremental-checker.ts'
import type { PageSettings } from './page-settings.ts'
import type { CheckState, FieldState, SheetState } from './protocol.ts'
import type { RecordedState } from './recorded-state.ts'
import { mergeRefusals, type Refusals } from './refusals.ts'
import type { EditRequest, ReadingRequest } from './request-schemas.ts'
import { toProfileChange } from './to-profile-change.ts'
import type { Upload } from './uploads.ts'

const shownRows = 40
const maxEdits = 10_000

export type SheetSessionSettings = Pick<PageSettings, 'kept' | 'cleaningUp'>

/** One sheet on the page: what was understood of it, what was typed over its cells, and what is wrong with it now. */
export class SheetSession {
  readonly upload: Upload
  readonly operation: Operation
  readonly #recorded: RecordedState | undefined
  readonly #settings: SheetSessionSettings
  /** Worksheets that somebody has chosen; what else is said of a sheet holds for others too, and is kept in the profile. */
  #sheetOptions: Pick<ReadingRequest, 'sheets' | 'hidden'> = {}
  #asksForHidden = false
  readonly #checker: IncrementalChecker
  #inspection: SheetInspection | undefined
  #fields: readonly FieldState[] = []
  #check: EditedCheck | undefined
  #columns: readonly MergedColumn[] = []
  #state: CheckState | null = null
  #version = 0
  #notes: readonly string[] = []
  #refusals: Refusals = new Map()
  /** Digests of what this desk has saved, which it may replace. */
  readonly #saved = new Set<string>()

  /** `inForce`: of a sheet that sets the state of things. */
  constructor(upload: Upload, settings: SheetSessionSettings, operation: Operation, inForce?: RecordedState) {
    this.upload = upload
    this.operation = operation
    this.#recorded = inForce
    this.#settings = settings
    this.#checker = new IncrementalChecker({
      operation,
      file: upload.file,
      cleaningUp: settings.cleaningUp,
      reading: () => this.reading,
      onChecked: (check, notes) => this.#applyCheck(check, notes),
    })
  }

  get check(): EditedCheck | undefined {
    return this.#check
  }

  /** All of it is being checked, behind what was changed. */
  get isChecking(): boolean {
    return this.#checker.isChecking
  }

  /** Resolves once all of it was checked as it is edited now. */
  waitUntilChecked(): Promise<void> {
    return this.#checker.waitUntilChecked()
  }

  get columns(): readonly MergedColumn[] {
    return this.#columns
  }

  /** Undefined: nobody has chosen one. */
  get chosen(): ReadingRequest['sheets'] {
    return this.#sheetOptions.sheets
  }

  get reading(): ReadOptions {
    return { ...this.#settings.kept.reading(this.operation), ...this.#sheetOptions }
  }

  /** What is understood of it, and where its headings fit what is wrong with its rows. */
  async read(): Promise<void> {
    await this.#checker.waitUntilIdle()
    const inspectOptions = { ...this.reading, file: this.upload.file, rows: shownRows, as: 'shown' } as const
    this.#inspection = await inspectSheet(this.operation, inspectOptions)
    this.#fields = describeFields(this.operation, this.reading)
    this.#check = undefined
    this.#asksForHidden = false
    const { misfit, fitting } = this.#inspection
    if (misfit !== undefined || (fitting.length > 1 && this.reading.sheets === undefined)) return
    try {
      await this.#checker.checkAll()
      await this.loadRecorded()
    } catch (error) {
      if (!(error instanceof BatchError) || error.remedy?.kind !== 'hidden') throw error
      this.#asksForHidden = true
    }
  }

  /** @throws BatchError for what cannot be read in that way; it is read as before then, and nothing is kept. */
  async readAs({ columns = {}, set = {}, dateFormat, ...said }: ReadingRequest): Promise<void> {
    const before = this.#sheetOptions
    this.#sheetOptions = { ...before, ...said }
    const headings = this.#inspection?.inspection.columns.map(({ heading }) => heading) ?? []
    const change = toProfileChange({ columns, set, dateFormat }, headings, this.#profile)
    const reverse = this.#settings.kept.change(this.operation, change)
    // What is said of values while the rows are looked at is a step like any other there.
    const isStep = this.#check !== undefined && Object.keys(columns).length + Object.keys(said).length === 0
    const isTakenBack = Object.values(set).includes('') || dateFormat?.length === 0
    try {
      await (isStep && !isTakenBack ? this.#checker.add({ edits: [], reverse }) : this.read())
    } catch (error) {
      this.#sheetOptions = before
      this.#settings.kept.change(this.operation, reverse)
      await this.read()
      throw error
    }
  }

  async edit(request: EditRequest): Promise<void> {
    const edits = listEdits(this.#shownSheet, request)
    if (edits.length === 0) return
    const learned = request.kind === 'all' && request.isKept === true ? this.#rememberValue(request) : undefined
    if (learned === undefined) await this.#addEdits(edits)
    else await this.#checker.add({ edits: [], reverse: learned })
  }

  /** Writes the same into several rows, field by field. @throws BatchError for a field that their sheet has no column for. */
  async fill(rows: readonly EditedRow[], values: Readonly<Record<string, string>>): Promise<void> {
    await this.#addEdits(listFillEdits(this.#shownSheet, rows, values))
  }

  async #addEdits(edits: readonly CellEdit[]): Promise<void> {
    if (edits.length === 0) return
    if (this.#checker.edits.length + edits.length > maxEdits) {
      throw new BatchError('input', `more than ${maxEdits.toLocaleString('en')} cells would be corrected here`, {
        hint: 'Correct the sheet in the spreadsheet program, and open it again.',
      })
    }
    await this.#checker.add({ edits })
  }

  async undo(): Promise<void> {
    const reverse = this.#checker.steps.at(-1)?.reverse
    if (reverse !== undefined) this.#settings.kept.change(this.operation, reverse)
    await this.#checker.undo()
  }

  /** As it is now, in a file that a run can read. */
  async save(checking: EditCheckPorts): Promise<CorrectedFile> {
    await this.waitUntilChecked()
    const { file, label } = this.upload
    const name = basename(label, extname(label)).replace(/\.corrected$/, '')
    const output = join('output', `${name}.corrected.xlsx`)
    // An earlier corrected sheet of ours that was opened again.
    if (resolve(file) === resolve(output)) this.#saved.add((await digestOf(file)) ?? '')
    const saveOptions = { input: file, edits: this.#checker.edits, reading: this.reading, output, own: this.#saved }
    const saved = await saveCorrected(this.operation, saveOptions, checking)
    this.#saved.add(saved.digest)
    return saved
  }

  /** Looks up what is recorded of all that the sheet is about, where that is of any use. */
  async loadRecorded(): Promise<void> {
    if (this.#recorded === undefined || this.#check === undefined) return
    await this.#recorded.load(this.#check.rows, this.#columns)
    this.#updateState(this.#check)
  }

  /** What is known under a heading that the sheet of a row does not have. */
  readRecorded(row: EditedRow, heading: string): string {
    return this.#recorded?.describe(row, this.#columns, heading) ?? ''
  }

  /** What the service refused of it: shown where it stands, until the row is another one. */
  showRefusals(refusals: Refusals): void {
    if (refusals.size === 0 && this.#refusals.size === 0) return
    this.#refusals = refusals
    if (this.#check !== undefined) this.#updateState(this.#check)
  }

  /** The cells that were typed into, by sheet, row and column. */
  get edited(): ReadonlySet<string> {
    return new Set(this.#checker.edits.map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  }

  describeSheet(): SheetState | null {
    if (this.#inspection === undefined) return null
    const said = { reading: this.reading, kept: this.#profile, asksForHidden: this.#asksForHidden }
    return describeSheetState(this.#inspection, this.upload, this.#fields, said)
  }

  /** Worked out once for each check: it is told many times. */
  get checkState(): CheckState | null {
    return this.#check === undefined ? null : this.#state
  }

  get #profile(): OperationProfile {
    return settingsOf(this.#settings.kept.profile, this.operation)
  }

  get #shownSheet(): ShownSheet {
    return { check: this.#check, columns: this.#columns, fields: this.#fields }
  }

  /** Keeps what a text means for all sheets, where its field has a list of values; what takes it back. */
  #rememberValue({ column, written, text }: Extract<EditRequest, { kind: 'all' }>): ProfileChange | undefined {
    const field = this.#columns[column]?.field
    if (this.#fields.find(({ name }) => name === field)?.isKeepable !== true || field === undefined) return undefined
    return this.#settings.kept.change(this.operation, { values: { [field]: { [written]: text } } })
  }

  #applyCheck(check: EditedCheck, notes: readonly string[] | undefined): void {
    const columns = mergeColumns(
      check.sheets.map(({ headings, fields }) => ({ headings: [...headings], fields: { ...fields } })),
    )
    this.#columns = this.#recorded?.orderColumns(columns) ?? columns
    this.#notes = notes?.map((note) => note.replaceAll(this.upload.file, this.upload.label)) ?? this.#notes
    this.#updateState(check)
  }

  #updateState(check: EditedCheck): void {
    this.#check = { ...check, rows: mergeRefusals(check, this.#refusals) }
    this.#version += 1
    this.#state = {
      ...summariseRows(this.#check, this.#columns),
      version: this.#version,
      undoable: this.#checker.steps.length,
      edited: this.edited.size,
      notes: this.#notes,
    }
  }
}
