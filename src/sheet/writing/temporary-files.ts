import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { find } from '../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../support/errors.ts'

const hour = 3_600_000
/** Age at which files of another machine on a shared disk are stale. A run needs its input copy until its end. */
const staleAfterMs = { partial: hour, input: 14 * 24 * hour } as const
type TemporaryKind = keyof typeof staleAfterMs
const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** Part of temporary file names: the machine and process that write them. */
export const processTag = `${thisMachine}-${process.pid}`

/** A new name beside `target`: `.trips.<machine>-<process>-<any>.partial.xlsx`. */
export function temporaryName(target: string, kind: TemporaryKind = 'partial'): string {
  const { start, end } = affixes(target, kind)
  return join(dirname(target), `${start}${processTag}-${randomBytes(6).toString('hex')}${end}`)
}

/** Removes files left by a killed process, since they contain personal data. */
export async function removeStaleTemporaries(target: string, kind: TemporaryKind = 'partial'): Promise<void> {
  const { start, end } = affixes(target, kind)
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(start) || !name.endsWith(end)) continue
    const maker = parseProcessTag(name.slice(start.length, name.length - end.length))
    const file = join(dirname(target), name)
    if (maker !== undefined && (hasOwnerExited(maker) || (await isStale(file, kind)))) await rm(file, { force: true })
  }
}

function affixes(target: string, kind: TemporaryKind): { start: string; end: string } {
  const extension = extname(target)
  return { start: `.${basename(target, extension)}.`, end: `.${kind}${extension}` }
}

export function parseProcessTag(mark: string): { machine: string; pid: number } | undefined {
  const groups = /^(?<machine>[0-9a-f]{8})-(?<pid>\d{1,10})-\w{6,12}$/.exec(mark)?.groups
  return groups === undefined ? undefined : { machine: groups['machine'] ?? '', pid: Number(groups['pid']) }
}

/** False for another machine: only local processes can be checked. */
export function hasOwnerExited({ machine, pid }: { machine: string; pid: number }): boolean {
  if (machine !== thisMachine) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

async function isStale(file: string, kind: TemporaryKind): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > staleAfterMs[kind]
}

/**
 * Copies a workbook to a hidden file beside the output, readable by its owner only, so that later changes of the file
 * do no harm. Copies left by killed processes are removed.
 * @throws BatchError `surroundings` when the copy cannot be made.
 */
export async function createInputCopy(file: string, output: string): Promise<string> {
  const target = resolve(output)
  const copy = temporaryName(target, 'input')
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await removeStaleTemporaries(target, 'input')
    // File systems with copy-on-write share the bytes.
    await copyFile(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await chmod(copy, 0o600)
    // The modification time tells when a copy is stale.
    const now = new Date()
    await utimes(copy, now, now)
    return copy
  } catch (error) {
    await rm(copy, { force: true }).catch(() => {})
    throw toWriteError(error, output)
  }
}

export async function removeInputCopy(copy: string | undefined): Promise<void> {
  if (copy !== undefined) await rm(copy, { force: true }).catch(() => {})
}

/** Errors of the file system become messages for the user; other errors stay as they are. */
export function toWriteError(error: unknown, output: string): unknown {
  const code = codeOf(error)
  const isOfSystem = error instanceof Error && 'errno' in error && !(error instanceof BatchError)
  if (code === undefined || !isOfSystem) return error
  return new BatchError('surroundings', find('not-written', { output, code }), { cause: error })
}
