import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { find } from '../messages/catalogue.ts'
import { nameWorkbook } from '../pipeline/earlier-output/output-names.ts'
import { temporaryName, toWriteError } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'

/**
 * @throws BatchError `usage` for an unknown kind of file, or when the output is the sheet itself: a person's own file
 * is never replaced.
 */
export function requireSeparateOutput(input: string, output: string): void {
  if (!['.xlsx', '.xlsm', '.csv'].includes(extname(output).toLowerCase())) {
    throw new BatchError('usage', find('output-kind', { output }))
  }
  const possible = [output, nameWorkbook(output, '.xlsx'), nameWorkbook(output, '.xlsm')]
  if (possible.some((file) => realPath(file) === realPath(input))) {
    throw new BatchError('usage', find('output-is-input', { output }))
  }
}

/** Before a token or a ledger is looked at. @throws BatchError `input` for a file that does not exist. */
export function requireInput(input: string): void {
  if (existsSync(input)) return
  throw new BatchError('input', `${input} does not exist`, { hint: 'Check the name and the folder. Nothing was sent.' })
}

/** Never replaces a file that was handed on. @throws BatchError `usage` for a file that exists, or of another kind. */
export function requireNewFile(output: string, kinds: readonly string[]): void {
  if (!kinds.includes(extname(output).toLowerCase())) {
    const [only, other] = kinds
    throw new BatchError(
      'usage',
      `the output ${output} is ${other === undefined ? `no ${only}` : `neither ${only} nor ${other}`}`,
      {
        hint: `Name a file that ends in ${kinds.join(' or ')}.`,
      },
    )
  }
  if (!existsSync(output)) return
  throw new BatchError('usage', `${output} exists already, and is not replaced`, {
    hint: 'Name another file, or delete that one first.',
  })
}

/**
 * Checks, before anything is sent, that the output can be written. Only the default folder is created: any other may be
 * mistyped, or on a disk that is not mounted today.
 * @throws BatchError `surroundings` when the file cannot be written, `usage` when the folder is missing or the path is
 * a device or a pipe.
 */
export function prepareFolder(output: string): void {
  requireWritable(output, true)
}

/** The same for a plan, which makes no folder. @throws BatchError as `prepareFolder` does. */
export function requireFolder(output: string): void {
  requireWritable(output, false)
}

function requireWritable(output: string, makesFolder: boolean): void {
  try {
    const folder = dirname(resolve(output))
    if (folder !== resolve('output')) requireExisting(folder, dirname(output))
    const isMissing = statSync(folder, { throwIfNoEntry: false }) === undefined
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

function requireExisting(folder: string, asGiven: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return
  throw new BatchError('usage', find('output-folder-missing', { folder: asGiven }))
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file)
}
