import { inspectSheet, type SheetInspection } from '../../app/check/inspect-sheet.ts'
import type { ProfileStore } from '../../app/profile/profile-store.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { FieldState, SheetState } from '../protocol/protocol.ts'
import type { ReadingRequest } from '../request-schemas.ts'
import type { Upload } from '../uploads.ts'
import { AnswerBook } from './answer-book.ts'
import { describeFields, describeSheetState } from './describe-sheet.ts'
import type { SheetDraft } from './draft.ts'

const shownRows = 40

export interface ReadingStart {
  kept: ProfileStore
  /** Corrections of an earlier session. */
  draft?: SheetDraft | undefined
  /** Worksheets that are known to be meant. */
  sheets?: readonly { name: string }[] | undefined
}

/** What is known of a sheet before its rows are checked. */
interface Found {
  inspection: SheetInspection | undefined
  fields: readonly FieldState[]
  /** Remembered headings that this sheet does not have. */
  passedOver: ReadonlySet<string>
  asksForHidden: boolean
}

/** How a sheet is read: its worksheets, its columns, and the answers about them. */
export class SheetReading {
  readonly #upload: Upload
  readonly #operation: Operation
  readonly answers: AnswerBook
  options: Pick<ReadingRequest, 'sheets' | 'hidden'> = {}
  found: Found = { inspection: undefined, fields: [], passedOver: new Set(), asksForHidden: false }

  constructor(upload: Upload, operation: Operation, { kept, draft, sheets = [] }: ReadingStart) {
    this.#upload = upload
    this.#operation = operation
    this.answers = new AnswerBook(operation, kept, draft?.answers)
    this.options = { ...(sheets.length > 0 && { sheets: sheets.map(({ name }) => name) }), ...draft?.options }
  }

  get current(): ReadOptions {
    return { ...this.answers.reading(this.found.passedOver), ...this.options }
  }

  get draft(): Pick<SheetDraft, 'options' | 'answers'> {
    const { own } = this.answers
    return { options: this.options, answers: { ...own, dateFormats: [...own.dateFormats] } }
  }

  get headings(): string[] {
    return this.found.inspection?.inspection.columns.map(({ heading }) => heading) ?? []
  }

  /** Returns whether its rows can be checked. @throws BatchError for a sheet that cannot be read in this way */
  async inspect(): Promise<boolean> {
    const before = this.found
    this.found = { ...before, passedOver: new Set() }
    try {
      const first = await this.#inspect()
      const passedOver = new Set(first.absent)
      this.found = { ...before, passedOver }
      const inspection = passedOver.size > 0 ? await this.#inspect() : first
      const fields = describeFields(this.#operation, this.current)
      this.found = { inspection, fields, passedOver, asksForHidden: false }
      return inspection.misfit === undefined && (inspection.fitting.length <= 1 || this.current.sheets !== undefined)
    } catch (error) {
      this.found = before
      throw error
    }
  }

  askForHidden(): void {
    this.found = { ...this.found, asksForHidden: true }
  }

  describe(): SheetState | null {
    const { inspection, passedOver, ...found } = this.found
    if (inspection === undefined) return null
    const { kept, own } = this.answers
    return describeSheetState(inspection, this.#upload, this.current, { ...found, kept, own, absent: [...passedOver] })
  }

  #inspect(): Promise<SheetInspection> {
    return inspectSheet(this.#operation, { ...this.current, file: this.#upload.file, rows: shownRows, as: 'shown' })
  }
}
