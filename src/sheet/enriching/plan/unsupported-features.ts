import { typeOfPart } from '../../package/content-types.ts'
import type { PackageParts } from '../../package/package-parts.ts'
import { readTree } from '../../package/part-tree.ts'
import { UnsupportedWorkbookError } from '../../package/unsupported-workbook-error.ts'

/** @throws UnsupportedWorkbookError for content, beside sheets, that a copy would break. */
export function refuseUnsupportedFeatures({ archive }: PackageParts): void {
  const names = archive.names
  if (archive.entries.some((entry) => entry.isEncrypted()))
    throw new UnsupportedWorkbookError('parts of the file are encrypted')
  if (names.some((name) => name.startsWith('_xmlsignatures/'))) {
    throw new UnsupportedWorkbookError('the workbook is digitally signed, and any change breaks the signature')
  }
  if (names.some((name) => name.includes('/revisions/') || name.endsWith('/userNames.xml'))) {
    throw new UnsupportedWorkbookError(
      'the workbook is shared with a history of its changes, which this change would be missing from',
    )
  }
}

/** @throws UnsupportedWorkbookError for a template: a program would open it as a new workbook without a name. */
export async function copyExtension(parts: PackageParts, workbookPart: string): Promise<'.xlsx' | '.xlsm'> {
  const type = typeOfPart(await readTree(parts.archive, '[Content_Types].xml'), workbookPart)
  if (type.includes('template')) throw new UnsupportedWorkbookError('the file is a template, not a workbook')
  if (type.includes('macroenabled')) return '.xlsm'
  if (!type.includes('spreadsheetml.sheet.main'))
    throw new UnsupportedWorkbookError('the file does not have the content type of a workbook')
  return '.xlsx'
}
