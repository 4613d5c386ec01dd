import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Surroundings } from '../../ledger/memory-place.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import type { FoundProfile } from './profile.ts'

export const profileName = 'rwa-batch.json'

/** The profile that was named, else the one that serves in the current folder; undefined where there is none. */
export async function openProfile(
  named: string | undefined,
  { folder, env }: Pick<Surroundings, 'folder' | 'env'>,
): Promise<FoundProfile | undefined> {
  const file = named ?? findProfile(folder)
  if (file === undefined) return undefined
  // What checks one brings all operations along, which takes longer than many commands do.
  const { readProfile } = await import('./read-profile.ts')
  return readProfile(file, env)
}

/**
 * The profile that serves in a folder: the one that stands there, or the nearest above it. It says where the token goes:
 * one above the folder counts only when it is this user's own, or the administrator's.
 * @throws BatchError `configuration` when the nearest one is somebody else's.
 */
export function findProfile(folder: string): string | undefined {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    const file = join(at, profileName)
    const owner = ownerOf(file)
    if (owner !== undefined) {
      if (at === start || isTrusted(owner, process.getuid?.())) return file
      throw new BatchError('configuration', `${file} was found above this folder, and belongs to another account`, {
        hint: 'A profile says where the token is sent: if it is meant, name it with ‹profile› <file>.',
      })
    }
    if (dirname(at) === at) return undefined
  }
}

/** The account that a file belongs to; undefined where there is no such file, or none that can be looked at. */
function ownerOf(file: string): number | undefined {
  try {
    const status = statSync(file, { throwIfNoEntry: false })
    return status?.isFile() === true ? status.uid : undefined
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    throw error
  }
}

/** Where there are no accounts by number (Windows), folders are guarded by their rights alone. */
export function isTrusted(owner: number, user: number | undefined): boolean {
  return user === undefined || owner === user || owner === 0
}
