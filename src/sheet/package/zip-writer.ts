import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import { BatchError } from '../../support/errors.ts'
import { startWith } from './bytes.ts'

/** Fast, with about the size that other writers reach. Large chunks let rows be built while others are compressed. */
const packing = { level: 1, chunkSize: 131_072, highWaterMark: 1_048_576 }
/** To set up a stream takes longer than to compress so little. */
const packedAtOnce = 32_768
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
    const record: ZipRecord = { ...entry, offset: this.#at, isLarge }
    await this.#append(localHeader(record))
    const start = this.#at
    for await (const bytes of packed) await this.#append(bytes)
    if (this.#at - start !== compressedSize) throw new BatchError('defect', 'the workbook ended while it was copied')
    this.#written.push(record)
  }

  /** Compresses an entry while it is streamed. `like`: the entry that it replaces, with name, time and attributes. */
  async add(name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>, like?: Entry): Promise<void> {
    // The header must leave room for sizes beyond 4 GiB before they are known.
    const isLarge = (like?.uncompressedSize ?? 0) > 2 ** 30
    const known: Described = like ?? { ...newEntry, fileNameRaw: Buffer.from(name) }
    const sizes = { compressionMethod: 8, crc32: 0, compressedSize: 0, uncompressedSize: 0 }
    const record: ZipRecord = { ...known, ...sizes, offset: this.#at, isLarge }
    this.#at += localHeader(record).length
    for await (const bytes of pack(measure(content, record))) {
      record.compressedSize += bytes.length
      await this.#append(bytes)
    }
    if (!isLarge && Math.max(record.compressedSize, record.uncompressedSize) >= largest32) {
      const hint = 'Name a .csv file as the output, or split the rows over several workbooks.'
      throw new BatchError('input', `a part of the workbook has become larger than 4 GiB: ${name}`, { hint })
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
      yield* pipeline(Readable.from(startWith(first, content)), createDeflateRaw(packing), ignoreOutcome)
      return
    }
  }
  yield deflateRawSync(Buffer.concat(first), packing)
}

async function* measure(content: Iterable<Buffer> | AsyncIterable<Buffer>, record: ZipRecord): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    record.crc32 = crc32(bytes, record.crc32)
    record.uncompressedSize += bytes.length
    yield bytes
  }
}

/** The reader of the stream gets its failure. */
function ignoreOutcome(): void {}

/** The fields of a directory's entry, as yauzl names them. */
type Described = Pick<Entry, keyof typeof newEntry | 'fileNameRaw'>

export interface ZipRecord extends Described {
  offset: number
  /** The local header has room for sizes beyond 4 GiB. */
  isLarge: boolean
}

/** A fixed time: the same input always gives the same bytes. */
const newEntry = {
  ...{ generalPurposeBitFlag: 0x800, compressionMethod: 8, lastModFileTime: 0, lastModFileDate: 0x5a21 },
  ...{ crc32: 0, compressedSize: 0, uncompressedSize: 0, versionMadeBy: 20 },
  ...{ internalFileAttributes: 0, externalFileAttributes: 0, extraFields: [], fileCommentRaw: Buffer.alloc(0) },
} satisfies Partial<Entry>

/** In a 32-bit field: "see the zip64 field". */
const largest32 = 0xffffffff
const largest16 = 0xffff
const zip64Id = 1
/** General purpose bit 3. Sizes and checksum precede the data here, also where the source archive has them behind. */
const sizesFollow = 8

type ZipField = readonly [bytes: 2 | 4 | 8, value: number]

function each(bytes: ZipField[0], ...values: readonly number[]): ZipField[] {
  return values.map((value) => [bytes, value])
}

/** Fields one after another, each with its number of bytes. */
function fieldBytes(signature: string, ...fields: readonly ZipField[]): Buffer {
  const numbers = fields.map(([length, value]) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(value))
    return bytes.subarray(0, length)
  })
  return Buffer.concat([Buffer.from(signature, 'latin1'), ...numbers])
}

function commonFields(record: ZipRecord): ZipField[] {
  const flags = record.generalPurposeBitFlag & ~sizesFollow
  const { compressionMethod, lastModFileTime, lastModFileDate, crc32: checksum } = record
  return [...each(2, flags, compressionMethod, lastModFileTime, lastModFileDate), ...each(4, checksum >>> 0)]
}

export function localHeader(record: ZipRecord): Buffer {
  const { isLarge, fileNameRaw: name, compressedSize: packed, uncompressedSize: size } = record
  const extra = isLarge ? zip64Field(size, packed) : Buffer.alloc(0)
  const sizes = each(4, ...(isLarge ? [largest32, largest32] : [packed, size]))
  const lengths = each(2, name.length, extra.length)
  const head = fieldBytes('PK\x03\x04', [2, isLarge ? 45 : 20], ...commonFields(record), ...sizes, ...lengths)
  return Buffer.concat([head, name, extra])
}

export function centralHeader(record: ZipRecord): Buffer {
  const { fileNameRaw: name, fileCommentRaw: comment, uncompressedSize: size, compressedSize: packed, offset } = record
  const large = [size, packed, offset].filter((value) => value >= largest32)
  const extra = Buffer.concat([
    ...(large.length === 0 ? [] : [zip64Field(...large)]),
    ...record.extraFields.filter(({ id }) => id !== zip64Id).map(({ id, data }) => extraField(id, data)),
  ])
  const version = record.isLarge || large.length > 0 ? 45 : 20
  const sizes = each(4, Math.min(packed, largest32), Math.min(size, largest32))
  const lengths = each(2, name.length, extra.length, comment.length)
  const head = fieldBytes(
    'PK\x01\x02',
    ...each(2, record.versionMadeBy, version),
    ...commonFields(record),
    ...sizes,
    ...lengths,
  )
  const rest = fieldBytes(
    '',
    ...each(2, 0, record.internalFileAttributes),
    ...each(4, record.externalFileAttributes, Math.min(offset, largest32)),
  )
  return Buffer.concat([head, rest, name, extra, comment])
}

/** Adds the zip64 form when the usual one cannot hold the numbers. */
export function directoryEnd(count: number, start: number, length: number): Buffer {
  const entries = Math.min(count, largest16)
  const place = each(4, Math.min(length, largest32), Math.min(start, largest32))
  const end = fieldBytes('PK\x05\x06', ...each(2, 0, 0, entries, entries), ...place, [2, 0])
  if (count < largest16 && start < largest32 && length < largest32) return end
  const numbers = each(8, 0, count, count, length, start)
  const record = fieldBytes('PK\x06\x06', [8, 44], ...each(2, 45, 45), ...numbers)
  return Buffer.concat([record, fieldBytes('PK\x06\x07', [4, 0], [8, start + length], [4, 1]), end])
}

function zip64Field(...values: readonly number[]): Buffer {
  return extraField(zip64Id, fieldBytes('', ...each(8, ...values)))
}

function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([fieldBytes('', ...each(2, id, data.length)), data])
}
