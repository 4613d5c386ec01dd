import { basename, extname, join } from 'node:path'
import { type Checking, checkEdited, type EditedCheck, type EditedRow } from '../app/check-edited.ts'
import { inspectSheet, type SheetInspection } from '../app/inspect-sheet.ts'
import { mergeReading } from '../app/profile/use-profile.ts'
import { type CorrectedFile, saveCorrected } from '../app/save-corrected.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import { assess } from '../operations/assess.ts'
import { type UnitedColumn, uniteColumns } from '../pipeline/tables/united-columns.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { BatchError } from '../support/errors.ts'
import { groupProblems } from './groups.ts'
import { toPlainWords } from './plain-words.ts'
import type { CheckState, EditWish, ReadingWish, SheetState } from './protocol.ts'
import { notingLogger } from './run-words.ts'
import type { PageSettings } from './settings.ts'
import type { Upload } from './uploads.ts'

const shownRows = 40
const examplesEach = 3
const mostEdits = 10_000

/** One sheet on the page: what was understood of it, what was typed over its cells, and what is wrong with it now. */
export class SheetDesk {
  readonly upload: Upload
  readonly #settings: Pick<PageSettings, 'wishes' | 'cleaningUp'>
  /** What was said of it on the page, besides the profile. */
  #said: ReadOptions = {}
  /** Each step can be undone. */
  #steps: (readonly CellEdit[])[] = []
  #inspection: SheetInspection | undefined
  #check: EditedCheck | undefined
  #columns: readonly UnitedColumn[] = []
  #state: CheckState | null = null
  #version = 0
  /** Digests of what this desk has saved, which it may replace. */
  readonly #saved = new Set<string>()

  constructor(upload: Upload, settings: Pick<PageSettings, 'wishes' | 'cleaningUp'>) {
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

  get reading(): ReadOptions {
    return mergeReading(this.#settings.wishes, this.#said)
  }

  /** What is understood of it, and where its headings fit what is wrong with its rows. */
  async read(): Promise<void> {
    const wishes = { ...this.reading, file: this.upload.file, rows: shownRows, as: 'shown' } as const
    this.#inspection = await inspectSheet(assess, wishes)
    this.#check = undefined
    const { misfit, fitting } = this.#inspection
    if (misfit === undefined && (fitting.length < 2 || this.reading.sheets !== undefined)) await this.#recheck()
  }

  /** @throws BatchError for what cannot be read in that way; it is read as before then. */
  async readAs(wish: ReadingWish): Promise<void> {
    const before = this.#said
    const { columns, set, ...other } = wish
    this.#said = {
      ...before,
      ...other,
      columns: withoutEmpty({ ...before.columns, ...columns }),
      set: withoutEmpty({ ...before.set, ...set }),
    }
    try {
      await this.read()
    } catch (error) {
      this.#said = before
      await this.read()
      throw error
    }
  }

  async edit(wish: EditWish): Promise<void> {
    const step = wish.kind === 'cell' ? this.#oneCell(wish) : this.#equalCells(wish)
    if (step.length === 0) return
    if (this.#edits.length + step.length > mostEdits) {
      throw new BatchError('input', `more than ${mostEdits.toLocaleString('en')} cells would be corrected here`, {
        hint: 'Correct the sheet in the spreadsheet program, and open it again.',
      })
    }
    await this.#change([...this.#steps, step])
  }

  async undo(): Promise<void> {
    if (this.#steps.length > 0) await this.#change(this.#steps.slice(0, -1))
  }

  /** As it is now, in a file that a run can read. */
  async save(checking: Checking): Promise<CorrectedFile> {
    const { file, label } = this.upload
    const output = join('output', `${basename(label, extname(label))}.corrected.xlsx`)
    const wishes = { input: file, edits: this.#edits, reading: this.reading, output, own: this.#saved }
    const saved = await saveCorrected(assess, wishes, checking)
    this.#saved.add(saved.digest)
    return saved
  }

  get #edits(): readonly CellEdit[] {
    return this.#steps.flat()
  }

  async #change(steps: (readonly CellEdit[])[]): Promise<void> {
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
    this.#check = await checkEdited(assess, wishes, { logger, cleaningUp: this.#settings.cleaningUp })
    this.#columns = uniteColumns(
      this.#check.sheets.map(({ headings, fields }) => ({ headings: [...headings], fields: { ...fields } })),
    )
    this.#version += 1
    this.#state = this.#describeCheck(this.#check, notes)
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

  /** The cells that were typed into, by sheet, row and column. */
  get edited(): ReadonlySet<string> {
    return new Set(this.#edits.map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  }

  describeSheet(): SheetState | null {
    if (this.#inspection === undefined) return null
    const { inspection, shown, misfit, fitting } = this.#inspection
    const { headingRow, columns, missing } = inspection
    const { sheets, lists } = this.reading
    const below = shown.slice(findHeadings(shown, columns) + 1)
    return {
      label: this.upload.label,
      sheet: inspection.kind === 'csv' ? '' : inspection.sheet,
      fitting,
      chosen: sheets === undefined ? null : sheets === 'all' ? 'all' : [sheets].flat(),
      headingRow,
      columns: columns.map(({ heading, column, field }) => ({
        heading,
        field,
        examples: [...new Set(below.map((row) => row[column - 1] ?? ''))]
          .filter((text) => text !== '' && text !== heading)
          .slice(0, examplesEach),
      })),
      missing,
      misfit:
        misfit === undefined ? null : toPlainWords(misfit.message.replaceAll(this.upload.file, this.upload.label)),
      fields: assess.sheet.fields.map(({ name, about }) => ({
        name,
        title: about.title,
        expects: about.expects,
        values: lists?.[name] ?? about.values,
      })),
      said: {
        columns: this.#said.columns ?? {},
        set: this.#said.set ?? {},
        dateFormats: [this.#said.dateFormat ?? []].flat(),
      },
    }
  }

  /** Worked out once for each check: it is told many times. */
  get checkState(): CheckState | null {
    return this.#check === undefined ? null : this.#state
  }

  #describeCheck(check: EditedCheck, notes: readonly string[]): CheckState {
    const ready = check.rows.filter(({ isReady }) => isReady).length
    const skipped = check.rows.filter(({ isLeftOut }) => isLeftOut).length
    return {
      version: this.#version,
      rows: check.rows.length,
      ready,
      skipped,
      wrong: check.rows.length - ready - skipped,
      doubtful: check.rows.filter(({ isReady, problems }) => isReady && problems.length > 0).length,
      undoable: this.#steps.length,
      edited: this.edited.size,
      columns: this.#columns.map(({ heading, field }) => ({ heading, field: field ?? null })),
      groups: groupProblems(check.rows, this.#columns),
      notes: notes.map((note) => note.replaceAll(this.upload.file, this.upload.label)),
    }
  }
}

function withoutEmpty(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))
}

/** Which of the first rows holds most of the headings. */
function findHeadings(shown: SheetInspection['shown'], columns: SheetInspection['inspection']['columns']): number {
  const matches = (row: readonly string[]): number =>
    columns.filter(({ heading, column }) => row[column - 1] === heading).length
  return shown.findIndex((row) => matches(row) > columns.length / 2)
}
