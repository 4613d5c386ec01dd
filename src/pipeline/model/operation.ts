import type { Proof, RetrieveProof } from '../../client/evidence.ts'
import type { Call, ServiceClient } from '../../client/service.ts'
import type { Problem } from '../../contract/outcome.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { PeriodFields } from '../../ledger/port/overlaps.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import type { ReadResult } from '../../sheet/values/read-result.ts'
import type { ValueList } from '../../sheet/values/value-list.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'
import type { FourEyesPart } from './four-eyes.ts'
import type { OrphanColumn, OrphanUse } from './orphans.ts'

/** What is known of the values that people may write, given on the command line. */
export interface ReadSettings {
  /** `--lists`: the company's known values by field. */
  lists: ReadonlyMap<string, ValueList>
  /** `--date-format`, for dates written as text that are not ISO 8601. */
  datePattern: DatePattern | undefined
}

export type FieldValues = ReadonlyMap<string, string | number>

export type FieldKind = 'text' | 'id' | 'email' | 'date' | 'integer' | 'choice' | 'listed'

/** What a person should know to fill in a field; sentences. */
export interface FieldDescription {
  /** The heading in templates; maps to the field without any option. */
  title: string
  kind: FieldKind
  meaning: string
  /** What a cell may hold. */
  expects: string
  /** When a cell must be filled. */
  needed: string
  example: string
  /** All there are, of a choice; else empty. */
  values: readonly string[]
  /** The field of the date that this date must not lie before. */
  notBefore?: string
  /** What most sheets without such a column mean for all their rows. */
  usual?: string
}

/** One field of a request: how its column is found and how its cells are read. */
export interface Field {
  name: string
  aliases: readonly string[]
  /** The same in other languages, one list each, in one order for all fields. */
  translations: readonly (readonly string[])[]
  /** True when a sheet without this column cannot be used. */
  isRequiredColumn: boolean
  read(cell: Cell, settings: ReadSettings): ReadResult<string | number>
  /** Fields that do not apply to a row are neither read nor sent. Default: they always apply. */
  appliesTo?(values: FieldValues): boolean
  /** Whether an empty cell is a problem, in rows that the field applies to. */
  isNeeded: boolean
  about: FieldDescription
}

export interface CrossCheck {
  problems: readonly Pick<Problem, 'field' | 'rule' | 'hint' | 'remedy'>[]
  warnings: readonly { field: string; rule: string }[]
}

export interface Inquiry {
  /** What was seen, in words. */
  seen: string
  answer: Call<RetrieveProof>
}

export interface ResultColumn extends OutputColumn {
  cell(view: RowView): OutputCell
}

/** A further sheet of the output with at most one line per row of the input. */
export interface ExtraSheet {
  name: string
  columns: readonly ExtraColumn[]
  /** Those that stay in sight. */
  frozenColumns?: number
  includes(view: RowView): boolean
}

export interface ExtraColumn extends OutputColumn {
  cell(view: RowView, beside: RowContext): OutputCell
}

/** What is known of a row beside itself. */
export interface RowContext {
  /** The columns of its sheet. */
  columns: SheetColumns | undefined
  /** What was recorded last of the thing that it created, or may have been. */
  latest: Replaced | undefined
}

/** By what the scores of the results are grouped, for the sheets `Summary` and `Charts`. */
export interface SummaryTable {
  title: string
  groupHeading: string
  group(view: RowView): string
}

/** What the empty workbook of an operation holds besides its fields. */
export interface TemplateFacts {
  sheet: string
  /** One example row each: what differs from the examples of the fields; empty text for an empty cell. */
  examples: readonly Readonly<Record<string, string>>[]
  /** Sentences for the sheet `Read me`. */
  advice: readonly string[]
}

/** How rows begin that are no data; matched against folded text. */
export interface NonDataPatterns {
  totals: RegExp
  notes: RegExp
}

/** How rows are read and checked. */
export interface SheetPart {
  /** In the order in which they are read: later ones may depend on earlier ones. */
  fields: readonly Field[]
  strayWords: NonDataPatterns
  /** The column whose value means that the service has given the row an identifier already. Default: there is none. */
  identifierField?: string
  /** A sheet of a workbook that is looked at first. Default: none is. */
  preferredSheet?: string
  /** What may be done to the lines of the sheet Orphans of an output. Default: it is a sheet like any other. */
  orphans?: OrphanUse
  /** Whether a sheet with hidden rows cannot be used until somebody says what to do with them. Default: they are included. */
  asksForHidden?: boolean
  /** Why there is nothing to do for a row; undefined for most. What could not be read is in `problems`, not in `values`. */
  skipReason?(values: FieldValues, problems: readonly Problem[]): string | undefined
  /** What is wrong between the fields of a row; `now` in milliseconds. */
  check?(values: FieldValues, now: number): CrossCheck
  /**
   * The thing whose state a row sets, which is part of its identity too: rows with the same key are sent in sheet order,
   * one after another, and are done only while nothing later was recorded. Undefined where order does not matter.
   */
  orderKey?(values: FieldValues): string | undefined
  /** What nobody but the service can tell of rows that pass the checks here; for `check`, sentences without a full stop. */
  onlyServiceKnows: readonly string[]
}

/** What a row becomes, and what that is to people. */
export interface RequestPart<Request extends object> {
  /** @throws ZodError when the values do not make a request; the checks before should leave nothing to find. */
  build(values: FieldValues): Request
  /** What makes two requests the same. Default: all of it. */
  identity?(request: Request): object
  /** What only one row of a sheet may have: `field: value`. Default: nothing. */
  uniqueKeys?(request: Request): readonly string[]
  /** Whom a request is about, and two traits by which an edited version of it is recognised. Default: none is. */
  similarityKey?(request: Request): { subject: string; traits: readonly [string, string] }
  /** From when to when a request is about somebody, where nobody should be named twice for one time. */
  period?: PeriodFields
  /** Fields by which a person recognises a request, for the sheets Unknown and Orphans; the first names whom or what it is about. */
  identifyingFields: readonly string[]
  /** How the plan counts a request, e.g. by its status. */
  label(request: Request): string
  /** Who stands for a request, by which the plan counts too; undefined where nobody is named. */
  actor?(request: Request): string | undefined
  /** A request in a few words, for the plan's first rows. */
  describe(request: Request): string
}

/** How a request is sent. */
export interface SendPart<Request extends object> {
  /** The endpoint, as the log of attempts names it. */
  endpoint: string
  /** Whether somebody must confirm the plan before anything is sent. Default: nobody must. */
  needsConfirmation?: boolean
  /** `ofRow` gives an event identifier that is the same whenever the same row is sent. */
  call(client: ServiceClient, request: Request, ofRow: () => string): Promise<Call<Proof>>
  /** The event identifier that a request is sent with, given the one of its row. Default: there is none. */
  eventId?(request: Request, ofRow: () => string): string
  /** After an unknown outcome: what can be seen of it without sending anything again, and the answer itself. */
  inquire?(client: ServiceClient, request: Request): Promise<Inquiry>
}

/** How what was created is asked for its scores. */
export interface PollPart {
  retrieve(client: ServiceClient, identifier: string, subject: string | undefined): Promise<Call<RetrieveProof>>
}

/** What the output shows, and how it says it. */
export interface OutputPart {
  /** `output/<input name>.<suffix>.xlsx` */
  suffix: string
  /** What stands above a summary. */
  title: string
  /** What people call a row once all is done, e.g. `scored`. */
  doneWord: string
  /** How a person says what became of an unknown outcome: “not ” and the verb, the verb alone, or the identifier, as it is called. */
  resolution: { verb: string; identifier?: string }
  /** What a user can do about a refusal. */
  hintFor(field: string, message: string): string
  /** What the service gives what it creates, as the sheet Orphans names it: an identifier, a report. Empty where nothing is created. */
  createdHeadings: readonly [identifier?: string, reportUrl?: string]
  /** Further columns of the sheet Orphans. Default: none. */
  orphanColumns?: readonly OrphanColumn[]
  /** Whether a column that is no field says whom a row is about: it stays in sight, if it is one of the first. */
  namesSubject?(heading: string): boolean
  /** The columns that follow those of the input. */
  columns: readonly ResultColumn[]
  extraSheets?: readonly ExtraSheet[]
  summary?: SummaryTable
}

/**
 * What differs between assess, decide and invite, and nothing else: each stage takes its part. The stages know no
 * operation by name; a further operation is one more of these. Functions are written as methods, so that an operation of
 * one kind of request can stand where one of any kind is wanted.
 */
export interface Operation<Request extends object = object> {
  /** The command, and the label in the ledger. */
  name: string
  sheet: SheetPart
  request: RequestPart<Request>
  send: SendPart<Request>
  /** Absent where a second person is of no use: nothing is decided. */
  fourEyes?: FourEyesPart<Request>
  /** Absent when nothing is waited for. */
  poll?: PollPart
  output: OutputPart
  template: TemplateFacts
}
