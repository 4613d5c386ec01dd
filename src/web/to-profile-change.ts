import type { ProfileChange } from '../app/profile/change-profile.ts'
import type { OperationProfile } from '../settings/option-types.ts'
import type { ReadingRequest } from './request-schemas.ts'

interface ReadingAnswers {
  columns: Readonly<Record<string, string>>
  set: Readonly<Record<string, string>>
  dateFormat: ReadingRequest['dateFormat']
}

/**
 * Converts answers about a sheet into a change of the profile; an empty text removes a setting. A heading of this sheet
 * loses its field when another column now has it. Pure.
 */
export function toProfileChange(
  { columns, set, dateFormat }: ReadingAnswers,
  headings: readonly string[],
  kept: Pick<OperationProfile, 'columns'>,
): ProfileChange {
  const fields = Object.values(columns)
  const freed = Object.entries(kept.columns ?? {}).filter(
    ([heading, field]) => headings.includes(heading) && fields.includes(field),
  )
  return {
    columns: { ...Object.fromEntries(freed.map(([heading]) => [heading, null])), ...emptyToNull(columns) },
    set: emptyToNull(set),
    ...(dateFormat === undefined ? {} : { dateFormats: dateFormat }),
  }
}

function emptyToNull(entries: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, value === '' ? null : value]))
}
