import type { Entry } from 'yauzl'
import { ChangedParts } from '../../package/changed-parts.ts'
import type { PackageParts } from '../../package/package-parts.ts'
import { relationshipsPart } from '../../package/relationships.ts'
import { findOwnSheets } from '../../package/sheet-names.ts'
import { readWorkbook } from '../../package/workbook-part.ts'
import { entryName, partKey, type ZipArchive } from '../../package/zip-archive.ts'
import type { EnrichmentPlan } from '../enrichment-plan.ts'
import type { CopyPair } from './compare-workbook.ts'

/** Parts that enriching may change; all others keep their compressed bytes. */
export async function listChangeableParts(
  { sheets, dropsCalcChain }: EnrichmentPlan,
  parts: PackageParts,
  workbookPart: string,
): Promise<ReadonlySet<string>> {
  const workbook = await readWorkbook(parts.archive, workbookPart)
  const going = new ChangedParts(parts)
  for (const own of findOwnSheets(await parts.text(workbookPart)).values()) {
    const part = workbook.sheets.find(({ name }) => name === own)?.part
    if (part !== undefined && !sheets.some(({ sheet }) => sheet === own)) await going.remove(part)
  }
  for (const { type, part } of dropsCalcChain ? await parts.relationships(workbookPart) : []) {
    if (type === 'calcChain' && part !== undefined) await going.remove(part)
  }
  const changed = ['[content_types].xml', workbookPart, relationshipsPart(workbookPart), workbook.stylesPart]
  for (const { part, table } of sheets) {
    changed.push(part, relationshipsPart(part))
    if (table !== undefined) changed.push(table.part)
  }
  return new Set([...going.removed, ...changed])
}

export async function findChangedPart({ before, after, changeable }: CopyPair): Promise<string | undefined> {
  const [theirs, copy] = [before.archive, after.archive]
  const copies = new Map(copy.entries.map((entry) => [partKey(entryName(entry)), entry]))
  for (const entry of theirs.entries) {
    const part = partKey(entryName(entry))
    if (changeable.has(part)) continue
    const other = copies.get(part)
    if (other === undefined) return `the part ${part} would be missing`
    if (!(await isSame(theirs, entry, copy, other))) return `the part ${part} would be changed`
  }
  return undefined
}

async function isSame(before: ZipArchive, one: Entry, after: ZipArchive, other: Entry): Promise<boolean> {
  const isDescribedAlike =
    one.crc32 === other.crc32 &&
    one.compressionMethod === other.compressionMethod &&
    one.compressedSize === other.compressedSize &&
    one.uncompressedSize === other.uncompressedSize
  if (!isDescribedAlike) return false
  // Both are read in pieces of the same size, so pieces can be compared.
  const copy = after.readPacked(other)
  for await (const bytes of before.readPacked(one)) {
    const { value } = await copy.next()
    if (value === undefined || !bytes.equals(value)) return false
  }
  return true
}
