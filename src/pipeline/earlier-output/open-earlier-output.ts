import { openSheet } from '../../sheet/open.ts'
import type { OpenOptions, SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'

/** Undefined when the file is missing or unreadable: the load reports that where it matters. */
export async function openEarlierOutput(file: string, options: OpenOptions): Promise<SheetSource | undefined> {
  try {
    return await openSheet(file, options)
  } catch (error) {
    if (error instanceof BatchError) return undefined
    throw error
  }
}
