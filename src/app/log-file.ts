import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'

/** Suffixes of the files that belong to a ledger. */
const companions = ['', '-wal', '-shm', '.mark', '.lock', '.ballast']

/** @throws BatchError `usage` when the log file is the input, the output or part of the ledger. */
export function requireSeparateLog(
  logFile: string | undefined,
  others: { input: string | undefined; output: string; ledger: string },
): void {
  if (logFile === undefined) return
  const taken = [
    ...(others.input === undefined ? [] : [['the input', others.input] as const]),
    ['the output', others.output],
    ...companions.map((end) => ['the ledger', others.ledger + end] as const),
  ] as const
  const log = identify(logFile)
  const found = taken.find(([, file]) => {
    const { path, inode } = identify(file)
    return path === log.path || (inode !== undefined && inode === log.inode)
  })
  if (found === undefined) return
  throw new BatchError('usage', find('log-file-taken', { file: logFile, taken: found[0] }))
}

interface Identity {
  path: string
  /** Undefined when the file does not exist yet. */
  inode: string | undefined
}

function identify(file: string): Identity {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return { path: findRealPath(resolve(file)), inode: stat && `${stat.dev}:${stat.ino}` }
}

function findRealPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const folder = dirname(file)
    return folder === file ? file : join(findRealPath(folder), basename(file))
  }
}
