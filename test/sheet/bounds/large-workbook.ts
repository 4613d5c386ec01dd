import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { workbookParts } from '../reading/workbook-parts.ts'

/** Pieces of a part, made while they are packed. */
export type Pieces = Iterable<string>

interface Packed {
  name: string
  offset: number
  checksum: number
  packedBytes: number
  bytes: number
}

const blockChars = 65_536

/** Writes a zip archive of parts of any size with little memory; local headers are complete, as Excel writes them. */
export async function writeLargeZip(file: string, parts: Readonly<Record<string, Pieces>>, level = 6): Promise<void> {
  const handle = await open(file, 'w')
  try {
    const packed: Packed[] = []
    let offset = 0
    for (const [name, pieces] of Object.entries(parts)) {
      const one = await writePart(handle, name, pieces, offset, level)
      packed.push(one)
      offset += headerBytes(name) + one.packedBytes
    }
    await handle.write(directoryOf(packed, offset), 0, null, offset)
  } finally {
    await handle.close()
  }
}

/** The parts of a workbook with one sheet, whose rows are made one after another, and the texts it shares. */
export function largeWorkbook(rows: Pieces, texts?: Pieces): Record<string, Pieces> {
  const { 'xl/worksheets/sheet1.xml': _, ...small } = workbookParts('')
  const parts: Record<string, Pieces> = {}
  for (const [name, content] of Object.entries(small)) parts[name] = [String(content)]
  parts['xl/styles.xml'] = [styleSheet]
  if (texts !== undefined) parts['xl/sharedStrings.xml'] = framed('<sst>', texts, '</sst>')
  parts['xl/worksheets/sheet1.xml'] = framed('<worksheet><sheetData>', rows, '</sheetData></worksheet>')
  return parts
}

const styleSheet =
  '<styleSheet><fonts count="1"><font/></fonts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'

export function* framed(start: string, pieces: Pieces, end: string): Generator<string> {
  yield start
  yield* pieces
  yield end
}

async function writePart(
  handle: FileHandle,
  name: string,
  pieces: Pieces,
  offset: number,
  level: number,
): Promise<Packed> {
  const start = offset + headerBytes(name)
  const packed: Packed = { name, offset, checksum: 0, packedBytes: 0, bytes: 0 }
  const raw = Readable.from(measured(inBlocks(pieces), packed))
  for await (const bytes of pipeline(raw, createDeflateRaw({ level, chunkSize: 262_144 }), () => {})) {
    await handle.write(bytes, 0, bytes.length, start + packed.packedBytes)
    packed.packedBytes += bytes.length
  }
  const header = Buffer.concat([Buffer.from('PK\x03\x04'), fieldsOf(packed), Buffer.from(name)])
  await handle.write(header, 0, header.length, offset)
  return packed
}

function* inBlocks(pieces: Pieces): Generator<Buffer> {
  let block = ''
  for (const piece of pieces) {
    block += piece
    if (block.length < blockChars) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block !== '') yield Buffer.from(block)
}

function* measured(blocks: Iterable<Buffer>, packed: Packed): Generator<Buffer> {
  for (const block of blocks) {
    packed.checksum = crc32(block, packed.checksum)
    packed.bytes += block.length
    yield block
  }
}

function headerBytes(name: string): number {
  return 30 + Buffer.byteLength(name)
}

function fieldsOf({ name, checksum, packedBytes, bytes }: Packed): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x800, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(checksum, 10)
  fields.writeUInt32LE(packedBytes, 14)
  fields.writeUInt32LE(bytes, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

function directoryOf(parts: readonly Packed[], offset: number): Buffer {
  const entries = parts.map((part) => {
    const place = Buffer.alloc(14)
    place.writeUInt32LE(part.offset, 10)
    return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fieldsOf(part), place, Buffer.from(part.name)])
  })
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([list, end])
}
