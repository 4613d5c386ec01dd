import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { type Entry, getFileNameLowLevel, type LocalFileHeader, type ZipFile } from 'yauzl'
import { BatchError, messageOf } from '../../support/errors.ts'
import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'
import { joinPieces } from './bytes.ts'
import { readDirectory } from './zip-directory.ts'

/** To set up a stream takes longer than to unpack so little, which is 16 MiB at most, whatever its directory says. */
const unpackedAtOnce = { packed: 16_384, unpacked: 1_048_576 }

/** Part names are compared in lower case, with forward slashes, without a leading one. */
export function partKey(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()
}

/** Random access to the entries of a zip file; the directory is checked before anything is inflated. */
export class ZipArchive {
  readonly file: string
  readonly #handle: FileHandle
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  /** In the directory's order. */
  readonly entries: readonly Entry[]

  private constructor(file: string, handle: FileHandle, zip: ZipFile, entries: readonly Entry[]) {
    this.file = file
    this.#handle = handle
    this.#zip = zip
    const byKey = new Map<string, Entry>()
    for (const entry of entries) {
      const key = partKey(entryName(entry))
      // A folder means nothing.
      if (byKey.has(key) && !key.endsWith('/')) throw this.#damaged(key, 'stands in it twice')
      byKey.set(key, entry)
    }
    this.#entries = byKey
    this.entries = entries
  }

  /** @throws BatchError `input` when the zip file is incomplete, has a part twice, or would inflate beyond the limits. */
  static async open(file: string): Promise<ZipArchive> {
    const handle = await open(file, 'r')
    try {
      const { zip, entries } = await readDirectory(file, handle)
      refuseBombs(file, entries, (await handle.stat()).size)
      return new ZipArchive(file, handle, zip, entries)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name))
  }

  entryOf(name: string): Entry | undefined {
    return this.#entries.get(partKey(name))
  }

  /** Uncompressed size according to the directory; `read` never yields more. */
  sizeOf(name: string): number {
    return this.entryOf(name)?.uncompressedSize ?? 0
  }

  /** Inflates a part, and checks its size and checksum against the directory. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entryOf(name)
    if (entry === undefined) throw inputError(this.file, `is incomplete: its part ${name} is missing`, fetchAgain)
    let size = 0
    let checksum = 0
    for await (const bytes of this.#unpack(entry, name)) {
      size += bytes.length
      if (size > entry.uncompressedSize) throw this.#damaged(name, 'is larger than the archive says')
      checksum = crc32(bytes, checksum)
      yield bytes
    }
    // Some writers omit the checksum.
    if (size < entry.uncompressedSize || (entry.crc32 !== 0 && checksum !== entry.crc32)) {
      throw this.#damaged(name, 'is cut off or altered')
    }
  }

  async *readPacked(entry: Entry): AsyncGenerator<Buffer> {
    yield* readRange(this.#handle, await this.#locate(entry), entry.compressedSize)
  }

  /** @throws BatchError `input` when an entry is not at its offset or is truncated; nothing is inflated. */
  async requireComplete(): Promise<void> {
    const { size } = await this.#handle.stat()
    for (const entry of this.entries) {
      if ((await this.#locate(entry)) + entry.compressedSize > size) throw this.#damaged(entryName(entry), 'is cut off')
    }
  }

  /** @throws BatchError `input` also for another name at its offset: who reads from the front sees another workbook. */
  async #locate(entry: Entry): Promise<number> {
    const name = entryName(entry)
    let head: LocalFileHeader
    try {
      head = await this.#zip.readLocalFileHeaderPromise(entry)
    } catch (error) {
      throw this.#damaged(name, 'cannot be found', messageOf(error))
    }
    const { fileName, generalPurposeBitFlag, fileDataStart } = head
    if (fileName.equals(entry.fileNameRaw)) return fileDataStart
    const other = getFileNameLowLevel(generalPurposeBitFlag, fileName, [], false)
    if (partKey(other) !== partKey(name)) throw this.#damaged(name, `is named ${other} where it stands`)
    return fileDataStart
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  async *#unpack(entry: Entry, name: string): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) {
      const hint = 'Unpack it and use the workbook inside.'
      throw inputError(this.file, 'is a zip archive protected with a password', hint)
    }
    if (!entry.canDecodeFileData()) {
      const hint = 'Open it in a spreadsheet program and save it again as .xlsx.'
      throw inputError(this.file, `is packed in an unusual way (zip method ${entry.compressionMethod})`, hint)
    }
    try {
      const packed = this.readPacked(entry)
      const { packed: few, unpacked } = unpackedAtOnce
      const isSmall = entry.compressedSize <= few && entry.uncompressedSize <= unpacked
      if (!entry.isCompressed()) yield* packed
      else if (isSmall) yield inflateRawSync(await joinPieces(packed))
      else yield* pipeline(Readable.from(packed), createInflateRaw({ chunkSize: 131_072 }), ignoreOutcome)
    } catch (error) {
      if (error instanceof BatchError) throw error
      throw this.#damaged(name, 'cannot be unpacked', messageOf(error))
    }
  }

  #damaged(part: string, what: string, cause?: unknown): BatchError {
    return inputError(this.file, `is damaged: its part ${part} ${what}`, fetchAgain, cause)
  }
}

/** @throws as `ZipArchive.open` does */
export async function withArchive<T>(file: string, use: (archive: ZipArchive) => Promise<T>): Promise<T> {
  const archive = await ZipArchive.open(file)
  try {
    return await use(archive)
  } finally {
    await archive.close()
  }
}

/** Positional reads, since each stream of a FileHandle leaves a listener on it. */
async function* readRange(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const into = Buffer.allocUnsafe(Math.min(65_536, length - done))
    const { bytesRead } = await handle.read({ buffer: into, position: start + done })
    if (bytesRead === 0) return
    done += bytesRead
    yield into.subarray(0, bytesRead)
  }
}

/** The stream's reader gets the failure. */
function ignoreOutcome(): void {}

export function entryName(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
}

/** A zip bomb is a small file, so a large file may inflate to more than a small one. */
function refuseBombs(file: string, entries: readonly Entry[], fileBytes: number): void {
  const hint = 'If it is an honest workbook, copy the rows into a new one, or save the sheet as CSV.'
  let total = 0
  for (const entry of entries) {
    total += entry.uncompressedSize
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
    if (entry.uncompressedSize > limits.packingRatioFrom && ratio > limits.packingRatio) {
      throw inputError(file, `looks like a zip bomb: a part unpacks to ${Math.round(ratio)} times its size`, hint)
    }
  }
  const allowed = Math.max(limits.unpackedBytes, fileBytes * limits.unpackedToPacked)
  if (total > allowed) {
    const much = `it unpacks to ${toMebibytes(total)} MiB, and ${toMebibytes(allowed)} are allowed`
    throw inputError(file, `is too large: ${much}`, hint)
  }
}

function toMebibytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576)
}
