import { crc32, deflateRawSync } from 'node:zlib'
import type { Parts } from '../reading/workbook-parts.ts'

export interface OddZip {
  /** Sizes and checksum follow the data instead of standing before it (POI, SXSSF, .NET streams, Google). */
  hasDescriptors?: boolean
  /** The descriptor starts without its signature. */
  hasBareDescriptors?: boolean
  /** Nothing is packed. */
  isStored?: boolean
  /** Sizes and places in zip64 fields (EPPlus, .NET, SXSSF). */
  isZip64?: boolean
  /** Behind the end of the archive. */
  comment?: string
  trailing?: Buffer
  /** An entry for each folder. */
  hasFolders?: boolean
  /** Extra fields before each entry's data only. */
  hasLocalExtra?: boolean
  /** The checksum left at 0. */
  hasNoChecksum?: boolean
  /** The name is not said to be UTF-8. */
  isFlagless?: boolean
}

/** A zip archive as other programs write them. */
export function oddZip(parts: Parts, odd: OddZip = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const folders = new Set(
    Object.keys(parts).flatMap((name) => (name.includes('/') ? [name.replace(/[^/]*$/, '')] : [])),
  )
  const all: [string, string | Buffer][] = [
    ...(odd.hasFolders ? [...folders].map((name): [string, string] => [name, '']) : []),
    ...Object.entries(parts),
  ]
  for (const [name, content] of all) {
    const raw = Buffer.from(content)
    const isStored = odd.isStored || name.endsWith('/')
    const packed = isStored ? raw : deflateRawSync(raw)
    const checksum = odd.hasNoChecksum ? 0 : crc32(raw)
    const isStreamed = (odd.hasDescriptors || odd.hasBareDescriptors) === true
    const flags = (odd.isFlagless ? 0 : 0x800) | (isStreamed ? 8 : 0)
    const nameBytes = Buffer.from(name)
    const common = (): Buffer => {
      const fields = Buffer.alloc(26)
      fields.writeUInt16LE(odd.isZip64 ? 45 : 20, 0)
      fields.writeUInt16LE(flags, 2)
      fields.writeUInt16LE(isStored ? 0 : 8, 4)
      fields.writeUInt16LE(nameBytes.length, 22)
      return fields
    }
    const local = common()
    if (!isStreamed) {
      local.writeUInt32LE(checksum, 10)
      local.writeUInt32LE(odd.isZip64 ? 0xffffffff : packed.length, 14)
      local.writeUInt32LE(odd.isZip64 ? 0xffffffff : raw.length, 18)
    }
    const localExtra = Buffer.concat([
      odd.isZip64 && !isStreamed ? zip64Field(raw.length, packed.length) : Buffer.alloc(0),
      odd.hasLocalExtra ? Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]) : Buffer.alloc(0),
    ])
    local.writeUInt16LE(localExtra.length, 24)
    const body = [Buffer.from('PK\x03\x04'), local, nameBytes, localExtra, packed]
    if (isStreamed) body.push(descriptor(checksum, packed.length, raw.length, odd))
    const central = common()
    central.writeUInt32LE(checksum, 10)
    central.writeUInt32LE(odd.isZip64 ? 0xffffffff : packed.length, 14)
    central.writeUInt32LE(odd.isZip64 ? 0xffffffff : raw.length, 18)
    const extra = odd.isZip64 ? zip64Field(raw.length, packed.length, offset) : Buffer.alloc(0)
    central.writeUInt16LE(extra.length, 24)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(odd.isZip64 ? 0xffffffff : offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), central, place, nameBytes, extra]))
    const written = Buffer.concat(body)
    bodies.push(written)
    offset += written.length
  }
  const list = Buffer.concat(directory)
  const ends = [...bodies, list]
  if (odd.isZip64) ends.push(zip64End(directory.length, list.length, offset))
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(odd.isZip64 ? 0xffff : directory.length, 8)
  end.writeUInt16LE(odd.isZip64 ? 0xffff : directory.length, 10)
  end.writeUInt32LE(odd.isZip64 ? 0xffffffff : list.length, 12)
  end.writeUInt32LE(odd.isZip64 ? 0xffffffff : offset, 16)
  const comment = Buffer.from(odd.comment ?? '')
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...ends, end, comment, odd.trailing ?? Buffer.alloc(0)])
}

function zip64Field(...values: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return field
}

function zip64End(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(76)
  end.write('PK\x06\x06', 'latin1')
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.write('PK\x06\x07', 56, 'latin1')
  end.writeBigUInt64LE(BigInt(offset + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}

function descriptor(checksum: number, packed: number, raw: number, odd: OddZip): Buffer {
  const bare = Buffer.alloc(odd.isZip64 ? 20 : 12)
  bare.writeUInt32LE(checksum, 0)
  if (odd.isZip64) {
    bare.writeBigUInt64LE(BigInt(packed), 4)
    bare.writeBigUInt64LE(BigInt(raw), 12)
  } else {
    bare.writeUInt32LE(packed, 4)
    bare.writeUInt32LE(raw, 8)
  }
  return odd.hasBareDescriptors ? bare : Buffer.concat([Buffer.from('PK\x07\x08'), bare])
}
