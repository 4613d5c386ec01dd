import type { Proof, RetrieveProof } from '../../client/evidence.ts'
import type { Call, ServiceClient } from '../../client/service.ts'
import type { JsonFields, Problem } from '../../contract/outcome.ts'
import type { PeriodFields, Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Finding, Message } from '../../messages/catalogue.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import type { ReadResult } from '../../sheet/values/text.ts'
import type { ValueList } from '../../sheet/values/value-list.ts'
import type { OutputCell, OutputColumn, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import type { Remedy } from '../../support/errors.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'
import type { RefusalAdvice } from '../rows/row-outcome.ts'
import type { RowView } from '../rows/row-view.ts'
import type { FourEyesPart } from './four-eyes.ts'
import type { OrphanColumn, OrphanUse } from './orphans.ts'

export interface ReadSettings {
  /** `--lists`: the company's known values by field. */
  lists: ReadonlyMap<string, ValueList>
  /** `--date-format`, for text dates that are not ISO 8601. */
  datePattern: DatePattern | undefined
  /** What the address made of earlier values, by field. @default nothing is known of it */
  taught?: ReadonlyMap<string, TaughtField> | undefined
}

export interface TaughtField {
  accepted: ValueList
  /** `on`: the day of the last time, in words. */
  refused: ReadonlyMap<string, { count: number; on: string }>
}

export type FieldValues = ReadonlyMap<string, string | number>

export type FieldKind = 'text' | 'id' | 'email' | 'date' | 'integer' | 'choice' | 'listed'

/** Help for people who fill in a field; sentences. */
export interface FieldDescription {
  title: string
  kind: FieldKind
  meaning: string
  expects: string
  needed: string
  example: string
  /** All values of a choice; else empty. */
  values: readonly string[]
  /** Of a `listed` field: its values are countries. */
  isCountry?: true
  /** The field of the date that this date must not lie before. */
  notBefore?: string
  /** The usual value for all rows of a sheet without such a column. */
  usual?: string
}

/** Rules for finding the column and reading its cells. */
export interface Field {
  name: string
  aliases: readonly string[]
  /** The aliases in other languages, one list each, in one order for all fields. */
  translations: readonly (readonly string[])[]
  /** See `FieldHeading`. */
  people?: readonly string[]
  others?: readonly string[]
  /** True when a sheet without this column cannot be used. */
  isRequiredColumn: boolean
  read(cell: Cell, settings: ReadSettings): ReadResult<string | number>
  /** Fields that do not apply to a row are neither read nor sent. Default: they always apply. */
  appliesTo?(values: FieldValues): boolean
  isNeeded: boolean
  /** The version that it came with, as `0.2.0`: what was sent before is the same request, whatever a row has here. Default: 0.1.0. */
  since?: string
  about: FieldDescription
}

export interface FieldFinding extends Finding {
  field: string
  remedy?: Remedy
}

export interface CrossCheck {
  problems: readonly FieldFinding[]
  warnings: readonly FieldFinding[]
}

export interface Inquiry {
  seen: string
  answer: Call<RetrieveProof>
}

export type ResultColumn = TableColumn<RowView>

/** A further sheet of the output with at most one line per row of the input. */
export interface ExtraSheet {
  name: string
  columnsFor(sheets: readonly SheetColumns[]): readonly ExtraColumn[]
  /** Number of columns that stay in sight. */
  frozenColumns?: number
  includes(view: RowView): boolean
}

export interface ExtraColumn extends OutputColumn {
  cell(view: RowView, beside: RowContext): OutputCell
}

/** Facts about a row from outside it. */
export interface RowContext {
  columns: SheetColumns | undefined
  /** The last record about the subject that the row created, or may have created. */
  latest: Replaced | undefined
}

/** Groups of scores for the sheets `Summary` and `Charts`. */
export interface SummaryTable {
  title: string
  groupHeading: string
  group(view: RowView): string
  /** Who, where and when, for five columns. */
  describe(view: RowView): string[]
}

export interface TemplateFacts {
  sheet: string
  /** One example row each: differences from the fields' examples; empty text for an empty cell. */
  examples: readonly Readonly<Record<string, string>>[]
  /** Sentences for the sheet `Read me`. */
  advice: readonly string[]
}

/** Beginnings of rows that are not data; matched against folded text. */
export interface NonDataPatterns {
  totals: RegExp
  notes: RegExp
}

interface SheetPart {
  /** In reading order: later ones may depend on earlier ones. */
  fields: readonly Field[]
  strayWords: NonDataPatterns
  /** Beginnings of remarks that a row is not to be sent; matched against folded text. Default: none are looked for. */
  cancelledWords?: RegExp
  /** A value in this column means that the service has given the row an identifier already. Default: no such column. */
  identifierField?: string
  /** A sheet of a workbook that is preferred. Default: none. */
  preferredSheet?: string
  /** Permitted use of the sheet Orphans of an output. Default: it is a sheet like any other. */
  orphans?: OrphanUse
  /** A sheet with hidden rows needs the option `hidden`. Default: they are included. */
  asksForHidden?: boolean
  /** Why a row needs no work; undefined for most. Unreadable fields are in `problems`, not in `values`. */
  skipReason?(values: FieldValues, problems: readonly Problem[]): Message | undefined
  /** A better finding about a cell, given the rest of its row. */
  propose?(problem: Problem, values: FieldValues): Problem
  /** Contradictions between the fields of a row; `now` in milliseconds. `noteFor`: a rule of the company. */
  check?(values: FieldValues, now: number, noteFor?: readonly string[]): CrossCheck
  /**
   * Names the thing whose state a row sets; part of its identity too. Rows with the same key are sent in sheet order,
   * one after another, and are done only while nothing later was recorded. Undefined where order does not matter.
   */
  orderKey?(values: FieldValues): string | undefined
  /** Rules that only the service can check; for `check`, sentences without a full stop. */
  onlyServiceKnows: readonly string[]
}

interface RequestPart<Request extends object> {
  /** @throws ZodError when the values do not make a request; the checks before should leave nothing to find. */
  build(values: FieldValues): Request
  /** Two requests with equal identity are the same; see `Field.since`. Default: the whole request. */
  identity?(request: Request): object
  /** Values that only one row of a sheet may have: `field: value`. Default: none. */
  uniqueKeys?(request: Request): readonly string[]
  /** The subject of a request, and two traits by which an edited version is recognised. Default: none. */
  similarityKey?(request: Request): { subject: string; traits: readonly [string, string] }
  /** Fields of the time span, where two rows about one person must not overlap. */
  period?: PeriodFields
  /** Fields by which a person recognises a request, for the sheets Unknown and Orphans; the first names its subject. */
  identifyingFields: readonly string[]
  /** The plan's count groups by it, e.g. a status. */
  label(request: Request): string
  /** The responsible person, for the plan's counts; undefined where no person is named. */
  actor?(request: Request): string | undefined
  describe(request: Request): string
}

interface SendPart<Request extends object> {
  /** Endpoint in the log of attempts. */
  endpoint: string
  /** A person must confirm the plan before anything is sent. Default: false. */
  needsConfirmation?: boolean
  /** `ofRow` gives an event identifier that is the same whenever the same row is sent. */
  call(client: ServiceClient, request: Request, ofRow: () => string): Promise<Call<Proof>>
  /** The event identifier that is sent, given the one of the row. Default: none is sent. */
  eventId?(request: Request, ofRow: () => string): string
  inquire?(client: ServiceClient, request: Request): Promise<Inquiry>
}

/** `604 of 621 trips assessed` */
export interface CountedWords {
  one: string
  many: string
  done: string
}

interface OutputPart {
  /** `output/<input name>.<suffix>.xlsx` */
  suffix: string
  title: string
  /** Displayed state of a finished row, e.g. `scored`. */
  doneWord: string
  counted: CountedWords
  /** A record as people name it, such as `Rejected by M-2`: where one may replace another. */
  nameRecord?(request: JsonFields): string
  /** Words for answers about an unknown outcome: “not ” and the verb, the verb alone, or the identifier by its name. */
  resolution: { verb: string; identifier?: string; where?: string }
  hintFor: RefusalAdvice
  /** Headings in the sheet Orphans for the service's identifier and report. Empty where nothing is created. */
  createdHeadings: readonly [identifier?: string, reportUrl?: string]
  /** Further columns of the sheet Orphans. Default: none. */
  orphanColumns?: readonly OrphanColumn[]
  /** True for a column without a field that names the subject of a row: it stays in sight if it is among the first. */
  namesSubject?(heading: string): boolean
  /** The columns that follow those of the input. */
  columns: readonly ResultColumn[]
  extraSheets?: readonly ExtraSheet[]
  summary?: SummaryTable
}

/**
 * The only differences between assess, decide and invite. Each stage takes its part and knows no operation by name; a
 * further operation is one more of these objects. Functions are methods, so that an operation with one request type can
 * stand for an operation with any.
 */
export interface Operation<Request extends object = object> {
  name: string
  sheet: SheetPart
  request: RequestPart<Request>
  send: SendPart<Request>
  /** Absent where there is no decision that a second person could release. */
  fourEyes?: FourEyesPart<Request>
  /** Absent when there are no scores to wait for. */
  poll?: {
    retrieve(client: ServiceClient, identifier: string, subject: string | undefined): Promise<Call<RetrieveProof>>
  }
  output: OutputPart
  template: TemplateFacts
}
