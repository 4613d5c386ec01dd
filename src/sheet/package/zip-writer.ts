import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import { BatchError } from '../../support/errors.ts'
import { centralHeader, directoryEnd, largest32, localHeader, type ZipRecord } from './zip-headers.ts'

/**
 * Fast, with about the size that the writer of new workbooks reaches. Large chunks let rows be built while others are
 * compressed.
 */
const packing = { level: 1, chunkSize: 131_072, highWaterMark: 1_048_576 }
/** To set up a stream takes longer than to compress so little. */
const packedAtOnce = 32_768
/** A fixed time for new entries: the same input always gives the same bytes. */
const noTime = { date: 0x5a21, time: 0 }

export class ZipWriter {
  readonly #handle: FileHandle
  readonly #written: ZipRecord[] = []
  #at = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async create(file: string): Promise<ZipWriter> {
    return new ZipWriter(await open(file, 'wx', 0o600))
  }

  /** Copies an entry without inflating it: compressed bytes, checksum, name, time and attributes stay. */
  async copy(entry: Entry, packed: AsyncIterable<Buffer>): Promise<void> {
    const { compressedSize, uncompressedSize } = entry
    const isLarge = compressedSize >= largest32 || uncompressedSize >= largest32
    const record = { ...describe(entry), packed: compressedSize, size: uncompressedSize, offset: this.#at, isLarge }
    await this.#append(localHeader(record))
    const start = this.#at
    for await (const bytes of packed) await this.#append(bytes)
    if (this.#at - start !== compressedSize) throw new BatchError('defect', 'the workbook ended while it was copied')
    this.#written.push(record)
  }

  /** Compresses an entry while it is streamed. `like`: the entry that it replaces, with name, time and attributes. */
  async add(name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>, like?: Entry): Promise<void> {
    const known = like === undefined ? describeNew(name) : { ...describe(like), method: 8 }
    // The header must leave room for sizes beyond 4 GiB before they are known.
    const isLarge = (like?.uncompressedSize ?? 0) > 2 ** 30
    const record: ZipRecord = { ...known, crc: 0, packed: 0, size: 0, offset: this.#at, isLarge }
    this.#at += localHeader(record).length
    for await (const bytes of pack(measure(content, record))) {
      record.packed += bytes.length
      await this.#append(bytes)
    }
    if (!isLarge && Math.max(record.packed, record.size) >= largest32) {
      throw new BatchError('input', `a part of the workbook has become larger than 4 GiB: ${name}`, {
        hint: 'Name a .csv file as the output, or split the rows over several workbooks.',
      })
    }
    await this.#write(localHeader(record), record.offset)
    this.#written.push(record)
  }

  async finish(): Promise<void> {
    const start = this.#at
    for (const record of this.#written) await this.#append(centralHeader(record))
    await this.#append(directoryEnd(this.#written.length, start, this.#at - start))
    await this.#handle.close()
  }

  /** Closes the file, which stays behind incomplete. */
  async abort(): Promise<void> {
    await this.#handle.close().catch(() => {})
  }

  async #append(bytes: Buffer): Promise<void> {
    await this.#write(bytes, this.#at)
    this.#at += bytes.length
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, position + done)
      done += bytesWritten
    }
  }
}

async function* pack(content: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first: Buffer[] = []
  let size = 0
  for (let next = await content.next(); next.done !== true; next = await content.next()) {
    first.push(next.value)
    size += next.value.length
    if (size > packedAtOnce) {
      yield* pipeline(Readable.from(join(first, content)), createDeflateRaw(packing), ignoreOutcome)
      return
    }
  }
  yield deflateRawSync(Buffer.concat(first), packing)
}

async function* join(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

async function* measure(content: Iterable<Buffer> | AsyncIterable<Buffer>, record: ZipRecord): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    record.crc = crc32(bytes, record.crc)
    record.size += bytes.length
    yield bytes
  }
}

/** The reader of the stream gets its failure. */
function ignoreOutcome(): void {}

type Description = Omit<ZipRecord, 'packed' | 'size' | 'offset' | 'isLarge'>

function describe(entry: Entry): Description {
  return {
    name: entry.fileNameRaw,
    flags: entry.generalPurposeBitFlag,
    method: entry.compressionMethod,
    time: entry.lastModFileTime,
    date: entry.lastModFileDate,
    crc: entry.crc32,
    madeBy: entry.versionMadeBy,
    internal: entry.internalFileAttributes,
    external: entry.externalFileAttributes,
    extraFields: entry.extraFields,
    comment: entry.fileCommentRaw,
  }
}

function describeNew(name: string): Description {
  return {
    ...noTime,
    name: Buffer.from(name),
    flags: 0x800,
    method: 8,
    crc: 0,
    madeBy: 20,
    internal: 0,
    external: 0,
    extraFields: [],
    comment: Buffer.alloc(0),
  }
}
