import type { NumberFormat } from '../number-format/classify.ts'
import { readFormats } from './cell-formats.ts'
import { type MergedRange, readMergedRanges } from './merged-ranges.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { StringStore } from './string-store.ts'
import type { Workbook } from './workbook-part.ts'
import type { ZipArchive } from './zip-archive.ts'

/** Shared strings, formats and merged ranges: loaded on first use, once for all reads of the workbook. */
export class WorkbookCache {
  readonly #archive: ZipArchive
  readonly #workbook: Workbook
  readonly #ranges = new Map<string, Promise<readonly MergedRange[]>>()
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

  mergedRanges(part: string): Promise<readonly MergedRange[]> {
    const known = this.#ranges.get(part)
    if (known !== undefined) return known
    const ranges = readMergedRanges(this.#archive, part)
    this.#ranges.set(part, ranges)
    return ranges
  }
}
