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

export function localHeader(record: ZipRecord): Buffer {
  const { isLarge, name } = record
  const extra = isLarge ? zip64Field([record.size, record.packed]) : Buffer.alloc(0)
  const bytes = Buffer.alloc(30)
  bytes.write('PK\x03\x04', 'latin1')
  bytes.writeUInt16LE(isLarge ? 45 : 20, 4)
  writeCommon(bytes, 6, record)
  bytes.writeUInt32LE(isLarge ? largest32 : record.packed, 18)
  bytes.writeUInt32LE(isLarge ? largest32 : record.size, 22)
  bytes.writeUInt16LE(name.length, 26)
  bytes.writeUInt16LE(extra.length, 28)
  return Buffer.concat([bytes, name, extra])
}

export function centralHeader(record: ZipRecord): Buffer {
  const { name, comment } = record
  const values = [record.size, record.packed, record.offset]
  const large = values.filter((value) => value >= largest32)
  const extra = Buffer.concat([
    ...(large.length === 0 ? [] : [zip64Field(large)]),
    ...record.extraFields.filter(({ id }) => id !== zip64Id).map(({ id, data }) => extraField(id, data)),
  ])
  const bytes = Buffer.alloc(46)
  bytes.write('PK\x01\x02', 'latin1')
  bytes.writeUInt16LE(record.madeBy, 4)
  bytes.writeUInt16LE(record.isLarge || large.length > 0 ? 45 : 20, 6)
  writeCommon(bytes, 8, record)
  bytes.writeUInt32LE(Math.min(record.packed, largest32), 20)
  bytes.writeUInt32LE(Math.min(record.size, largest32), 24)
  bytes.writeUInt16LE(name.length, 28)
  bytes.writeUInt16LE(extra.length, 30)
  bytes.writeUInt16LE(comment.length, 32)
  bytes.writeUInt16LE(record.internal, 36)
  bytes.writeUInt32LE(record.external, 38)
  bytes.writeUInt32LE(Math.min(record.offset, largest32), 42)
  return Buffer.concat([bytes, name, extra, comment])
}

/** Adds the zip64 form when the usual one cannot hold the numbers. */
export function directoryEnd(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(count, largest16), 8)
  end.writeUInt16LE(Math.min(count, largest16), 10)
  end.writeUInt32LE(Math.min(length, largest32), 12)
  end.writeUInt32LE(Math.min(start, largest32), 16)
  if (count < largest16 && start < largest32 && length < largest32) return end
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  for (const [index, value] of [count, count, length, start].entries()) {
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * index)
  }
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}

function writeCommon(bytes: Buffer, at: number, { flags, method, time, date, crc }: ZipRecord): void {
  bytes.writeUInt16LE(flags & ~sizesFollow, at)
  bytes.writeUInt16LE(method, at + 2)
  bytes.writeUInt16LE(time, at + 4)
  bytes.writeUInt16LE(date, at + 6)
  bytes.writeUInt32LE(crc >>> 0, at + 8)
}

function zip64Field(values: readonly number[]): Buffer {
  const data = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) data.writeBigUInt64LE(BigInt(value), 8 * index)
  return extraField(zip64Id, data)
}

function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}
