import { formatOf, generalFormat, type NumberFormat } from '../number-format/classify.ts'
import type { CellRange } from '../package/cell-range.ts'
import { readTree, toInputError } from '../package/part-tree.ts'
import type { Workbook } from '../package/workbook-part.ts'
import { XmlError } from '../package/xml-error.ts'
import { attributeOf, childOf, childrenOf } from '../package/xml-tree.ts'
import type { ZipArchive } from '../package/zip-archive.ts'
import { readMergedRanges } from './merged-ranges.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { StringStore } from './string-store.ts'

/** Shared strings, formats and merged ranges: loaded on first use, once for all reads of the workbook. */
export class WorkbookCache {
  readonly #archive: ZipArchive
  readonly #workbook: Workbook
  readonly #ranges = new Map<string, Promise<readonly CellRange[]>>()
  #strings: Promise<StringStore> | undefined
  #formats: Promise<readonly NumberFormat[]> | undefined

  constructor(archive: ZipArchive, workbook: Workbook) {
    this.#archive = archive
    this.#workbook = workbook
  }

  strings(): Promise<StringStore> {
    this.#strings ??= readSharedStrings(this.#archive, this.#workbook.stringsPart)
    return this.#strings
  }

  formats(): Promise<readonly NumberFormat[]> {
    this.#formats ??= readFormats(this.#archive, this.#workbook.stylesPart)
    return this.#formats
  }

  mergedRanges(part: string): Promise<readonly CellRange[]> {
    const known = this.#ranges.get(part)
    if (known !== undefined) return known
    const ranges = readMergedRanges(this.#archive, part)
    this.#ranges.set(part, ranges)
    return ranges
  }
}

/** Excel's limit is 255. */
const longestCode = 4096

/** Number format by style index; styles share one object per format. */
async function readFormats(archive: ZipArchive, part: string): Promise<readonly NumberFormat[]> {
  if (!archive.has(part)) return []
  const root = await readTree(archive, part)
  const codes = new Map<number, string>()
  for (const node of childrenOf(childOf(root, 'numFmts'), 'numFmt')) {
    const code = attributeOf(node, 'formatCode') ?? ''
    if (code.length > longestCode) {
      const error = new XmlError('too-large', `a number format of over ${longestCode} characters`)
      throw toInputError(archive.file, part, error)
    }
    codes.set(Number(attributeOf(node, 'numFmtId')), code)
  }
  const shared = new Map<number, NumberFormat>([[0, generalFormat]])
  return childrenOf(childOf(root, 'cellXfs'), 'xf').map((node) => {
    const id = Number(attributeOf(node, 'numFmtId') ?? 0)
    const format = shared.get(id) ?? formatOf(id, codes)
    shared.set(id, format)
    return format
  })
}
