import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { find } from '../../messages/catalogue.ts'
import { describeNewProfile, describeValue, type ProfileQuestion } from '../../messages/profiles.ts'
import { keyOf, listSettings } from '../../settings/all.ts'
import { BatchError } from '../../support/errors.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { type FoundProfile, type Profile, resolvePath } from './profile.ts'

export interface Agreement {
  /** Named by a command: agreed to for this run. Not recorded, as a script names it without a person who reads it. */
  isNamed: boolean
  /** Agreed to from now on. */
  isTrusted: boolean
  /** Undefined when no person can be asked. */
  ask?: ((question: ProfileQuestion) => Promise<boolean>) | undefined
}

/**
 * Nothing that a profile names is read or connected to before this.
 * @throws BatchError `configuration` for values that this user has not agreed to.
 */
export async function requireAgreed(
  found: FoundProfile,
  { isNamed, isTrusted, ask }: Agreement,
  surroundings: HostEnvironment,
): Promise<void> {
  if (isTrusted) return recordAgreement(found, surroundings)
  const question = isNamed ? undefined : findQuestion(found, surroundings)
  if (question === undefined) return
  if ((await ask?.(question)) !== true) throw refuseProfile(question)
  recordAgreement(found, surroundings)
}

/** Undefined for a profile without such values, and for one that was agreed to. */
export function findQuestion(found: FoundProfile, surroundings: HostEnvironment): ProfileQuestion | undefined {
  const values = listValues(found)
  if (values.length === 0) return undefined
  const agreed = openRegister(surroundings)?.agreedProfile(found.file)
  if (agreed?.digest === digestAgreed(found)) return undefined
  return { file: found.file, isChanged: agreed !== undefined, values }
}

export function refuseProfile(question: ProfileQuestion): BatchError {
  const { file, values } = question
  const facts = { file, found: describeNewProfile(question), values: values.map(describeValue).join('; ') }
  return new BatchError('configuration', find('profile-not-agreed', facts))
}

/** Also for what this program wrote for its user. */
export function recordAgreement(found: FoundProfile, surroundings: HostEnvironment): void {
  if (findQuestion(found, surroundings) === undefined) return
  openRegister(surroundings)?.recordProfile({ file: found.file, digest: digestAgreed(found) })
}

/** Headings and values of cells are not in it. Pure. */
export function digestAgreed(found: FoundProfile): string {
  return createHash('sha256')
    .update(JSON.stringify(listValues(found).map(({ key, value }) => [key, value])))
    .digest('hex')
}

function listValues(found: FoundProfile): ProfileQuestion['values'] {
  return listSettings().flatMap(([name, setting]) => {
    const { profile: { asksTrust, isPath, about = setting.about } = {} } = setting
    const key = keyOf(name, setting)
    const value = found.profile[key as keyof Profile]
    if (asksTrust === undefined || value === undefined) return []
    const meant = isPath === true ? resolvePaths(found, value) : value
    if (asksTrust === 'outside' && isBeside(found.file, String(meant))) return []
    return { key, value: typeof meant === 'string' ? meant : JSON.stringify(meant), about }
  })
}

/** A link may lead out of the folder. Nothing outside is touched to see that: it may be on another machine. */
function isBeside(file: string, path: string): boolean {
  const isIn = (folder: string, inner: string): boolean => inner.startsWith(folder + sep)
  if (!isIn(dirname(file), path)) return false
  return !existsSync(path) || isIn(realpathSync(dirname(file)), realpathSync(path))
}

/** A path, or paths by name. */
function resolvePaths(found: FoundProfile, value: object | string | number | boolean): unknown {
  if (typeof value !== 'object') return resolvePath(found, String(value))
  return Object.fromEntries(Object.entries(value).map(([name, path]) => [name, resolvePath(found, String(path))]))
}
