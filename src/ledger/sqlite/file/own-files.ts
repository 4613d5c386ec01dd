import { chmodSync, lstatSync, type Stats } from 'node:fs'
import { find } from '../../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../../support/errors.ts'
import type { Rights } from '../../port.ts'

const companions = ['.lock', '.mark', '.ballast', '-wal', '-shm']

/**
 * Called before any file beside a ledger is written. In a folder that others may write, a link would redirect the
 * write to any file of this user.
 * @throws BatchError `ledger` when one of the files is a link, or no regular file.
 */
export function requireOwnFiles(ledgerFile: string): void {
  for (const path of companions.map((end) => ledgerFile + end)) {
    const stat = readStats(path)
    if (stat === undefined || (stat.isFile() && stat.nlink === 1)) continue
    throw new BatchError('ledger', find('ledger-link', { path }))
  }
}

/** Removes other users' rights on a ledger and its companions: it holds personal data. */
export function tightenRights(ledgerFile: string): Rights {
  if (process.platform === 'win32') return 'own'
  const found = ['', ...companions].map((end) => tighten(ledgerFile + end))
  return (['open', 'tightened', 'own'] as const).find((rights) => found.includes(rights)) ?? 'own'
}

function tighten(path: string): Rights {
  const stat = readStats(path)
  if (stat === undefined || (stat.mode & 0o077) === 0) return 'own'
  try {
    chmodSync(path, stat.mode & 0o700)
    return 'tightened'
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return 'open'
  }
}

function readStats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
