import type { EditedCheck, EditedRow } from '../../app/check/check-edited.ts'
import { inspectSheet, type SheetInspection } from '../../app/check/inspect-sheet.ts'
import type { CorrectedFile } from '../../app/check/save-corrected.ts'
import type { DryRunPorts } from '../../app/ledger/scratch-ledger.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { type MergedColumn, mergeColumns } from '../../pipeline/tables/merged-columns.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import { BatchError } from '../../support/errors.ts'
import type { CommandLineRun, PageSettings } from '../page-settings.ts'
import type { CheckState } from '../protocol/check.ts'
import type { FieldState, SheetState } from '../protocol/protocol.ts'
import type { EditRequest, ReadingRequest } from '../request-schemas.ts'
import type { Upload } from '../uploads.ts'
import { AnswerBook } from './answer-book.ts'
import { listEdits, listFillEdits, requireFewEdits, type ShownSheet } from './cell-edits.ts'
import { isUndecided, listFacts } from './decision-facts.ts'
import { describeFields, describeSheetState, summariseRows } from './describe-sheet.ts'
import { IncrementalChecker } from './incremental-checker.ts'
import type { RecordedState } from './recorded-state.ts'
import { mergeRefusals, type Refusals } from './refusals.ts'
import { SavedSheets } from './saved-sheets.ts'
import { toValueChange } from './sheet-answers.ts'

const shownRows = 40
const noFacts = { destination: [], manager: [] }

export interface SheetSessionSettings extends Pick<PageSettings, 'kept' | 'cleaningUp'> {
  /** Digests of files without a correction that any session of the page wrote. */
  copies: Set<string>
}

export class SheetSession {
  readonly upload: Upload
  readonly operation: Operation
  /** What the ledger knows, for sheets of decisions. */
  readonly recorded: RecordedState | undefined
  #sheetOptions: Pick<ReadingRequest, 'sheets' | 'hidden'> = {}
  readonly #answers: AnswerBook
  #asksForHidden = false
  /** Remembered headings that this sheet does not have. */
  #passedOver: ReadonlySet<string> = new Set()
  readonly #checker: IncrementalChecker
  #inspection: SheetInspection | undefined
  #fields: readonly FieldState[] = []
  #check: EditedCheck | undefined
  #columns: readonly MergedColumn[] = []
  #state: CheckState | null = null
  #version = 0
  #notes: readonly string[] = []
  #refusals: Refusals = new Map()
  readonly #saved: SavedSheets

  /** `inForce`: for sheets of decisions. */
  constructor(upload: Upload, settings: SheetSessionSettings, operation: Operation, inForce?: RecordedState) {
    this.upload = upload
    this.operation = operation
    this.recorded = inForce
    this.#answers = new AnswerBook(operation, settings.kept)
    this.#saved = new SavedSheets(upload, settings.copies)
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

  get isChecking(): boolean {
    return this.#checker.isChecking
  }

  /** Rows that await the check of the whole sheet. */
  get hasOpenRows(): boolean {
    return (this.#state?.open ?? 0) > 0
  }

  waitUntilChecked(): Promise<void> {
    return this.#checker.waitUntilChecked()
  }

  get columns(): readonly MergedColumn[] {
    return this.#columns
  }

  get reading(): ReadOptions {
    return { ...this.#answers.reading(this.#passedOver), ...this.#sheetOptions }
  }

  async read(): Promise<void> {
    await this.#checker.waitUntilIdle()
    this.#passedOver = new Set()
    const about = { file: this.upload.file, rows: shownRows, as: 'shown' } as const
    this.#inspection = await inspectSheet(this.operation, { ...this.reading, ...about })
    this.#passedOver = new Set(this.#inspection.absent)
    if (this.#passedOver.size > 0) this.#inspection = await inspectSheet(this.operation, { ...this.reading, ...about })
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

  /** @throws BatchError for a sheet that cannot be read in this way; the earlier options stay in force */
  async readAs({ sheets, hidden, ...answers }: ReadingRequest): Promise<void> {
    const before = this.#sheetOptions
    const choices = { ...(sheets === undefined ? {} : { sheets }), ...(hidden === undefined ? {} : { hidden }) }
    const headings = this.#inspection?.inspection.columns.map(({ heading }) => heading) ?? []
    // A setting for values, given while rows are shown, is an undoable step like an edit.
    const { columns = {}, set = {}, dateFormat } = answers
    const setting = this.#answers.createSetting(answers, headings)
    const isStep = this.#check !== undefined && Object.keys(columns).length + Object.keys(choices).length === 0
    const isTakenBack = Object.values(set).includes('') || dateFormat?.length === 0
    if (isStep && !isTakenBack) return this.#checker.add({ edits: [], setting })
    this.#sheetOptions = { ...before, ...choices }
    setting.apply()
    try {
      await this.read()
    } catch (error) {
      this.#sheetOptions = before
      setting.revert()
      await this.read()
      throw error
    }
  }

  async edit(request: EditRequest): Promise<void> {
    const edits = listEdits(this.#shownSheet, request)
    if (edits.length === 0) return
    const learned = toValueChange(request, this.#columns, this.#fields)
    if (learned === undefined) await this.#addEdits(edits)
    else await this.#checker.add({ edits: [], setting: this.#answers.createProfileSetting(learned) })
  }

  /**
   * Writes the same values into several rows, by field.
   * @throws BatchError for a field without a column in the sheet
   */
  async fill(rows: readonly EditedRow[], values: Readonly<Record<string, string>>): Promise<void> {
    await this.#addEdits(listFillEdits(this.#shownSheet, rows, values))
  }

  async #addEdits(edits: readonly CellEdit[]): Promise<void> {
    if (edits.length === 0) return
    requireFewEdits(this.#checker.edits.length + edits.length)
    await this.#checker.add({ edits })
  }

  undo(): Promise<void> {
    return this.#checker.undo()
  }

  redo(): Promise<void> {
    return this.#checker.redo()
  }

  /** Saves the sheet with its edits to a file for a run. */
  async save(ports: DryRunPorts): Promise<CorrectedFile> {
    await this.waitUntilChecked()
    return this.#saved.save(this.operation, { edits: this.#checker.edits, reading: this.reading }, ports)
  }

  /** What a command line needs to read the saved file alike. */
  saveAnswers(): Omit<CommandLineRun, 'operation' | 'file'> {
    return { sheets: this.#sheetOptions.sheets, ...this.#saved.saveAnswers(this.#answers.own) }
  }

  async loadRecorded(): Promise<void> {
    if (this.recorded === undefined || this.#check === undefined) return
    await this.recorded.load(this.#check.rows, this.#columns)
    this.#updateState(this.#check)
  }

  /** Shows the service's refusals in their cells until the row is changed. */
  showRefusals(refusals: Refusals): void {
    if (refusals.size === 0 && this.#refusals.size === 0) return
    this.#refusals = refusals
    if (this.#check !== undefined) this.#updateState(this.#check)
  }

  /** Edited cells by worksheet, row and column. */
  get edited(): ReadonlySet<string> {
    return new Set(this.#checker.edits.map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  }

  describeSheet(): SheetState | null {
    if (this.#inspection === undefined) return null
    const context = {
      reading: this.reading,
      kept: this.#answers.kept,
      own: this.#answers.own,
      asksForHidden: this.#asksForHidden,
      passedOver: this.#passedOver,
    }
    return describeSheetState(this.#inspection, this.upload, this.#fields, context)
  }

  /** Once for each check: it is read many times. */
  get checkState(): CheckState | null {
    return this.#check === undefined ? null : this.#state
  }

  get #shownSheet(): ShownSheet {
    return { check: this.#check, columns: this.#columns, fields: this.#fields }
  }

  #applyCheck(check: EditedCheck, notes: readonly string[] | undefined): void {
    const columns = mergeColumns(
      check.sheets.map(({ headings, fields }) => ({ headings: [...headings], fields: { ...fields } })),
    )
    this.#columns = this.recorded?.orderColumns(columns) ?? columns
    this.#notes = notes?.map((note) => note.replaceAll(this.upload.file, this.upload.label)) ?? this.#notes
    this.#updateState(check)
  }

  #updateState(check: EditedCheck): void {
    this.#check = { ...check, rows: mergeRefusals(check, this.#refusals) }
    this.#version += 1
    const summary = summariseRows(this.#check, this.#columns)
    const undecided = check.rows.filter((row) => isUndecided(this, row)).length
    this.#state = {
      ...summary,
      skipped: summary.skipped - undecided,
      undecided,
      facts: this.recorded === undefined ? noFacts : listFacts(this, check.rows),
      version: this.#version,
      undoable: this.#checker.steps.length,
      redoable: this.#checker.undone.length,
      edited: this.edited.size,
      notes: this.#notes,
    }
  }
}
