import { stat } from 'node:fs/promises'
import { BatchError, codeOf } from '../../support/errors.ts'
import { findWorkbookPart } from '../package/content-types.ts'
import { PackageParts } from '../package/package-parts.ts'
import { findFilledSheets, findOwnSheets, hiddenSheetName } from '../package/sheet-names.ts'
import { UnsupportedWorkbookError } from '../package/unsupported-workbook-error.ts'
import { readWorkbook } from '../package/workbook-part.ts'
import { XmlError } from '../package/xml-error.ts'
import { ZipArchive } from '../package/zip-archive.ts'

/** Our hidden names in a workbook; they survive when a user renames a sheet. */
export interface HiddenNames {
  /** The title of a result sheet; undefined for other sheets. */
  titleOf(sheet: string): string | undefined
  ours: ReadonlySet<string>
  /** Titles of the sheets with result columns. */
  filled: ReadonlySet<string>
  /**
   * False for workbooks without our names: foreign ones, those of an early version, and those saved by a program that
   * drops names.
   */
  isMarked: boolean
}

export const noHiddenNames: HiddenNames = {
  titleOf: () => undefined,
  ours: new Set(),
  filled: new Set(),
  isMarked: false,
}

/** Returns no names when the file is no workbook or cannot be read. */
export async function readHiddenNames(file: string): Promise<HiddenNames> {
  try {
    // Opening a pipe would wait for its writer.
    if (!(await stat(file)).isFile()) return noHiddenNames
    const archive = await ZipArchive.open(file)
    try {
      const part = await findWorkbookPart(archive)
      // Applies the limits of the reader before the XML is parsed.
      await readWorkbook(archive, part)
      const xml = await new PackageParts(archive).text(part)
      const own = findOwnSheets(xml)
      const filled = new Set(findFilledSheets(xml))
      const isMarked = own.size + filled.size > 0
      return { titleOf: (sheet) => own.get(hiddenSheetName(sheet)), ours: new Set(own.values()), filled, isMarked }
    } finally {
      await archive.close()
    }
  } catch (error) {
    const isOfFile =
      error instanceof UnsupportedWorkbookError || error instanceof XmlError || codeOf(error) !== undefined
    if (isOfFile || error instanceof BatchError) return noHiddenNames
    throw error
  }
}
