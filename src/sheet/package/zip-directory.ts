import type { FileHandle } from 'node:fs/promises'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { BatchError, messageOf } from '../../support/errors.ts'
import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'

const endSignature = Buffer.from('PK\x05\x06', 'latin1')
const endLength = 22
const longestComment = 65_535
/** Entries of the directory are read one by one, and so are the heads of the parts: most are in what was read last. */
const windowBytes = 16_384

/** Reads the central directory at the end of the file; nothing is inflated. */
export async function readDirectory(file: string, handle: FileHandle): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const { size } = await handle.stat()
  const tail = await readWindow(handle, Math.max(0, size - 2 * (endLength + longestComment)), size)
  const end = findArchiveEnd(tail)
  if (end === undefined) throw inputError(file, 'is cut off: the end of the workbook is missing', fetchAgain)
  try {
    const zip = await fromRandomAccessReaderPromise(new HandleReader(handle, tail), end, {
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

/** Bytes of the file from `start`. */
interface Window {
  start: number
  bytes: Buffer
}

async function readWindow(handle: FileHandle, start: number, end: number): Promise<Window> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(end - start), position: start })
  return { start, bytes: buffer.subarray(0, bytesRead) }
}

/** Ignores bytes that a mail gateway or web server appended. */
function findArchiveEnd({ start, bytes }: Window): number | undefined {
  for (
    let at = bytes.lastIndexOf(endSignature);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(endSignature, at - 1)
  ) {
    if (at + endLength > bytes.length) continue
    const end = at + endLength + bytes.readUInt16LE(at + 20)
    if (end <= bytes.length) return start + end
  }
  return undefined
}

/** Lets yauzl read from a file handle that it does not close. */
class HandleReader extends RandomAccessReader {
  readonly #handle: FileHandle
  #window: Window

  constructor(handle: FileHandle, window: Window) {
    super()
    this.#handle = handle
    this.#window = window
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytesAt(position, length).then(
      (bytes) => callback(bytes.copy(buffer, offset) < length ? new Error('the file ends early') : null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(messageOf(error))),
    )
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#window
    const isThere = position >= start && position + length <= start + bytes.length
    const window = isThere
      ? this.#window
      : await readWindow(this.#handle, position, position + Math.max(length, windowBytes))
    this.#window = window
    return window.bytes.subarray(position - window.start, position - window.start + length)
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null)
  }
}
