import type { NumberFormat } from '../number-format/classify.ts'
import type { CellRange } from '../package/cell-range.ts'
import type { Workbook } from '../package/workbook-part.ts'
import type { ZipArchive } from '../package/zip-archive.ts'
import { readFormats } from './cell-formats.ts'
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
