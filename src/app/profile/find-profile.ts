import { lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import type { FoundProfile } from './profile.ts'

export const profileName = 'rwa-batch.json'

/** The profile that was named, else the one that serves in the current folder; undefined where there is none. */
export async function openProfile(
  named: string | undefined,
  { folder, env }: Pick<HostEnvironment, 'folder' | 'env'>,
): Promise<FoundProfile | undefined> {
  const file = named ?? findProfile(folder)
  if (file === undefined) return undefined
  // What checks one brings all operations along, which takes longer than many commands do.
  const { readProfile } = await import('./read-profile.ts')
  return readProfile(file, env)
}

/**
 * The profile that serves in a folder: the one that stands there, or the nearest above it. It says where the token goes:
 * it counts only when it is this user's own, or the administrator's, and so is a link that leads to it.
 * @throws BatchError `configuration` when the nearest one is somebody else's.
 */
export function findProfile(folder: string): string | undefined {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    const file = join(at, profileName)
    const owners = ownersOf(file)
    if (owners !== undefined) {
      if (owners.every((owner) => isTrusted(owner, process.getuid?.()))) return file
      const where = at === start ? 'in this folder' : 'above this folder'
      throw new BatchError('configuration', `${file} was found ${where}, and belongs to another account`, {
        hint: 'A profile says where the token is sent: if it is meant, name it with ‹profile› <file>.',
      })
    }
    if (dirname(at) === at) return undefined
  }
}

/** The accounts that a file, and a link in its place, belong to; undefined where there is none that can be looked at. */
function ownersOf(file: string): number[] | undefined {
  try {
    const [named, meant] = [lstatSync(file, { throwIfNoEntry: false }), statSync(file, { throwIfNoEntry: false })]
    return named === undefined || meant?.isFile() !== true ? undefined : [named.uid, meant.uid]
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    throw error
  }
}

/** Where there are no accounts by number (Windows), folders are guarded by their rights alone. */
export function isTrusted(owner: number, user: number | undefined): boolean {
  return user === undefined || owner === user || owner === 0
}
