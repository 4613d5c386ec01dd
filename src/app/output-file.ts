import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { find } from '../messages/catalogue.ts'
import { nameWorkbook } from '../pipeline/earlier-output/output-names.ts'
import { temporaryName, toWriteError } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'

/** @throws BatchError `usage` for an unknown kind of file, and for the sheet itself: it is never replaced. */
export function requireSeparateOutput(input: string, output: string): void {
  requireKind(output.replace(/\.xlsm$/i, '.xlsx'), ['.xlsx', '.csv'])
  const possible = [output, nameWorkbook(output, '.xlsx'), nameWorkbook(output, '.xlsm')]
  if (possible.some((file) => findRealPath(resolve(file)) === findRealPath(resolve(input)))) {
    throw new BatchError('usage', find('output-is-input', { output }))
  }
}

/** Before a token or a ledger is looked at. @throws BatchError `input` for a file that does not exist. */
export function requireInput(input: string): void {
  if (existsSync(input)) return
  throw new BatchError('input', `${input} does not exist`, { hint: 'Check the name and the folder. Nothing was sent.' })
}

/** @throws BatchError `usage` for a file of another kind. */
export function requireKind(output: string, kinds: readonly string[], why?: string, option = 'output'): void {
  const kind = extname(output).toLowerCase()
  if (!kinds.includes(kind)) throw new BatchError('usage', find('output-kind', { output, kinds, why, option }))
}

/** Never replaces a file that was handed on. @throws BatchError `usage` for a file that exists. */
export function requireNewFile(output: string, option = 'output'): void {
  if (existsSync(output)) throw new BatchError('usage', find('output-exists', { output, option }))
}

/**
 * Checks, before anything is sent, that the output can be written. Only the default folder is created, and not for a
 * plan (`makesFolder`): any other may be mistyped, or on a disk that is not mounted today.
 * @throws BatchError `surroundings` when it cannot be written, `usage` without its folder, or for a device or a pipe.
 */
export function prepareFolder(output: string, makesFolder = true): void {
  try {
    const folder = dirname(resolve(output))
    const isMissing = statSync(folder, { throwIfNoEntry: false }) === undefined
    if (isMissing && folder !== resolve('output'))
      throw new BatchError('usage', find('output-folder-missing', { folder: dirname(output) }))
    // Of one that exists it makes nothing, and tells a file from a folder.
    if (makesFolder || !isMissing) mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(isMissing && !makesFolder ? dirname(folder) : folder, constants.W_OK)
    // A stat of a name that is too long fails as a write would, and leaves no file.
    statSync(temporaryName(resolve(output)), { throwIfNoEntry: false })
    const earlier = statSync(output, { throwIfNoEntry: false })
    if (earlier === undefined || earlier.isFile() || earlier.isDirectory()) return
    throw new BatchError('usage', find('output-is-device', { output }))
  } catch (error) {
    throw toWriteError(error, output)
  }
}

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
