import type { FileHandle } from 'node:fs/promises'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { BatchError, messageOf } from '../../support/errors.ts'
import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'

const endSignature = Buffer.from('PK\x05\x06', 'latin1')
const endLength = 22
const longestComment = 65_535

export interface ZipDirectory {
  zip: ZipFile
  entries: Entry[]
}

/** Reads the central directory at the end of the file; nothing is inflated. */
export async function readDirectory(file: string, handle: FileHandle): Promise<ZipDirectory> {
  const { size } = await handle.stat()
  const end = await findArchiveEnd(handle, size)
  if (end === undefined) throw inputError(file, 'is cut off: the end of the workbook is missing', fetchAgain)
  try {
    const zip = await fromRandomAccessReaderPromise(new HandleReader(handle), end, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    })
    if (zip.entryCount > limits.zipEntries) {
      const much = `contains ${zip.entryCount} parts, more than any workbook needs (${limits.zipEntries} are allowed)`
      throw inputError(file, much, 'Copy the rows into a new workbook, or save the sheet as CSV.')
    }
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return { zip, entries }
  } catch (error) {
    if (error instanceof BatchError) throw error
    throw inputError(file, 'is damaged: its table of contents cannot be read', fetchAgain, messageOf(error))
  }
}

/** Ignores bytes that a mail gateway or web server appended. */
async function findArchiveEnd(handle: FileHandle, size: number): Promise<number | undefined> {
  const tail = Buffer.alloc(Math.min(size, 2 * (endLength + longestComment)))
  await handle.read(tail, 0, tail.length, size - tail.length)
  for (let at = tail.lastIndexOf(endSignature); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(endSignature, at - 1)) {
    if (at + endLength > tail.length) continue
    const end = at + endLength + tail.readUInt16LE(at + 20)
    if (end <= tail.length) return size - tail.length + end
  }
  return undefined
}

/** Lets yauzl read from a file handle that it does not close. */
class HandleReader extends RandomAccessReader {
  readonly #handle: FileHandle

  constructor(handle: FileHandle) {
    super()
    this.#handle = handle
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#handle.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(bytesRead < length ? new Error('the file ends early') : null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(messageOf(error))),
    )
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null)
  }
}
