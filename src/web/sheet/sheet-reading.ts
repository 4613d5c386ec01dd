import type { ColumnSurvey } from '../../app/check/guess-fields.ts'
import { inspectSheet, type SheetInspection } from '../../app/check/inspect-sheet.ts'
import { readTaughtFields, type TaughtFields } from '../../app/check/taught-fields.ts'
import type { PlannedUndo } from '../../app/four-eyes/undo-run.ts'
import { settingsOf } from '../../app/profile/profile.ts'
import type { ProfileChange, ProfileStore } from '../../app/profile/profile-store.ts'
import type { RecalledAnswers } from '../../app/profile/recall-answers.ts'
import { decisionStatuses, requiredActors } from '../../contract/decision.ts'
import { wordMessage } from '../../messages/catalogue.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { PageSettings } from '../page-settings.ts'
import type { ReadingRequest } from '../request-schemas.ts'
import type { Upload } from '../uploads.ts'
import { pageFace, toFieldTitle } from '../user-messages.ts'
import type { SheetAnswers, SheetDraft } from './drafts.ts'
import type { FilledCounts } from './filled-counts.ts'
import type { UndoableSetting } from './incremental-checker.ts'
import { addAnswers, applyAnswers, chooseRows, noAnswers } from './sheet-answers.ts'

const shownRows = 40
/** First rows among which a person chooses the headings, and their cells. */
const pickedRows = 6
const rowsBelowHeadings = 3
const pickedCells = 12
const maxExamples = 3

export interface SheetStart extends Pick<SheetDraft, 'task' | 'upload' | 'digest'> {
  draft?: SheetDraft | undefined
  /** Worksheets that are known to be meant. */
  sheets?: readonly { name: string }[] | undefined
  /** What a run about it was told. */
  run?: RecalledAnswers | undefined
  /** Made from the log of this run: nothing that is remembered of other sheets is for it. */
  undo?: PlannedUndo | undefined
}

/** What is known when a sheet is opened. */
export type OpenedFor = Pick<SheetStart, 'sheets' | 'undo'> & { id?: number | undefined; others?: readonly Upload[] }

/** What is known of a sheet before its rows are checked. */
interface Found {
  inspection: SheetInspection | undefined
  fields: ReturnType<typeof describeFields>
  /** Remembered headings that this sheet does not have. */
  passedOver: ReadonlySet<string>
  asksForHidden: boolean
  taught: TaughtFields
}

/** How a sheet is read: its worksheets, its columns, and the answers about them, its own and those for all sheets. */
export class SheetReading {
  readonly #upload: Upload
  readonly #operation: Operation
  readonly #kept: ProfileStore
  readonly #readKept: () => ReadOptions
  readonly #readTaught: () => Promise<TaughtFields>
  own: SheetAnswers
  /** Start of the run whose answers were taken over. */
  readonly #answeredAt: number | null
  /** Each answer is for later sheets, too. */
  isKept = false
  options: Pick<ReadingRequest, 'sheets' | 'hidden' | 'encoding' | 'delimiter' | 'headingRow'> = {}
  readonly #surveys = new Map<string, ColumnSurvey>()
  found: Found = { inspection: undefined, fields: [], passedOver: new Set(), asksForHidden: false, taught: new Map() }

  constructor(settings: PageSettings, operation: Operation, { upload, draft, sheets = [], run, undo }: SheetStart) {
    const { kept, run: connection } = settings
    const target = { address: connection.destination.address, company: connection.company }
    this.#readTaught = () => readTaughtFields(connection, target, operation)
    this.#upload = upload
    this.#operation = operation
    this.#kept = kept
    this.#readKept = () => (undo === undefined ? kept.reading(operation) : {})
    this.own = draft?.answers ?? run?.own ?? noAnswers
    const named = sheets.length > 0 && { sheets: sheets.map(({ name }) => name) }
    this.options = { ...named, ...(draft?.options ?? run?.options) }
    this.#answeredAt = (draft === undefined && run?.at) || null
  }

  get current(): ReadOptions {
    return this.#readWithout(this.found.passedOver)
  }

  #readWithout(headings: ReadonlySet<string>): ReadOptions {
    return { ...applyAnswers(this.#readKept(), this.own, headings), ...this.options }
  }

  get draft(): Pick<SheetDraft, 'options' | 'answers'> {
    return { options: this.options, answers: this.own }
  }

  get #profile(): OperationProfile {
    return settingsOf(this.#kept.profile, this.#operation)
  }

  createSetting(request: ReadingRequest): UndoableSetting {
    const headings = this.found.inspection?.inspection.columns.map(({ heading }) => heading) ?? []
    const { own, change } = addAnswers(this.own, { isKept: this.isKept, ...request }, headings, this.#profile)
    return this.createProfileSetting(change, own)
  }

  createRowChoice(rows: Parameters<typeof chooseRows>[1], isSent: boolean): UndoableSetting {
    const { leftOut, sendAnyway } = this.own
    const next = chooseRows(this.own, rows, isSent)
    return (isApplied) => {
      this.own = { ...this.own, ...(isApplied ? next : { leftOut, sendAnyway }) }
    }
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
    const look = (absent: ReadonlySet<string>, row?: number): Promise<SheetInspection> => {
      const asked = { file: this.#upload.file, rows: shownRows, as: 'shown', surveys: this.#surveys } as const
      const reading = { ...this.#readWithout(absent), ...(row !== undefined && { headingRow: row }) }
      return inspectSheet(this.#operation, { ...reading, ...asked })
    }
    const passedOver = new Set<string>()
    let inspection = await look(passedOver)
    let row: number | undefined
    // A look tells of remembered headings that are not there, or that no row is known: then the fullest is looked at.
    while (inspection.absent.length > 0 || (row === undefined && inspection.fullestRow !== undefined)) {
      for (const heading of inspection.absent) passedOver.add(heading)
      row = inspection.fullestRow ?? row
      inspection = await look(passedOver, row)
    }
    // Where the ledger cannot be read, its run says why.
    const taught = await this.#readTaught().catch(() => new Map())
    const fields = describeFields(this.#operation, this.#readWithout(passedOver), taught)
    this.found = { inspection, fields, passedOver, asksForHidden: false, taught }
    const isChosen = inspection.fitting.length <= 1 || this.current.sheets !== undefined
    return inspection.misfit === undefined && isChosen && inspection.inspection.doubt === null
  }

  /** Null before the first look. `counts`: of a sheet that was checked. */
  describe(counts: FilledCounts | undefined) {
    const { inspection: found, passedOver, fields, asksForHidden } = this.found
    if (found === undefined) return null
    const { inspection, shown, misfit, fitting, doubled, guesses, survey } = found
    const { headingRow, columns, missing, encoding, doubt, delimiter } = inspection
    const { file, label } = this.#upload
    const kept = this.#profile
    const { leftOut: _, sendAnyway: __, ...own } = this.own
    const below = shown.filter(({ number }) => number > (headingRow ?? 0))
    const filledIn = counts?.filled ?? new Map(survey?.columns.map(({ heading, filled }) => [heading, filled]))
    const texts = shown.flatMap((row) => row.texts)
    return {
      /** The user's own name of the file. */
      label,
      /** Empty for CSV. */
      sheet: inspection.kind === 'csv' ? '' : inspection.sheet,
      sheets: inspection.sheets,
      fitting,
      chosen: describeChosen(this.options.sheets, fitting),
      /** Of a CSV file, with texts that prove it. */
      text: encoding === null ? null : { encoding, doubt, delimiter, proof: listUnusual(texts) },
      headingRow,
      /** Rows of which one has the headings. */
      firstRows: shown
        .filter(({ number }) => number <= Math.max(pickedRows, (headingRow ?? 0) + rowsBelowHeadings))
        .map((row) => ({ ...row, texts: row.texts.slice(0, pickedCells) })),
      columns: columns.map(({ heading, column, field }) => ({
        heading,
        field,
        examples: [...new Set(below.map((row) => row.texts[column - 1] ?? ''))]
          .filter((text) => text !== '' && text !== heading)
          .slice(0, maxExamples),
        filled: filledIn.get(heading) ?? null,
      })),
      /** Number of rows that `filled` counts. */
      rows: counts?.rows ?? survey?.rows ?? 0,
      guesses,
      /** Fields that several columns claim. */
      doubled,
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
      own,
      answeredAt: this.#answeredAt,
      isKept: this.isKept,
    }
  }
}

function listUnusual(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => /[^\u0000-\u007f]/.test(text)))].slice(0, maxExamples)
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
  taught: TaughtFields,
) {
  return fields.map(({ name, about }) => ({
    name,
    title: toFieldTitle(name),
    meaning: about.meaning,
    /** All accepted values, where they are known; else those that the address accepted before. */
    values: lists?.[name] ?? taught.get(name)?.accepted.values ?? about.values,
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
