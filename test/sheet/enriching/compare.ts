import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { EnrichmentPlan, SheetEnrichment } from '../../rooms/sheet/enriching.ts'
import { entryName, partKey, readWorkbook, relationshipsPart, toUtf8, ZipArchive } from '../../rooms/sheet/package.ts'
import { columnName } from '../../rooms/sheet.ts'

/** Each part of a workbook as it is packed, with what the archive says of it. */
export async function packedParts(file: string): Promise<Map<string, string>> {
  const archive = await ZipArchive.open(file)
  try {
    const parts = new Map<string, string>()
    for (const entry of archive.entries) {
      const bytes = await buffer(Readable.from(archive.readPacked(entry)))
      const { crc32, compressionMethod, uncompressedSize, externalFileAttributes, lastModFileDate, lastModFileTime } =
        entry
      const facts = [
        crc32,
        compressionMethod,
        uncompressedSize,
        externalFileAttributes,
        lastModFileDate,
        lastModFileTime,
      ]
      parts.set(
        partKey(entryName(entry)),
        `${facts.join()} ${entry.fileNameRaw.toString('hex')} ${bytes.toString('base64')}`,
      )
    }
    return parts
  } finally {
    await archive.close()
  }
}

/** The parts of the first that the second has otherwise, or has not. */
export async function changedParts(before: string, after: string): Promise<string[]> {
  const now = await packedParts(after)
  return [...(await packedParts(before))].filter(([name, packed]) => now.get(name) !== packed).map(([name]) => name)
}

export async function partText(file: string, part: string): Promise<string> {
  const archive = await ZipArchive.open(file)
  try {
    return (await buffer(Readable.from(toUtf8(archive.read(part))))).toString('utf8')
  } finally {
    await archive.close()
  }
}

/** The parts that say what a workbook is: the list of sheets, the styles, what leads to them. */
export async function bookParts(file: string): Promise<string[]> {
  const archive = await ZipArchive.open(file)
  try {
    const { part, stylesPart } = await readWorkbook(archive)
    return ['[content_types].xml', part, relationshipsPart(part), stylesPart]
  } finally {
    await archive.close()
  }
}

/** What was altered in the XML of the enriched sheets beside what was to be added; empty when nothing was. */
export async function alterations(before: string, after: string, plan: EnrichmentPlan): Promise<string[]> {
  const found: string[] = []
  for (const sheet of plan.sheets) {
    const [old, now] = [await partText(before, sheet.part), await partText(after, sheet.part)]
    const [kept, left] = [old, now].map((xml) => normalise(withoutOurs(xml, sheet), sheet)) as [string[], string[]]
    for (const [index, piece] of kept.entries()) {
      if (piece !== left[index]) {
        const at = [...piece].findIndex((character, place) => character !== left[index]?.charAt(place))
        found.push(
          `${sheet.sheet}: ${piece.slice(Math.max(0, at - 60), at + 60)} → ${left[index]?.slice(Math.max(0, at - 60), at + 60)}`,
        )
      }
    }
  }
  return found
}

/**
 * The sheet as head, rows and tail, without what may change: its size, widths, spans, the end of its filter, heights in
 * its table that nobody chose.
 */
function normalise(xml: string, { filter, headingRow, lastRow }: SheetEnrichment): string[] {
  const start = xml.search(/<sheetData[\s>]/)
  const end = xml.indexOf(`</sheetData>`)
  const head = xml
    .slice(0, start)
    .replace(/encoding\s*=\s*["'][^"']*["']/, '')
    .replace(/<cols>.*?<\/cols>/s, '')
    .replace(/(<dimension[^>]*?ref=)["'][^"']*["']/, '$1')
  const rows = xml
    .slice(start, end)
    .replace(/(<[\w:]*row\b[^>]*?)\s+spans\s*=\s*["'][^"']*["']/g, '$1')
    .replace(/(<row\b[^>]*?)\s*\/>/g, `$1></row>`)
    .replace(/<row\b[^>]*>/g, (tag) => {
      const number = Number(/\sr\s*=\s*["'](\d+)["']/.exec(tag)?.[1])
      const isFixed =
        number <= headingRow || number > lastRow || /\s(?:customHeight|hidden)\s*=\s*["'](?:1|true)/.test(tag)
      return isFixed ? tag : tag.replace(/\sht\s*=\s*["'][\d.]+["']/, '')
    })
  const tail = xml
    .slice(end)
    .replace(/(<[\w:]*(?:sortState|autoFilter)\b[^>]*?ref=)["'][^"']*["']/g, filter === undefined ? '$&' : '$1')
    .replace(/<autoFilter ref=\/>/, '')
  return [head, rows, tail]
}

function withoutOurs(xml: string, { columns }: SheetEnrichment): string {
  const letters = columns
    .filter(({ isNew }) => isNew)
    .map(({ index }) => columnName(index))
    .join('|')
  // Cells that were there for their look alone are not told from ours.
  const cell = new RegExp(`<c r="(?:${letters})\\d+"(?:[^>]*/>|[^>]*>.*?</c>)`, 'gs')
  return xml
    .replace(cell, '')
    .replace(
      new RegExp(
        `<conditionalFormatting sqref="(?:${letters})\\d+:(?:${letters})\\d+">.*?</conditionalFormatting>`,
        'gs',
      ),
      '',
    )
    .replace(/<hyperlink [^>]*r:id="rwa\d+"[^>]*\/>/g, '')
    .replace(/<hyperlinks><\/hyperlinks>/, '')
}
