export interface ZipRecord {
  name: Buffer
  flags: number
  method: number
  time: number
  date: number
  crc: number
  packed: number
  size: number
  offset: number
  madeBy: number
  internal: number
  external: number
  extraFields: readonly { id: number; data: Buffer }[]
  comment: Buffer
  /** The local header has room for sizes beyond 4 GiB. */
  isLarge: boolean
}

/** In a 32-bit field: "see the zip64 field". */
export const largest32 = 0xffffffff
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

function commonFields({ flags, method, time, date, crc }: ZipRecord): ZipField[] {
  return [...each(2, flags & ~sizesFollow, method, time, date), ...each(4, crc >>> 0)]
}

export function localHeader(record: ZipRecord): Buffer {
  const { isLarge, name, packed, size } = record
  const extra = isLarge ? zip64Field(size, packed) : Buffer.alloc(0)
  const sizes = each(4, ...(isLarge ? [largest32, largest32] : [packed, size]))
  const lengths = each(2, name.length, extra.length)
  const head = fieldBytes('PK\x03\x04', [2, isLarge ? 45 : 20], ...commonFields(record), ...sizes, ...lengths)
  return Buffer.concat([head, name, extra])
}

export function centralHeader(record: ZipRecord): Buffer {
  const { name, comment, size, packed, offset } = record
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
    ...each(2, record.madeBy, version),
    ...commonFields(record),
    ...sizes,
    ...lengths,
  )
  const rest = fieldBytes('', ...each(2, 0, record.internal), ...each(4, record.external, Math.min(offset, largest32)))
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
