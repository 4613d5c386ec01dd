import type { ProfileChange } from '../../app/profile/change-profile.ts'
import type { MergedColumn } from '../../pipeline/tables/merged-columns.ts'
import type { OperationProfile } from '../../settings/option-types.ts'
import type { FieldState } from '../protocol/protocol.ts'
import type { EditRequest, ReadingRequest } from '../request-schemas.ts'

interface ReadingAnswers {
  /** Null takes the choice back; an empty field: not sent. */
  columns: Readonly<Record<string, string | null>>
  set: Readonly<Record<string, string>>
  dateFormat: ReadingRequest['dateFormat']
}

/**
 * Converts answers about a sheet into a change of the profile; an empty value for all rows removes the setting. A heading
 * of this sheet loses its field when another column now has it. Pure.
 */
export function toProfileChange(
  { columns, set, dateFormat }: ReadingAnswers,
  headings: readonly string[],
  kept: Pick<OperationProfile, 'columns'>,
): ProfileChange {
  const fields = Object.values(columns).filter((field) => field !== '')
  const freed = Object.entries(kept.columns ?? {}).filter(
    ([heading, field]) => headings.includes(heading) && fields.includes(field),
  )
  return {
    columns: { ...Object.fromEntries(freed.map(([heading]) => [heading, null])), ...columns },
    set: emptyToNull(set),
    ...(dateFormat === undefined ? {} : { dateFormats: dateFormat }),
  }
}

/** Meanings of texts to keep for all sheets; undefined unless that was asked and the field has a list of values. Pure. */
export function toValueChange(
  request: EditRequest,
  columns: readonly MergedColumn[],
  fields: readonly FieldState[],
): ProfileChange | undefined {
  if (request.kind !== 'values' || request.isKept !== true) return undefined
  const field = columns[request.column]?.field
  if (field === undefined || fields.find(({ name }) => name === field)?.isKeepable !== true) return undefined
  return { values: { [field]: Object.fromEntries(request.values.map(({ written, text }) => [written, text])) } }
}

function emptyToNull(entries: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, value === '' ? null : value]))
}
