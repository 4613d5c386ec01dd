import { basename, extname, join, resolve } from 'node:path'
import { type Checking, checkEdited, type EditedCheck, type EditedRow } from '../app/check-edited.ts'
import { inspectSheet, type SheetInspection } from '../app/inspect-sheet.ts'
import type { ProfileChange } from '../app/profile/change-profile.ts'
import { settingsOf } from '../app/profile/profile.ts'
import { type CorrectedFile, saveCorrected } from '../app/save-corrected.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import { assess } from '../operations/assess.ts'
import { digestOf } from '../pipeline/earlier-output/keep-edited.ts'
import { type UnitedColumn, uniteColumns } from '../pipeline/tables/united-columns.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { BatchError } from '../support/errors.ts'
import { countUp, describeFields, describeUnderstood } from './describe-sheet.ts'
import type { CheckState, EditWish, FieldState, ReadingWish, SheetState } from './protocol.ts'
import { type Refusals, withRefusals } from './refusals.ts'
import { notingLogger } from './run-words.ts'
import type { PageSettings } from './settings.ts'
import type { Upload } from './uploads.ts'

const shownRows = 40
const mostEdits = 10_000

/** What can be undone at once: cells that were typed into, or what the profile has learned. */
interface Step {
  edits: readonly CellEdit[]
  reverse?: ProfileChange
}

export type DeskSettings = Pick<PageSettings, 'kept' | 'cleaningUp'>

/** One sheet on the page: what was understood of it, what was typed over its cells, and what is wrong with it now. */
export class SheetDesk {
  readonly upload: Upload
  readonly #settings: DeskSettings
  /** Worksheets that somebody has chosen; what else is said of a sheet holds for others too, and is kept in the profile. */
  #chosen: ReadingWish['sheets']
  #steps: readonly Step[] = []
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

  constructor(upload: Upload, settings: DeskSettings) {
    this.upload = upload
    this.#settings = settings
  }

  get check(): EditedCheck | undefined {
    return this.#check
  }

  get columns(): readonly UnitedColumn[] {
    return this.#columns
  }

  get version(): number {
    return this.#version
  }

  /** Undefined: nobody has chosen one. */
  get chosen(): ReadingWish['sheets'] {
    return this.#chosen
  }

  get reading(): ReadOptions {
    const kept = this.#settings.kept.reading(assess)
    return this.#chosen === undefined ? kept : { ...kept, sheets: this.#chosen }
  }

  /** What is understood of it, and where its headings fit what is wrong with its rows. */
  async read(): Promise<void> {
    const wishes = { ...this.reading, file: this.upload.file, rows: shownRows, as: 'shown' } as const
    this.#inspection = await inspectSheet(assess, wishes)
    this.#fields = describeFields(assess, this.reading)
    this.#check = undefined
    const { misfit, fitting } = this.#inspection
    if (misfit === undefined && (fitting.length < 2 || this.reading.sheets !== undefined)) await this.#recheck()
  }

  /** @throws BatchError for what cannot be read in that way; it is read as before then, and nothing is kept. */
  async readAs({ sheets, columns = {}, set = {}, dateFormat }: ReadingWish): Promise<void> {
    const before = this.#chosen
    this.#chosen = sheets ?? before
    const change: ProfileChange = {
      columns: { ...this.#freed(Object.values(columns)), ...orTakenBack(columns) },
      set: orTakenBack(set),
      ...(dateFormat === undefined ? {} : { dateFormats: dateFormat }),
    }
    const reverse = this.#settings.kept.change(assess, change)
    try {
      await this.read()
    } catch (error) {
      this.#chosen = before
      this.#settings.kept.change(assess, reverse)
      await this.read()
      throw error
    }
  }

  async edit(wish: EditWish): Promise<void> {
    const edits = wish.kind === 'cell' ? this.#oneCell(wish) : this.#equalCells(wish)
    if (edits.length === 0) return
    const learned = wish.kind === 'all' && wish.isKept === true ? this.#learn(wish) : undefined
    if (learned !== undefined) return this.#change([...this.#steps, { edits: [], reverse: learned }])
    if (this.#edits.length + edits.length > mostEdits) {
      throw new BatchError('input', `more than ${mostEdits.toLocaleString('en')} cells would be corrected here`, {
        hint: 'Correct the sheet in the spreadsheet program, and open it again.',
      })
    }
    await this.#change([...this.#steps, { edits }])
  }

  async undo(): Promise<void> {
    const last = this.#steps.at(-1)
    if (last === undefined) return
    if (last.reverse !== undefined) this.#settings.kept.change(assess, last.reverse)
    await this.#change(this.#steps.slice(0, -1))
  }

  /** As it is now, in a file that a run can read. */
  async save(checking: Checking): Promise<CorrectedFile> {
    const { file, label } = this.upload
    const name = basename(label, extname(label)).replace(/\.corrected$/, '')
    const output = join('output', `${name}.corrected.xlsx`)
    // An earlier corrected sheet of ours that was opened again.
    if (resolve(file) === resolve(output)) this.#saved.add((await digestOf(file)) ?? '')
    const wishes = { input: file, edits: this.#edits, reading: this.reading, output, own: this.#saved }
    const saved = await saveCorrected(assess, wishes, checking)
    this.#saved.add(saved.digest)
    return saved
  }

  /** What the service refused of it: shown where it stands, until the row is another one. */
  noteRefusals(refusals: Refusals): void {
    this.#refusals = refusals
    if (this.#check !== undefined) this.#show(this.#check)
  }

  /** The cells that were typed into, by sheet, row and column. */
  get edited(): ReadonlySet<string> {
    return new Set(this.#edits.map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  }

  describeSheet(): SheetState | null {
    if (this.#inspection === undefined) return null
    const said = { reading: this.reading, kept: settingsOf(this.#settings.kept.profile, assess) }
    return describeUnderstood(this.#inspection, this.upload, this.#fields, said)
  }

  /** Worked out once for each check: it is told many times. */
  get checkState(): CheckState | null {
    return this.#check === undefined ? null : this.#state
  }

  get #edits(): readonly CellEdit[] {
    return this.#steps.flatMap(({ edits }) => edits)
  }

  /** Headings of this sheet that stood for fields which are given to other columns now. */
  #freed(fields: readonly string[]): Record<string, null> {
    const here = new Set(this.#inspection?.inspection.columns.map(({ heading }) => heading))
    const said = Object.entries(settingsOf(this.#settings.kept.profile, assess).columns ?? {})
    const freed = said.filter(([heading, field]) => here.has(heading) && fields.includes(field))
    return Object.fromEntries(freed.map(([heading]) => [heading, null]))
  }

  /** Keeps what a text means for all sheets, where its field has a list of values; what takes it back. */
  #learn({ column, written, text }: Extract<EditWish, { kind: 'all' }>): ProfileChange | undefined {
    const field = this.#columns[column]?.field
    if (this.#fields.find(({ name }) => name === field)?.isKeepable !== true || field === undefined) return undefined
    return this.#settings.kept.change(assess, { values: { [field]: { [written]: text } } })
  }

  async #change(steps: readonly Step[]): Promise<void> {
    const before = this.#steps
    this.#steps = steps
    try {
      await this.#recheck()
    } catch (error) {
      this.#steps = before
      throw error
    }
  }

  async #recheck(): Promise<void> {
    const notes: string[] = []
    const logger = notingLogger(notes)
    const wishes = { input: this.upload.file, edits: this.#edits, reading: this.reading }
    const check = await checkEdited(assess, wishes, { logger, cleaningUp: this.#settings.cleaningUp })
    this.#columns = uniteColumns(
      check.sheets.map(({ headings, fields }) => ({ headings: [...headings], fields: { ...fields } })),
    )
    this.#notes = notes.map((note) => note.replaceAll(this.upload.file, this.upload.label))
    this.#show(check)
  }

  #show(check: EditedCheck): void {
    this.#check = { ...check, rows: withRefusals(check, this.#refusals) }
    this.#version += 1
    this.#state = {
      ...countUp(this.#check, this.#columns),
      version: this.#version,
      undoable: this.#steps.length,
      edited: this.edited.size,
      notes: this.#notes,
    }
  }

  #oneCell({ sheet, line, column, text }: Extract<EditWish, { kind: 'cell' }>): CellEdit[] {
    const row = this.#check?.rows.find((each) => each.sheet === sheet && each.number === line)
    return row === undefined ? [] : this.#editOf(row, column, text)
  }

  #editOf(row: EditedRow, column: number, text: string): CellEdit[] {
    const at = this.#columns[column]?.indexes[row.sheet]
    const sheet = this.#check?.sheets[row.sheet]?.name
    if (at === undefined || sheet === undefined || row.texts[at] === text) return []
    return [{ sheet, row: row.number, column: at, text }]
  }

  /** The cells of a column that are wrong and hold the same. */
  #equalCells({ column, written, text }: Extract<EditWish, { kind: 'all' }>): CellEdit[] {
    const rows = this.#check?.rows ?? []
    return rows.flatMap((row) => {
      const at = this.#columns[column]?.indexes[row.sheet]
      const isMeant =
        at !== undefined && row.texts[at] === written && row.problems.some(({ problem }) => problem.column === at)
      return isMeant ? this.#editOf(row, column, text) : []
    })
  }
}

/** An empty text takes back what was said. */
function orTakenBack(entries: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, value === '' ? null : value]))
}
