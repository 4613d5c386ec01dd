import { parse } from 'csv-parse/sync'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import type { RetentionPeriods } from '../../ledger/port/retention.ts'
import { find } from '../../messages/catalogue.ts'
import { namesOf } from '../../operations/languages/all.ts'
import { HeadingNames } from '../../sheet/headings/heading-names.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import { readOptionFile } from '../option-files.ts'
import { type FoundProfile, resolvePath } from '../profile/profile.ts'

/** What a company says in its profile. */
export interface KeepingRules {
  retention: RetentionPeriods
  /** Who must not be forgotten. */
  held: readonly string[]
}

/** @throws BatchError `configuration` for a file of holds that cannot be read: then nobody is forgotten. */
export function readKeepingRules(found: FoundProfile | undefined): KeepingRules {
  const { retention = {}, holds } = found?.profile ?? {}
  return {
    retention,
    held: found === undefined || holds === undefined ? [] : readHolds(resolvePath(found, holds)),
  }
}

export function isHeld({ held }: Pick<KeepingRules, 'held'>, person: string): boolean {
  return held.some((each) => normalizePerson(each) === normalizePerson(person))
}

const idHeading = new HeadingNames([{ field: 'employeeId', ...namesOf('assess')('employeeId'), isRequired: false }])

/** The first column; a heading above it may stand there. */
function readHolds(file: string): string[] {
  try {
    const options = { relax_column_count: true, skip_empty_lines: true, delimiter: [',', ';', '\t'] }
    const lines: string[][] = parse(readOptionFile(file, ''), options)
    const [heading, ...rest] = lines.map(([id = '']) => id.trim())
    const isHeading = heading !== undefined && idHeading.fieldOf(heading) !== undefined
    return [...(isHeading || heading === undefined ? [] : [heading]), ...rest].filter((id) => id !== '')
  } catch (error) {
    throw new BatchError('configuration', find('holds-unreadable', { file, reason: messageOf(error) }), {
      cause: error,
    })
  }
}
