import { inspectSheet, type SheetInspection } from '../../app/check/inspect-sheet.ts'
import type { ProfileChange } from '../../app/profile/change-profile.ts'
import { settingsOf } from '../../app/profile/profile.ts'
import type { ProfileStore } from '../../app/profile/profile-store.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { FieldState, SheetAnswers, SheetState } from '../protocol/protocol.ts'
import type { ReadingRequest } from '../request-schemas.ts'
import type { Upload } from '../uploads.ts'
import { describeFields, describeSheetState } from './describe-sheet.ts'
import type { SheetDraft } from './draft.ts'
import type { UndoableSetting } from './incremental-checker.ts'
import { addAnswers, applyAnswers, noAnswers } from './sheet-answers.ts'

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

/** How a sheet is read: its worksheets, its columns, and the answers about them, its own and those for all sheets. */
export class SheetReading {
  readonly #upload: Upload
  readonly #operation: Operation
  readonly #kept: ProfileStore
  own: SheetAnswers
  options: Pick<ReadingRequest, 'sheets' | 'hidden'> = {}
  found: Found = { inspection: undefined, fields: [], passedOver: new Set(), asksForHidden: false }

  constructor(upload: Upload, operation: Operation, { kept, draft, sheets = [] }: ReadingStart) {
    this.#upload = upload
    this.#operation = operation
    this.#kept = kept
    this.own = draft?.answers ?? noAnswers
    this.options = { ...(sheets.length > 0 && { sheets: sheets.map(({ name }) => name) }), ...draft?.options }
  }

  get current(): ReadOptions {
    const reading = applyAnswers(this.#kept.reading(this.#operation), this.own, this.found.passedOver)
    return { ...reading, ...this.options }
  }

  get draft(): Pick<SheetDraft, 'options' | 'answers'> {
    return { options: this.options, answers: { ...this.own, dateFormats: [...this.own.dateFormats] } }
  }

  get #profile(): OperationProfile {
    return settingsOf(this.#kept.profile, this.#operation)
  }

  createSetting(request: Omit<ReadingRequest, 'sheets' | 'hidden'>): UndoableSetting {
    const headings = this.found.inspection?.inspection.columns.map(({ heading }) => heading) ?? []
    const { own, change } = addAnswers(this.own, request, headings, this.#profile)
    return this.createProfileSetting(change, own)
  }

  /** Undone after later answers about headings, it leaves these. */
  createProfileSetting(change: ProfileChange, own = this.own): UndoableSetting {
    const before = this.own
    const answer = (to: SheetAnswers, from: SheetAnswers): void => {
      this.own = to.columns === from.columns ? { ...to, columns: this.own.columns } : to
    }
    let reverse: ProfileChange = {}
    return {
      apply: () => {
        reverse = this.#kept.change(this.#operation, change)
        answer(own, before)
      },
      revert: () => {
        this.#kept.change(this.#operation, reverse)
        answer(before, own)
      },
    }
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
    const about = { ...found, kept: this.#profile, own: this.own, absent: [...passedOver] }
    return describeSheetState(inspection, this.#upload, this.current, about)
  }

  #inspect(): Promise<SheetInspection> {
    return inspectSheet(this.#operation, { ...this.current, file: this.#upload.file, rows: shownRows, as: 'shown' })
  }
}
