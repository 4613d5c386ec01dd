import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { BatchError } from '../../../support/errors.ts'

const mostLinks = 40

/**
 * One path for all names of a ledger: its lock and companions depend on it.
 * @throws BatchError `ledger` when the file has hard links: no lock could exclude two processes then.
 */
export function findRealFile(file: string): string {
  const real = followLinks(resolve(file), mostLinks)
  const stat = statSync(real, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || stat.nlink === 1) return real
  throw new BatchError(
    'ledger',
    `the ledger ${real} has ${stat.nlink} names (hard links): two processes that use different ones would send the same trips and ruin it`,
    {
      hint: `Delete the other names, which find <folder> -inum ${stat.ino} shows, and keep the one with the files -wal and .mark beside it. A symbolic link (ln -s) may be used.`,
    },
  )
}

/** As the system resolves it, even for a missing file. */
function followLinks(path: string, linksLeft: number): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const folder = dirname(path)
    if (folder === path || linksLeft === 0) throw error
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    if (isLink) return followLinks(resolve(folder, readlinkSync(path)), linksLeft - 1)
    return join(followLinks(folder, linksLeft), basename(path))
  }
}
