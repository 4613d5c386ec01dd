import { openSheet } from '../../sheet/open.ts'
import type { OpenOptions, SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'

/** What may be an output of an earlier run. Undefined when there is none, or it cannot be read: the load says so where it matters. */
export async function openEarlierOutput(file: string, options: OpenOptions): Promise<SheetSource | undefined> {
  try {
    return await openSheet(file, options)
  } catch (error) {
    if (error instanceof BatchError) return undefined
    throw error
  }
}
