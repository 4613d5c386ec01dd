import { changeTexts } from '../../app/profile/profile.ts'
import type { ProfileChange } from '../../app/profile/profile-store.ts'
import { mergeReading } from '../../app/profile/use-profile.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { EditRequest, ReadingRequest } from '../request-schemas.ts'
import type { SheetAnswers } from './drafts.ts'

export const noAnswers: SheetAnswers = { columns: {}, set: {}, dateFormats: [], leftOut: {}, sendAnyway: {} }

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

/** How a sheet is read by the profile and its own answers; `absent` headings are passed over. Pure. */
export function applyAnswers(
  reading: ReadOptions,
  { columns, set, values, dateFormats, leftOut, sendAnyway }: SheetAnswers,
  absent: ReadonlySet<string>,
): ReadOptions {
  const merged = mergeReading(reading, {
    columns,
    set,
    values,
    ...(dateFormats.length > 0 ? { dateFormat: dateFormats } : {}),
  })
  const isChosen = Object.keys({ ...leftOut, ...sendAnyway }).length > 0
  const leaveOut = isChosen ? { rows: leftOut, sent: sendAnyway } : undefined
  const there = Object.entries(merged.columns ?? {}).filter(([heading]) => !absent.has(heading))
  return { ...merged, columns: Object.fromEntries(there), leaveOut }
}

export function chooseRows(
  { leftOut, sendAnyway }: Pick<SheetAnswers, 'leftOut' | 'sendAnyway'>,
  rows: readonly { sheet: string; row: number }[],
  isSent: boolean,
): Pick<SheetAnswers, 'leftOut' | 'sendAnyway'> {
  const change = (before: SheetAnswers['leftOut'], isAdded: boolean): SheetAnswers['leftOut'] => {
    const sets = new Map(Object.entries(before).map(([sheet, numbers]) => [sheet, new Set(numbers)]))
    for (const { sheet, row } of rows) {
      const numbers = sets.get(sheet) ?? new Set()
      if (isAdded) numbers.add(row)
      else numbers.delete(row)
      sets.set(sheet, numbers)
    }
    const left = [...sets].filter(([, numbers]) => numbers.size > 0)
    return Object.fromEntries(left.map(([sheet, numbers]) => [sheet, [...numbers].toSorted((a, b) => a - b)]))
  }
  return { leftOut: change(leftOut, !isSent), sendAnyway: change(sendAnyway, isSent) }
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
