import { inspectSheet, type SheetInspection } from '../../app/check/inspect-sheet.ts'
import { settingsOf } from '../../app/profile/profile.ts'
import type { ProfileChange, ProfileStore } from '../../app/profile/profile-store.ts'
import { decisionStatuses, requiredActors } from '../../contract/decision.ts'
import { wordMessage } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { KeptAnswers, ReadingRequest } from '../request-schemas.ts'
import type { Upload } from '../uploads.ts'
import { pageFace, toFieldTitle } from '../user-messages.ts'
import type { SheetDraft } from './drafts.ts'
import type { UndoableSetting } from './incremental-checker.ts'
import { addAnswers, applyAnswers, noAnswers, recallAnswers, type SheetAnswers } from './sheet-answers.ts'

const shownRows = 40
const maxExamples = 3

/** What a session begins with. */
export interface SheetStart extends Pick<SheetDraft, 'task' | 'upload' | 'digest'> {
  /** Corrections of an earlier session. */
  draft?: SheetDraft | undefined
  /** Worksheets that are known to be meant. */
  sheets?: readonly { name: string }[] | undefined
  /** What a run about the same content was told, and when. */
  run?: { at: number; answers: KeptAnswers } | undefined
}

/** What is known of a sheet before its rows are checked. */
interface Found {
  inspection: SheetInspection | undefined
  fields: ReturnType<typeof describeFields>
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
  /** Start of the run whose answers were taken over. */
  readonly #answeredAt: number | null
  /** Each answer is for later sheets, too. */
  isKept = false
  options: Pick<ReadingRequest, 'sheets' | 'hidden'> = {}
  found: Found = { inspection: undefined, fields: [], passedOver: new Set(), asksForHidden: false }

  constructor(kept: ProfileStore, operation: Operation, { upload, draft, sheets = [], run }: SheetStart) {
    this.#upload = upload
    this.#operation = operation
    this.#kept = kept
    const recalled = run && recallAnswers(run.answers, kept.reading(operation))
    this.own = draft?.answers ?? recalled?.own ?? noAnswers
    const own = draft?.options ?? recalled?.options
    this.options = { ...(sheets.length > 0 && { sheets: sheets.map(({ name }) => name) }), ...own }
    this.#answeredAt = run !== undefined && this.hasOwn ? run.at : null
  }

  get current(): ReadOptions {
    return this.#readWithout(this.found.passedOver)
  }

  #readWithout(headings: ReadonlySet<string>): ReadOptions {
    return { ...applyAnswers(this.#kept.reading(this.#operation), this.own, headings), ...this.options }
  }

  get draft(): Pick<SheetDraft, 'options' | 'answers'> {
    return { options: this.options, answers: { ...this.own, dateFormats: [...this.own.dateFormats] } }
  }

  get hasOwn(): boolean {
    return [...Object.values(this.own), this.options].some((answers) => Object.keys(answers ?? {}).length > 0)
  }

  get #profile(): OperationProfile {
    return settingsOf(this.#kept.profile, this.#operation)
  }

  createSetting(request: ReadingRequest): UndoableSetting {
    const headings = this.found.inspection?.inspection.columns.map(({ heading }) => heading) ?? []
    const { own, change } = addAnswers(this.own, { isKept: this.isKept, ...request }, headings, this.#profile)
    return this.createProfileSetting(change, own)
  }

  /** Undone after later answers about headings, it leaves these. */
  createProfileSetting(change: ProfileChange, own = this.own): UndoableSetting {
    const before = this.own
    let reverse: ProfileChange = {}
    return (isApplied) => {
      const reversed = this.#kept.change(this.#operation, isApplied ? change : reverse)
      if (isApplied) reverse = reversed
      const [to, from] = isApplied ? [own, before] : [before, own]
      this.own = to.columns === from.columns ? { ...to, columns: this.own.columns } : to
    }
  }

  /** Returns whether its rows can be checked. @throws BatchError for a sheet that cannot be read in this way */
  async inspect(): Promise<boolean> {
    const look = (absent: ReadonlySet<string>): Promise<SheetInspection> => {
      const asked = { ...this.#readWithout(absent), file: this.#upload.file, rows: shownRows, as: 'shown' } as const
      return inspectSheet(this.#operation, asked)
    }
    const first = await look(new Set())
    const passedOver = new Set(first.absent)
    const inspection = passedOver.size > 0 ? await look(passedOver) : first
    const fields = describeFields(this.#operation, this.#readWithout(passedOver))
    this.found = { inspection, fields, passedOver, asksForHidden: false }
    return inspection.misfit === undefined && (inspection.fitting.length <= 1 || this.current.sheets !== undefined)
  }

  askForHidden(): void {
    this.found = { ...this.found, asksForHidden: true }
  }

  /** Null before the first look. */
  describe() {
    const { inspection: found, passedOver, fields, asksForHidden } = this.found
    if (found === undefined) return null
    const { inspection, shown, misfit, fitting, doubled } = found
    const { headingRow, columns, missing } = inspection
    const { file, label } = this.#upload
    const kept = this.#profile
    const below = shown.slice(findHeadingIndex(shown, columns) + 1)
    return {
      /** The user's own name of the file. */
      label,
      /** Empty for CSV. */
      sheet: inspection.kind === 'csv' ? '' : inspection.sheet,
      /** Worksheets whose headings fit. */
      fitting,
      /** The user's choice of worksheets to be read as one. */
      chosen: describeChosen(this.options.sheets, fitting),
      headingRow,
      /** `filled`: of the first rows, those that have a value. */
      columns: columns.map(({ heading, column, field }) => ({
        heading,
        field,
        examples: [...new Set(below.map((row) => row[column - 1] ?? ''))]
          .filter((text) => text !== '' && text !== heading)
          .slice(0, maxExamples),
        filled: below.filter((row) => (row[column - 1] ?? '') !== '').length,
      })),
      /** Number of first rows that `filled` counts. */
      sampled: below.length,
      /** Fields that several columns claim. */
      doubled,
      /** Headings that are remembered from other sheets and absent here: passed over. */
      absent: [...passedOver],
      missing,
      /** A problem with the headings other than missing ones. */
      misfit:
        misfit === undefined || misfit.isAskable
          ? null
          : (wordMessage(misfit, pageFace)?.text.replaceAll(file, label) ?? null),
      /** The sheet has hidden rows, and the user has not chosen yet how to treat them. */
      asksForHidden,
      fields,
      /** Answers that can be taken back: those of the profile, and those for this sheet alone. */
      kept: { columns: kept.columns ?? {}, set: kept.set ?? {}, dateFormats: [kept.dateFormats ?? []].flat() },
      own: this.own,
      answeredAt: this.#answeredAt,
      isKept: this.isKept,
    }
  }
}

/** Each fitting one is the same as all. */
function describeChosen(sheets: ReadOptions['sheets'], fitting: readonly string[]): readonly string[] | 'all' | null {
  if (sheets === undefined) return null
  const chosen = [sheets].flat()
  const isAll = sheets === 'all' || (fitting.length > 1 && fitting.every((name) => chosen.includes(name)))
  return isAll ? 'all' : chosen
}

function describeFields(
  { sheet: { fields }, request: { identifyingFields } }: Pick<Operation, 'sheet' | 'request'>,
  { lists }: Pick<ReadOptions, 'lists'>,
) {
  return fields.map(({ name, about }) => ({
    name,
    title: toFieldTitle(name),
    /** All accepted values, where they are known. */
    values: lists?.[name] ?? about.values,
    /** The usual value for a sheet without such a column; empty where there is none. */
    usual: about.usual ?? '',
    /** Each row has its own: one value for all of them means nothing. */
    isIdentifying: name === identifyingFields[0],
    /** A replacement for one of its values can be kept for other sheets. */
    isKeepable: about.kind === 'choice' || about.kind === 'listed',
    /** The decisions that need or may name the person of this field; empty for all other fields. */
    forStatus: decisionStatuses.filter((status) => requiredActors[status].some((actor) => actor === name)),
  }))
}

function findHeadingIndex(shown: SheetInspection['shown'], columns: SheetInspection['inspection']['columns']): number {
  const matches = (row: readonly string[]): number =>
    columns.filter(({ heading, column }) => row[column - 1] === heading).length
  return shown.findIndex((row) => matches(row) > columns.length / 2)
}
