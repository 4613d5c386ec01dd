import { lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import type { Agreement } from './agreement.ts'
import type { FoundProfile } from './profile.ts'

export const profileName = 'rwa-batch.json'

/**
 * The named profile, else the one that `locateProfile` finds.
 * @throws BatchError `configuration` for one that cannot be used, or that this user has not agreed to.
 */
export async function openProfile(
  named: string | undefined,
  surroundings: HostEnvironment,
  agreement: Omit<Agreement, 'isNamed'>,
): Promise<FoundProfile | undefined> {
  const file = named ?? locateProfile(surroundings.folder)
  if (file === undefined) return undefined
  // The module that checks a profile loads all operations, which takes longer than many commands.
  const [{ readProfile }, { requireAgreed }] = await Promise.all([
    import('./profile-file.ts'),
    import('./agreement.ts'),
  ])
  const found = readProfile(file, surroundings.env)
  await requireAgreed(found, { ...agreement, isNamed: named !== undefined }, surroundings)
  return found
}

/**
 * The profile in a folder, or in the nearest folder above it. It decides where the token goes. So the file, and a link
 * to it, must belong to this user or the administrator.
 * @throws BatchError `configuration` when the nearest profile belongs to another user.
 */
export function locateProfile(folder: string): string | undefined {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    const file = join(at, profileName)
    const owners = ownersOf(file)
    if (owners !== undefined) {
      if (owners.every((owner) => isTrusted(owner, process.getuid?.()))) return file
      const where = at === start ? 'in this folder' : 'above this folder'
      throw new BatchError('configuration', find('profile-of-another', { file, where }))
    }
    if (dirname(at) === at) return undefined
  }
}

/** Owners of a file and of a link in its place; undefined where neither can be read. */
function ownersOf(file: string): number[] | undefined {
  try {
    const [named, meant] = [lstatSync(file, { throwIfNoEntry: false }), statSync(file, { throwIfNoEntry: false })]
    return named === undefined || meant?.isFile() !== true ? undefined : [named.uid, meant.uid]
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    throw error
  }
}

/** Without numeric accounts (Windows), only the rights of the folder protect the file. */
export function isTrusted(owner: number, user: number | undefined): boolean {
  return user === undefined || owner === user || owner === 0
}
