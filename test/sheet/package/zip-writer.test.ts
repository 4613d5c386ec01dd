import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  centralHeader,
  directoryEnd,
  localHeader,
  ZipArchive,
  type ZipRecord,
  ZipWriter,
} from '../../rooms/sheet/package.ts'
import { packedParts, partText } from '../enriching/compare.ts'
import { inFolder } from '../enriching/enrich.ts'
import { oddZip } from '../hazards/odd-zip.ts'

const parts = { 'xl/a.xml': 'a'.repeat(5000), 'xl/ü.bin': Buffer.from([0, 1, 255]), empty: '' }

async function copyAll(
  from: string,
  to: string,
  added: Readonly<Record<string, readonly Buffer[]>> = {},
): Promise<void> {
  const archive = await ZipArchive.open(from)
  const zip = await ZipWriter.create(to)
  for (const entry of archive.entries) await zip.copy(entry, archive.readPacked(entry))
  for (const [name, content] of Object.entries(added)) await zip.add(name, content)
  await zip.finish()
  await archive.close()
}

describe('a zip archive', () => {
  it.each([
    ['as it is usual', {}],
    ['with sizes behind the data', { hasDescriptors: true }],
    ['with bare sizes behind the data', { hasBareDescriptors: true }],
    ['with zip64 fields', { isZip64: true }],
    ['that packs nothing', { isStored: true }],
    ['with folders and more fields', { hasFolders: true, hasLocalExtra: true, comment: 'c' }],
  ])('%s is taken over as it is packed', async (_, odd) => {
    await inFolder(async (folder) => {
      const [from, to] = [join(folder, 'a.zip'), join(folder, 'b.zip')]
      await writeFile(from, oddZip(parts, odd))
      await copyAll(from, to, { 'new.xml': [Buffer.from('one '), Buffer.from('two')] })
      const [before, after] = [await packedParts(from), await packedParts(to)]
      expect([...after].filter(([name]) => name !== 'new.xml')).toEqual([...before])
      expect(await partText(to, 'new.xml')).toBe('one two')
    })
  })

  it.each([0, 32_768, 32_769, 400_000])('packs %s bytes alike, in however many pieces they come', async (length) => {
    const content = Buffer.from(Array.from({ length }, (_, n) => 97 + (((n * n * 31 + n) % 251) % 26)))
    const pieces = Array.from({ length: Math.ceil(length / 1_000) }, (_, n) =>
      content.subarray(n * 1_000, n * 1_000 + 1_000),
    )
    await inFolder(async (folder) => {
      const file = join(folder, 'a.zip')
      await writeFile(join(folder, 'empty.zip'), oddZip({}, {}))
      await copyAll(join(folder, 'empty.zip'), file, { whole: [content], pieces })
      const [whole, inPieces] = [...(await packedParts(file)).values()].map((part) => part.split(' ').toSpliced(1, 1))
      expect(inPieces).toEqual(whole)
      expect(await partText(file, 'pieces')).toBe(content.toString())
    })
  })

  it('takes the place of no file that is there', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'a.zip'), 'x')
      await expect(ZipWriter.create(join(folder, 'a.zip'))).rejects.toMatchObject({ code: 'EEXIST' })
    })
  })
})

describe('numbers that 32 bits cannot hold', () => {
  const large = 5 * 2 ** 30
  const nothing = Buffer.alloc(0)
  const record: ZipRecord = {
    ...{ fileNameRaw: Buffer.from('a'), generalPurposeBitFlag: 8, compressionMethod: 8, crc32: 1 },
    ...{ lastModFileTime: 0, lastModFileDate: 0, versionMadeBy: 20 },
    ...{ compressedSize: large, uncompressedSize: large + 1, offset: large + 2 },
    ...{ internalFileAttributes: 0, externalFileAttributes: 0 },
    extraFields: [
      { id: 1, data: Buffer.alloc(8) },
      { id: 7, data: nothing },
    ],
    ...{ fileCommentRaw: nothing, isLarge: true },
  }

  it('stand in fields of their own', () => {
    const local = localHeader(record)
    expect(local.readUInt32LE(18)).toBe(0xffffffff)
    expect([local.readBigUInt64LE(35), local.readBigUInt64LE(43)]).toEqual([BigInt(large + 1), BigInt(large)])
    const central = centralHeader(record)
    expect(central.readUInt32LE(42)).toBe(0xffffffff)
    expect([51, 59, 67].map((at) => central.readBigUInt64LE(at))).toEqual([large + 1, large, large + 2].map(BigInt))
    expect(central.readUInt16LE(75)).toBe(7)
  })

  it('need another end of the archive', () => {
    expect(directoryEnd(3, 100, 50)).toHaveLength(22)
    const end = directoryEnd(70_000, large, 50)
    expect(end.toString('latin1', 0, 4)).toBe('PK\x06\x06')
    expect(end.readBigUInt64LE(48)).toBe(BigInt(large))
    expect(end.readBigUInt64LE(56 + 8)).toBe(BigInt(large + 50))
    expect(end.readUInt16LE(76 + 10)).toBe(0xffff)
  })

  it('are told of the bits that no longer hold', () => {
    expect(localHeader(record).readUInt16LE(6)).toBe(0)
  })
})
