import { isDeepStrictEqual } from 'node:util'
import { changeTexts, withoutEmpty } from '../../app/profile/profile.ts'
import type { ProfileChange } from '../../app/profile/profile-store.ts'
import { mergeReading } from '../../app/profile/use-profile.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { EditRequest, KeptAnswers, ReadingRequest } from '../request-schemas.ts'

export interface SheetAnswers {
  /** Fields by heading; an empty one is not sent. */
  columns: Readonly<Record<string, string>>
  /** One value for all rows, by field. */
  set: Readonly<Record<string, string>>
  /** Those of a sheet replace the profile's list, where they are not empty. */
  dateFormats: readonly string[]
  /** Meanings of texts, by field: those of a run that the profile does not know. */
  values?: Record<string, Record<string, string>>
}

export const noAnswers: SheetAnswers = { columns: {}, set: {}, dateFormats: [] }

/**
 * The sheet's answers after a request, and the change of the profile. An answer that is taken back leaves the sheet's, or
 * else the profile. A heading of this sheet loses its field when another column now has it. Pure.
 */
export function addAnswers(
  own: SheetAnswers,
  { columns = {}, set = {}, dateFormat, isKept = false }: ReadingRequest,
  headings: readonly string[],
  kept: Pick<OperationProfile, 'columns'>,
): { own: SheetAnswers; change: ProfileChange } {
  const fields = Object.values(columns).filter((field) => field !== '')
  const free = (texts: Texts<string> = {}): [string, null][] =>
    Object.entries(texts)
      .filter(([heading, field]) => headings.includes(heading) && fields.includes(field))
      .map(([heading]) => [heading, null])
  const moved = { ...Object.fromEntries(free(own.columns)), ...columns }
  const ofColumns = splitTexts(own.columns, moved, isKept)
  const changed = Object.entries(set).map(([field, value]) => [field, value === '' ? null : value] as const)
  const ofSet = splitTexts(own.set, Object.fromEntries(changed), isKept)
  const isInProfile = isKept || (dateFormat?.length === 0 && own.dateFormats.length === 0)
  return {
    own: {
      ...own,
      columns: ofColumns.own,
      set: ofSet.own,
      dateFormats: dateFormat === undefined ? own.dateFormats : isInProfile ? [] : dateFormat,
    },
    change: {
      columns: { ...(isKept ? Object.fromEntries(free(kept.columns)) : {}), ...ofColumns.change },
      set: ofSet.change,
      ...(dateFormat !== undefined && isInProfile ? { dateFormats: dateFormat } : {}),
    },
  }
}

/** The answers of a run as the sheet's own, without what the profile says as well, and its choices. Pure. */
export function recallAnswers(
  { columns = {}, set = {}, values = {}, dateFormat = [], isKept: _, ...options }: KeptAnswers,
  reading: ReadOptions,
): { own: SheetAnswers; options: Omit<ReadingRequest, keyof SheetAnswers | 'dateFormat' | 'isKept'> } {
  const without = (own: Texts<string | null>, known: Texts<string> = {}) =>
    Object.fromEntries(
      Object.entries(own).flatMap(([key, text]) => (text === null || known[key] === text ? [] : [[key, text]])),
    )
  const ofFields = Object.entries(values).map(
    ([field, texts]) => [field, without(texts, reading.values?.[field])] as const,
  )
  const isOfProfile = isDeepStrictEqual(dateFormat, [reading.dateFormat ?? []].flat())
  const dateFormats = isOfProfile ? [] : dateFormat
  const own = { columns: without(columns, reading.columns), set: without(set, reading.set), dateFormats }
  return { own: { ...own, values: withoutEmpty(Object.fromEntries(ofFields)) }, options }
}

/** How a sheet is read by the profile and its own answers; `absent` headings are passed over. Pure. */
export function applyAnswers(
  reading: ReadOptions,
  { columns, set, values, dateFormats }: SheetAnswers,
  absent: ReadonlySet<string>,
): ReadOptions {
  const merged = mergeReading(reading, {
    columns,
    set,
    values,
    ...(dateFormats.length > 0 ? { dateFormat: dateFormats } : {}),
  })
  const there = Object.entries(merged.columns ?? {}).filter(([heading]) => !absent.has(heading))
  return { ...merged, columns: Object.fromEntries(there) }
}

/** Meanings of texts to keep for all sheets; undefined unless that was asked and the field has a list of values. Pure. */
export function toValueChange(
  request: EditRequest,
  columns: readonly MergedColumn[],
  fields: readonly { name: string; isKeepable: boolean }[],
): ProfileChange | undefined {
  if (request.kind !== 'values' || request.isKept !== true) return undefined
  const field = columns[request.column]?.field
  if (field === undefined || fields.find(({ name }) => name === field)?.isKeepable !== true) return undefined
  return { values: { [field]: Object.fromEntries(request.values.map(({ written, text }) => [written, text])) } }
}

type Texts<Value> = Readonly<Record<string, Value>>

function splitTexts(
  own: Texts<string>,
  answers: Texts<string | null>,
  isKept: boolean,
): { own: Texts<string>; change: Texts<string | null> } {
  const entries = Object.entries(answers)
  if (entries.length === 0) return { own, change: {} }
  const removed = Object.fromEntries(entries.map(([key]) => [key, null]))
  return {
    own: changeTexts(own, isKept ? removed : answers, (text) => text),
    change: Object.fromEntries(entries.filter(([key, value]) => isKept || (value === null && !(key in own)))),
  }
}
