import { stat } from 'node:fs/promises'
import { BatchError, codeOf } from '../../support/errors.ts'
import { hiddenSheetName } from '../writing/sheet-names.ts'
import { findWorkbookPart } from '../xlsx/content-types.ts'
import { readWorkbook } from '../xlsx/workbook-part.ts'
import { XmlError } from '../xlsx/xml-error.ts'
import { ZipArchive } from '../xlsx/zip-archive.ts'
import { findFilledSheets, findOwnSheets } from './own-sheet-names.ts'
import { PackageParts } from './package-parts.ts'
import { UnsupportedWorkbookError } from './unsupported-workbook-error.ts'

/** What a workbook says of its sheets by hidden names of ours, whatever they are called by now. */
export interface HiddenNames {
  /** The title that a sheet of ours has; undefined when there is none. */
  titleOf(sheet: string): string | undefined
  /** Titles of all sheets of ours. */
  ours: ReadonlySet<string>
  /** Titles of the sheets with columns of ours. */
  filled: ReadonlySet<string>
  /** False for workbooks of others, and for those that an old program of ours or one that drops names has written. */
  isMarked: boolean
}

export const noHiddenNames: HiddenNames = {
  titleOf: () => undefined,
  ours: new Set(),
  filled: new Set(),
  isMarked: false,
}

/** The marks of a file; none where it is no workbook or cannot be read. */
export async function readHiddenNames(file: string): Promise<HiddenNames> {
  try {
    // To open a pipe would wait for whoever writes it.
    if (!(await stat(file)).isFile()) return noHiddenNames
    const archive = await ZipArchive.open(file)
    try {
      const part = await findWorkbookPart(archive)
      // Nothing is taken apart of what no input may be.
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
