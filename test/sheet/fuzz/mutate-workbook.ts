import type { Random } from '../../rooms/support.ts'
import { type Parts, zip } from '../reading/workbook-parts.ts'
import { below, pick } from './choose.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateXml } from './mutate-xml.ts'

/** A seed taken apart; `bytes` is the archive as it was. */
export interface WorkbookSeed {
  bytes: Buffer
  parts: Readonly<Record<string, Buffer>>
}

/** Changes a workbook: its archive, its list of parts, or what stands in them. */
export function mutateWorkbook(seed: WorkbookSeed, random: Random): Buffer {
  const kind = random()
  if (kind < 0.15) return mutateBytes(seed.bytes, random)
  const parts: Parts = { ...seed.parts }
  if (kind < 0.3) mutateList(parts, random)
  else for (let times = 1 + below(random, 2); times > 0; times -= 1) mutatePart(parts, random)
  const archive = zip(parts)
  if (kind < 0.8) return archive
  return kind < 0.9 ? lieInDirectory(archive, random) : mutateBytes(archive, random)
}

function mutatePart(parts: Parts, random: Random): void {
  const names = Object.keys(parts).filter((name) => /\.(?:xml|rels)$/i.test(name))
  const telling = names.filter((name) => /sheet|shared|styles|workbook/i.test(name))
  const name = pick(
    random,
    telling.length > 0 && random() < 0.8 ? telling : names.length > 0 ? names : Object.keys(parts),
  )
  const content = Buffer.from(parts[name] ?? '')
  const kind = random()
  if (kind < 0.1) parts[name] = mutateBytes(content, random)
  else if (kind < 0.2) parts[name] = encode(content.toString('utf8'), random)
  else parts[name] = mutateXml(content.toString('utf8'), random)
}

function encode(text: string, random: Random): Buffer {
  const big = (): Buffer => Buffer.from(text.slice(0, 2_000_000), 'utf16le').swap16()
  return pick(random, [
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    big,
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.from(text.replace(/encoding="[^"]*"/i, 'encoding="UTF-16"')),
    () => Buffer.from(text.replace(/encoding="[^"]*"/i, 'encoding="klingon"')),
    () => Buffer.from(text.replace(/encoding="[^"]*"/i, 'encoding="windows-1252"'), 'latin1'),
  ])()
}

function mutateList(parts: Parts, random: Random): void {
  const names = Object.keys(parts)
  const name = pick(random, names)
  const other = pick(random, names)
  const content = parts[name] ?? ''
  pick(random, [
    () => delete parts[name],
    () => {
      parts[name] = parts[other] ?? ''
      parts[other] = content
    },
    () => {
      parts[name.toUpperCase()] = content
    },
    () => {
      delete parts[name]
      parts[name.replaceAll('/', '\\')] = content
    },
    () => {
      delete parts[name]
      parts[`/${name}`] = content
    },
    () => {
      delete parts[name]
      parts[`${'x'.repeat(below(random, 300))}\n${name}`] = content
    },
    () => {
      parts[name] = ''
    },
    () => {
      parts[other] = content
    },
  ])()
}

/** Changes two bytes of one entry in the archive's table of contents, or of its end: sizes, places, methods, flags. */
function lieInDirectory(archive: Buffer, random: Random): Buffer {
  const changed = Buffer.from(archive)
  const heads: number[] = []
  for (const mark of ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06']) {
    for (let at = changed.indexOf(mark, 0, 'latin1'); at >= 0; at = changed.indexOf(mark, at + 1, 'latin1'))
      heads.push(at)
  }
  const head = pick(random, heads)
  const at = Math.min(changed.length - 2, head + 4 + below(random, 40))
  changed.writeUInt16LE(pick(random, [0, 1, 8, 9, 0xffff, 0x7fff, below(random, 65_536)]), at)
  return changed
}
