import { parse } from 'csv-parse/sync'
import { identifyAddress, parseBaseUrl } from '../../client/base-url.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { RecordedRules } from '../../ledger/port/rules.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { assess } from '../../operations/assess.ts'
import { HeadingNames } from '../../sheet/headings/heading-names.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import { type Logger, silentLogger } from '../../support/logger.ts'
import { combineRules, parseRule } from '../ledger/company-rules.ts'
import { findKnownRules } from '../ledger/find-target.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { readOptionFile } from '../option-files.ts'
import { type FoundProfile, requiresFourEyes, resolvePath } from './profile.ts'

/**
 * The rules that a profile demands; it can only add to those of the ledger. With `logger`, for what forgets nobody, a list of holds that
 * cannot be read is a warning.
 * @throws BatchError `configuration` for a list of holds, or `usage` for statuses, that cannot be read.
 */
export function readDemands(found: FoundProfile | undefined, logger?: Logger): RecordedRules {
  if (found === undefined) return {}
  const { retention, holds, noteFor } = found.profile
  const notes = noteFor === undefined ? undefined : parseRule('noteFor', [noteFor].flat().join(), {})
  const held = holds === undefined ? [] : readHolds(resolvePath(found, holds), logger)
  return {
    ...(requiresFourEyes(found.profile) ? { fourEyes: true } : {}),
    ...(held.length === 0 ? {} : { holds: held }),
    ...(retention === undefined ? {} : { retention }),
    ...(notes === undefined ? {} : { noteFor: notes.to as readonly string[] }),
  }
}

/** Without its ledger: what the profile demands, and what this user's register knows of the company at the address. */
export function readKnownRules(
  found: FoundProfile | undefined,
  surroundings: HostEnvironment,
  target: Omit<Target, 'id'> | undefined = locateTarget(found, surroundings),
): RecordedRules {
  const known = target === undefined ? {} : findKnownRules(openRegister(surroundings), target)
  return combineRules(readDemands(found, silentLogger), known)
}

/** The company at the address that options, environment or profile name; undefined without an address. */
export function locateTarget(
  found: FoundProfile | undefined,
  { env }: Pick<HostEnvironment, 'env'>,
  given: { baseUrl?: string | undefined; company?: string | undefined } = {},
): Omit<Target, 'id'> | undefined {
  const { baseUrl, company = 'default' } = found?.profile ?? {}
  const address = given.baseUrl ?? (env['RWA_BASE_URL'] || baseUrl)
  return address === undefined
    ? undefined
    : { address: identifyAddress(parseBaseUrl(address)), company: given.company ?? company }
}

/** The first column; a heading above it may stand there. */
function readHolds(file: string, logger: Logger | undefined): string[] {
  try {
    const options = { relax_column_count: true, skip_empty_lines: true, delimiter: [',', ';', '\t'] }
    const lines: string[][] = parse(readOptionFile(file, ''), options)
    const ids = lines.map(([id = '']) => id.trim()).filter((id) => id !== '')
    const [first = '', ...rest] = ids
    return isHeading(first, rest) ? rest : ids
  } catch (error) {
    const facts = { file, reason: messageOf(error) }
    if (logger === undefined) throw new BatchError('configuration', find('holds-unreadable', facts), { cause: error })
    logNote(logger, 'warn', find('holds-unreadable', facts))
    return []
  }
}

/** A known heading, or the only line without a digit. */
function isHeading(first: string, rest: readonly string[]): boolean {
  const names = new HeadingNames(
    assess.sheet.fields.map(({ name: field, ...of }) => ({ ...of, field, isRequired: false })),
  )
  return (
    names.fieldOf(first) !== undefined || (!/\d/.test(first) && rest.length > 0 && rest.every((id) => /\d/.test(id)))
  )
}
