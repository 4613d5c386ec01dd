import { type EditedCheck, type EditedRow, nameForChoice } from '../../app/check/check-sheet.ts'
import type { CorrectedFile } from '../../app/check/save-corrected.ts'
import type { DryRunPorts } from '../../app/ledger/scratch-ledger.ts'
import { find } from '../../messages/catalogue.ts'
import { findOperation } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { type MergedColumn, mergeColumns } from '../../pipeline/tables/results-sheet.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import { BatchError } from '../../support/errors.ts'
import type { CommandLineRun, WorkspaceSettings } from '../page-settings.ts'
import type { EditRequest, ReadingRequest } from '../request-schemas.ts'
import type { Upload } from '../uploads.ts'
import { listEdits, listFillEdits, requireFewEdits } from './cell-edits.ts'
import { describeChecked, mergeRefusals, type RunOutcomes } from './check-state.ts'
import { type DraftState, describeDraft, draftKeyOf, type SheetDraft } from './drafts.ts'
import { countFilled, type FilledCounts } from './filled-counts.ts'
import { IncrementalChecker } from './incremental-checker.ts'
import { RecordedState } from './recorded-state.ts'
import { dropAnswered } from './row-kinds.ts'
import { SavedSheets } from './saved-sheets.ts'
import { toValueChange } from './sheet-answers.ts'
import { SheetReading, type SheetStart } from './sheet-reading.ts'

export interface CheckState extends ReturnType<typeof describeChecked> {
  /** Grows with each check: rows read under an earlier version are out of date. */
  version: number
  undoable: number
  redoable: number
  edited: number
  notes: readonly string[]
}

export class SheetSession {
  readonly upload: Upload
  readonly operation: Operation
  /** Its draft is found again by it. */
  readonly key: string
  /** Corrections of an earlier session, as they were found. */
  readonly restored: DraftState | null
  /** What the ledger knows, for sheets of decisions. */
  readonly recorded: RecordedState | undefined
  readonly start: SheetStart
  readonly #reading: SheetReading
  readonly checker: IncrementalChecker
  /** Typed beside a problem and not used yet, by a key of the page. */
  typed: Readonly<Record<string, string>>
  check: EditedCheck | undefined
  columns: readonly MergedColumn[] = []
  #state: CheckState | null = null
  #version = 0
  #filled: FilledCounts | undefined
  #counting: Promise<unknown> = Promise.resolve()
  #notes: readonly string[] = []
  #outcomes: RunOutcomes = { refused: new Map(), sent: new Set() }
  readonly #saved: SavedSheets

  constructor(settings: WorkspaceSettings, start: SheetStart) {
    const { upload, draft } = start
    const operation = findOperation(start.task)
    this.upload = upload
    this.operation = operation
    this.key = draftKeyOf(start)
    this.restored = draft === undefined ? null : describeDraft(draft)
    this.recorded = operation.fourEyes && new RecordedState(operation, settings)
    this.typed = draft?.typed ?? {}
    this.start = start
    this.#reading = new SheetReading(settings, operation, start)
    this.#saved = new SavedSheets(upload, settings.copies)
    this.checker = new IncrementalChecker(settings, {
      operation,
      steps: draft?.steps.map((edits) => ({ edits })) ?? [],
      file: upload.file,
      reading: () => ({ ...this.reading, taught: this.#reading.found.taught }),
      onChecked: (check, notes) => this.#applyCheck(check, notes),
    })
  }

  get hasOpenRows(): boolean {
    return (this.#state?.open ?? 0) > 0
  }

  get reading(): ReadOptions {
    return this.#reading.current
  }

  get draft(): Omit<SheetDraft, 'at'> {
    const { upload, task, digest } = this.start
    const { typed } = this
    const steps = this.checker.steps.map(({ edits }) => [...edits]).filter((edits) => edits.length > 0)
    return { ...this.#reading.draft, task, digest, upload, typed, steps }
  }

  /** @throws BatchError for a sheet that cannot be read in this way: what was known of it stays */
  async read(): Promise<void> {
    await this.checker.waitUntilIdle()
    const before = { found: this.#reading.found, check: this.check }
    try {
      const isReadable = await this.#reading.inspect()
      this.check = undefined
      if (!isReadable) return
      await this.checker.checkAll()
      await this.#counting
      await this.loadRecorded()
    } catch (error) {
      const asksForHidden = error instanceof BatchError && error.remedy?.kind === 'hidden'
      this.#reading.found = asksForHidden ? { ...this.#reading.found, asksForHidden } : before.found
      if (asksForHidden) return
      this.check = before.check
      throw error
    }
  }

  /** @throws BatchError for a sheet that cannot be read in this way; the earlier options stay in force */
  async readAs(request: ReadingRequest): Promise<void> {
    const { columns = {}, set = {}, dateFormat, isKept: _, ...choices } = request
    const before = this.#reading.options
    // A setting for values, given while rows are shown, is an undoable step like an edit.
    const setting = this.#reading.createSetting(request)
    const isStep = this.check !== undefined && Object.keys(columns).length + Object.keys(choices).length === 0
    const isTakenBack = Object.values(set).includes('') || dateFormat?.length === 0
    if (isStep && !isTakenBack) return this.checker.add({ edits: [], setting })
    this.#reading.options = { ...before, ...choices }
    setting(true)
    try {
      await this.read()
    } catch (error) {
      this.#reading.options = before
      setting(false)
      throw error
    }
  }

  /** All answers about it, now and later, are for later sheets too; or later ones no more. */
  async keepAnswers(isKept: boolean): Promise<void> {
    this.#reading.isKept = isKept
    const { columns, set, dateFormats, values = {} } = this.#reading.own
    if (!isKept) return
    this.#reading.createProfileSetting({ values })(true)
    await this.readAs({ columns, set, ...(dateFormats.length > 0 ? { dateFormat: [...dateFormats] } : {}), isKept })
  }

  async edit(request: EditRequest): Promise<void> {
    const edits = listEdits(this, request)
    if (edits.length === 0) return
    const learned = toValueChange(request, this.columns, this.#reading.found.fields)
    if (learned === undefined) await this.#addEdits(edits)
    else await this.checker.add({ edits: [], setting: this.#reading.createProfileSetting(learned) })
  }

  /**
   * Writes the same values into several rows, by field.
   * @throws BatchError for a field without a column in the sheet
   */
  async fill(rows: readonly EditedRow[], values: Readonly<Record<string, string>>): Promise<void> {
    await this.#addEdits(listFillEdits(this, rows, values))
  }

  async chooseRows(chosen: readonly EditedRow[], isSent: boolean): Promise<void> {
    const { sheets = [] } = this.check ?? {}
    const list = (nameOf: (sheet: (typeof sheets)[number]) => string) =>
      chosen.flatMap(({ sheet, number }) =>
        sheets.slice(sheet, sheet + 1).map((of) => ({ sheet: nameOf(of), row: number })),
      )
    if (chosen.length === 0) return
    const setting = this.#reading.createRowChoice(list(nameForChoice), isSent)
    await this.checker.add({ edits: [], setting, rows: list(({ name }) => name) })
  }

  async #addEdits(edits: readonly CellEdit[]): Promise<void> {
    if (edits.length === 0) return
    requireFewEdits(this.checker.edits.length + edits.length)
    await this.checker.add({ edits })
  }

  /** @throws BatchError `usage` while rows look cancelled and a person has not said what is to become of them */
  requireAnswers(): void {
    const { cancelled = 0 } = this.#state ?? {}
    if (cancelled > 0) throw new BatchError('usage', find('cancelled-unanswered', { count: cancelled }))
  }

  async save(ports: DryRunPorts): Promise<CorrectedFile> {
    const check = await this.checker.settle()
    const { steps, edits } = this.checker
    const known = check && { check, digest: this.start.digest }
    return this.#saved.save(this.operation, { edits, reading: this.reading, known }, steps, ports)
  }

  saveAnswers(saved: CorrectedFile): Omit<CommandLineRun, 'operation' | 'file'> {
    return { sheets: this.#reading.options.sheets, ...this.#saved.saveAnswers(this.#reading.own, saved) }
  }

  async loadRecorded(): Promise<void> {
    if (this.recorded === undefined || this.check === undefined) return
    await this.recorded.load(this.check.rows)
    this.#updateState(this.check)
  }

  /** Shows the service's refusals in their cells, and counts what was sent, until the row is changed. */
  showOutcomes(outcomes: RunOutcomes): void {
    this.#outcomes = outcomes
    if (this.check !== undefined) this.#updateState(this.check)
  }

  /** Digests of requests that nothing sends again by itself. */
  get sent(): ReadonlySet<string> {
    return this.#outcomes.sent
  }

  /** Edited cells by worksheet, row and column. */
  get edited(): ReadonlySet<string> {
    return new Set(this.checker.edits.map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  }

  describeSheet() {
    return this.#reading.describe(this.check && this.#filled)
  }

  get checkState() {
    return this.check === undefined ? null : this.#state
  }

  #applyCheck(check: EditedCheck, notes: readonly string[] | undefined): void {
    const columns = mergeColumns(
      check.sheets.map(({ headings, fields }) => ({ headings: [...headings], fields: { ...fields } })),
    )
    this.columns = this.recorded?.orderColumns(columns) ?? columns
    if (notes !== undefined) this.#counting = countFilled(check.rows, this).then((counts) => (this.#filled = counts))
    this.#notes = notes?.map((note) => note.replaceAll(this.upload.file, this.upload.label)) ?? this.#notes
    this.#updateState(check)
  }

  #updateState(check: EditedCheck): void {
    const { sendAnyway } = this.#reading.own
    this.check = {
      ...check,
      rows: dropAnswered(mergeRefusals(check, this.#outcomes.refused), check, sendAnyway, this.sent),
    }
    this.#version += 1
    this.#state = {
      ...describeChecked(this.check, this),
      version: this.#version,
      undoable: this.checker.steps.length,
      redoable: this.checker.undone.length,
      edited: this.edited.size,
      notes: this.#notes,
    }
  }
}
