import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { SafeEnriching } from '../../sheet/enriching/plan.ts'
import { verifyEnriched } from '../../sheet/enriching/verify-enriched.ts'
import { type EnrichedContent, type WrittenEnriched, writeEnriched } from '../../sheet/enriching/write-enriched.ts'
import { nameTemporary } from '../../sheet/writing/leftovers.ts'
import { type Published, publish } from '../../sheet/writing/publish.ts'
import { BatchError } from '../../support/errors.ts'

export interface WorkbookCopy {
  output: string
  /** Writes our sheets to a file of their own, from which they are taken over; false where there are none. */
  writeOwnSheets(file: string): Promise<boolean>
  /** Titles of those that stand behind the others, in their order. @default as they were written */
  lastSheets?: readonly string[]
  rowsOf: EnrichedContent['rowsOf']
  /** What is missing in what was written, as a clause. */
  findMissing?(written: WrittenEnriched): string | undefined
  /** Right before the file takes its place. */
  onVerified?(file: string): Promise<void>
}

/**
 * Writes a copy of the workbook that was read, and puts it in its place once it was read back: all that stood there must
 * be there, and what came in addition where it was to be.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when it is not what it must be; whatever the
 * workbook has in it that nobody thought of.
 */
export async function writeCopy(plan: SafeEnriching, copy: WorkbookCopy): Promise<Published> {
  const ownSheets = nameTemporary(resolve(copy.output))
  let written: WrittenEnriched | undefined
  try {
    return await publish({
      output: copy.output,
      write: async (file) => {
        const hasOwn = await copy.writeOwnSheets(ownSheets)
        const own = hasOwn ? { ownWorkbook: { file: ownSheets, last: copy.lastSheets ?? [] } } : {}
        const content = { rowsOf: copy.rowsOf, ...own }
        written = await writeEnriched(plan, file, content)
      },
      verify: async (file) => {
        const fault = written && (copy.findMissing?.(written) ?? (await verifyEnriched(plan, file, written)))
        if (fault !== undefined) throw new BatchError('defect', `read back, it is not what it must be: ${fault}`)
        await copy.onVerified?.(file)
      },
    })
  } finally {
    await rm(ownSheets, { force: true }).catch(() => {})
  }
}
