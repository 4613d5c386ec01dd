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
    ...(others.input === undefined ? [] : [['the input', others.input]]),
    ['the output', others.output],
    ...companions.map((end) => ['the ledger', others.ledger + end]),
  ] as [name: string, file: string][]
  const names = identify(logFile)
  const found = taken.find(([, file]) => identify(file).some((name) => names.includes(name)))
  if (found !== undefined) throw new BatchError('usage', find('log-file-taken', { file: logFile, taken: found[0] }))
}

/** Its path, whatever links lead to it, and its inode if it is there. */
function identify(file: string): string[] {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return [findRealPath(resolve(file)), ...(stat === undefined ? [] : [`${stat.dev}:${stat.ino}`])]
}

function findRealPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const folder = dirname(file)
    return folder === file ? file : join(findRealPath(folder), basename(file))
  }
}
