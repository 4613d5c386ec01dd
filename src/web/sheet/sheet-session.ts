import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EditedCheck, EditedRow } from '../../app/check-edited.ts'
import { inspectSheet, type SheetInspection } from '../../app/inspect-sheet.ts'
import type { ProfileChange } from '../../app/profile/change-profile.ts'
import { settingsOf } from '../../app/profile/profile.ts'
import { type CorrectedFile, saveCorrected } from '../../app/save-corrected.ts'
import type { DryRunPorts } from '../../app/scratch-ledger.ts'
import { digestOf } from '../../pipeline/earlier-output/back-up-edited-output.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { type MergedColumn, mergeColumns } from '../../pipeline/tables/merged-columns.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import { BatchError } from '../../support/errors.ts'
import type { CommandLineRun, PageSettings } from '../page-settings.ts'
import type { CheckState, FieldState, SheetState } from '../protocol/protocol.ts'
import type { EditRequest, ReadingRequest } from '../request-schemas.ts'
import { nameColumns, nameCorrected, type Upload } from '../uploads.ts'
import { listEdits, listFillEdits, requireFewEdits, type ShownSheet } from './cell-edits.ts'
import { describeFields, describeSheetState, summariseRows } from './describe-sheet.ts'
import { IncrementalChecker } from './incremental-checker.ts'
import type { RecordedState } from './recorded-state.ts'
import { mergeRefusals, type Refusals } from './refusals.ts'
import { addAnswers, applyAnswers, noAnswers, type SheetAnswers, toValueChange } from './sheet-answers.ts'

const shownRows = 40

export interface SheetSessionSettings extends Pick<PageSettings, 'kept' | 'cleaningUp'> {
  /** Digests of files without a correction that any session of the page wrote. */
  copies: Set<string>
}

export class SheetSession {
  readonly upload: Upload
  readonly operation: Operation
  readonly #recorded: RecordedState | undefined
  readonly #settings: SheetSessionSettings
  #sheetOptions: Pick<ReadingRequest, 'sheets' | 'hidden'> = {}
  /** The user's answers for this sheet alone. */
  #answers: SheetAnswers = noAnswers
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
  /** Digests of files that this session wrote, which it may replace. */
  readonly #saved = new Set<string>()

  /** `inForce`: for sheets of decisions. */
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

  get isChecking(): boolean {
    return this.#checker.isChecking
  }

  waitUntilChecked(): Promise<void> {
    return this.#checker.waitUntilChecked()
  }

  get columns(): readonly MergedColumn[] {
    return this.#columns
  }

  get reading(): ReadOptions {
    const kept = this.#settings.kept.reading(this.operation)
    return { ...applyAnswers(kept, this.#answers, this.#passedOver), ...this.#sheetOptions }
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
    const { own, change } = addAnswers(this.#answers, answers, headings, this.#profile)
    const setting = this.#createSetting(own, change)
    // A setting for values, given while rows are shown, is an undoable step like an edit.
    const { columns = {}, set = {}, dateFormat } = answers
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

  #createSetting(own: SheetAnswers, change: ProfileChange): { apply(): void; revert(): void } {
    const { kept } = this.#settings
    const before = this.#answers
    let reverse: ProfileChange = {}
    return {
      apply: () => {
        reverse = kept.change(this.operation, change)
        this.#answers = own
      },
      revert: () => {
        kept.change(this.operation, reverse)
        this.#answers = before
      },
    }
  }

  async edit(request: EditRequest): Promise<void> {
    const edits = listEdits(this.#shownSheet, request)
    if (edits.length === 0) return
    const learned = toValueChange(request, this.#columns, this.#fields)
    if (learned === undefined) await this.#addEdits(edits)
    else await this.#checker.add({ edits: [], setting: this.#createSetting(this.#answers, learned) })
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
  async save(checking: DryRunPorts): Promise<CorrectedFile> {
    await this.waitUntilChecked()
    const { file } = this.upload
    const output = nameCorrected(this.upload)
    // An earlier corrected file of ours was opened.
    if (resolve(file) === resolve(output)) this.#saved.add((await digestOf(file)) ?? '')
    const { edits } = this.#checker
    const own = new Set([...this.#saved, ...this.#settings.copies])
    const saved = await saveCorrected(
      this.operation,
      { input: file, edits, reading: this.reading, output, own },
      checking,
    )
    this.#saved.add(saved.digest)
    if (edits.length === 0) this.#settings.copies.add(saved.digest)
    return saved
  }

  /** What a command line needs to read the saved file alike. Mapped headings go into a file of their own. */
  saveAnswers(): Omit<CommandLineRun, 'operation' | 'file'> {
    const { sheets } = this.#sheetOptions
    const { columns, set, dateFormats } = this.#answers
    if (Object.keys(columns).length === 0) return { sheets, set, dateFormats }
    const file = nameColumns(this.upload)
    writeFileSync(file, `${JSON.stringify(columns, null, 2)}\n`, { mode: 0o600 })
    return { sheets, set, dateFormats, columns: file }
  }

  async loadRecorded(): Promise<void> {
    if (this.#recorded === undefined || this.#check === undefined) return
    await this.#recorded.load(this.#check.rows, this.#columns)
    this.#updateState(this.#check)
  }

  /** A recorded value under a heading that the row's sheet lacks. */
  readRecorded(row: EditedRow, heading: string): string {
    return this.#recorded?.describe(row, this.#columns, heading) ?? ''
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
      kept: this.#profile,
      own: this.#answers,
      asksForHidden: this.#asksForHidden,
      passedOver: this.#passedOver,
    }
    return describeSheetState(this.#inspection, this.upload, this.#fields, context)
  }

  /** Once for each check: it is read many times. */
  get checkState(): CheckState | null {
    return this.#check === undefined ? null : this.#state
  }

  get #profile(): OperationProfile {
    return settingsOf(this.#settings.kept.profile, this.operation)
  }

  get #shownSheet(): ShownSheet {
    return { check: this.#check, columns: this.#columns, fields: this.#fields }
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
      redoable: this.#checker.undone.length,
      edited: this.edited.size,
      notes: this.#notes,
    }
  }
}
