import { createHash } from 'node:crypto'
import { assertNever } from '../support/errors.ts'
import type { Cell, SheetRow } from './cell.ts'
import { openSheet } from './open.ts'
import { partText } from './package/part-tree.ts'
import { readRelationships } from './package/relationships.ts'
import { readWorkbook } from './package/workbook-part.ts'
import { attributeOf, contentOf, descendantsOf, parseXml } from './package/xml-tree.ts'
import { withArchive } from './package/zip-archive.ts'
import type { OpenOptions, SheetSource } from './source.ts'

export interface CellDigest {
  /** SHA-256 in hex. */
  digest: string
  /** Rows with cells by worksheet. */
  rows: ReadonlyMap<string, number>
}

/**
 * Digest of every cell's value and comment, on all worksheets: the same after another program has saved the file
 * without an edit. Formats, widths and hidden rows do not count.
 * @throws BatchError `input` when the file cannot be read.
 */
export async function digestCells(file: string, options: OpenOptions = {}): Promise<CellDigest> {
  const source = await openSheet(file, options)
  try {
    const [parts, rows] = [[] as string[], new Map<string, number>()]
    for (const sheet of source.sheets.flatMap(({ name }) => source.select(name) ?? [])) {
      const { digest, count } = await digestRows(sheet)
      rows.set(sheet.sheet, count)
      // Programs make an empty sheet of a chart sheet.
      if (count > 0) parts.push(`${source.kind === 'csv' ? '' : sheet.sheet}\n${digest}`)
    }
    if (source.kind === 'xlsx') parts.push(...(await readComments(file)))
    return { digest: createHash('sha256').update(JSON.stringify(parts.toSorted())).digest('hex'), rows }
  } finally {
    await source.close()
  }
}

async function digestRows(sheet: SheetSource): Promise<{ digest: string; count: number }> {
  const hash = createHash('sha256')
  let [lines, count] = ['', 0]
  for await (const row of sheet.rows()) {
    count += 1
    lines += describeRow(row)
    if (lines.length < chunkLength) continue
    hash.update(lines)
    lines = ''
  }
  return { digest: hash.update(lines).digest('hex'), count }
}

/** Each call into the hash has a cost of its own. */
const chunkLength = 16_384

function describeRow({ number, cells }: SheetRow): string {
  let line = ''
  for (let index = 0; index < cells.length; index += 1) {
    const shown = describeCell(cells[index])
    if (shown !== '') line += `${index} ${shown}\0`
  }
  return line === '' ? '' : `${number} ${line}\n`
}

/** Spreadsheet programs save numbers with 15 digits, and times by their format: often to the second. */
const digits = 15
const toTheSecond = 'YYYY-MM-DDThh:mm:ss'.length

function describeCell(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  switch (cell.t) {
    case 's':
      return cell.v.includes('\r') ? `s${cell.v.replaceAll(/\r\n?/g, '\n')}` : cell.v && `s${cell.v}`
    case 'n':
      return `n${Number.isSafeInteger(cell.v) ? cell.v : Number(cell.v.toPrecision(digits))}`
    case 'd':
      return `d${cell.v.slice(0, toTheSecond)}`
    case 'b':
    case 'e':
      return `${cell.t}${cell.v}`
    case 'z':
      return ''
    default:
      return assertNever(cell)
  }
}

/** `Sheet!C7` and the text of each comment; the text of a thread stands in its placeholder. */
async function readComments(file: string): Promise<string[]> {
  return await withArchive(file, async (archive) => {
    const { sheets } = await readWorkbook(archive)
    const found: string[] = []
    for (const { name, part } of sheets) {
      if (part === undefined || !archive.has(part)) continue
      for (const { type, part: comments } of await readRelationships(archive, part)) {
        if (type !== 'comments' || comments === undefined || !archive.has(comments)) continue
        const text = await partText(archive, comments)
        for (const comment of descendantsOf(parseXml(text), 'comment')) {
          const words = [...descendantsOf(comment, 't')].map((node) => contentOf(text, node)).join('')
          found.push(`${name}!${attributeOf(comment, 'ref')} ${words.replaceAll(/\s+/g, ' ').trim()}`)
        }
      }
    }
    return found
  })
}
