import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { EnrichmentPlan } from '../../sheet/enriching/enrichment-plan.ts'
import { verifyEnriched } from '../../sheet/enriching/verify-enriched.ts'
import { type EnrichmentContent, type EnrichmentResult, writeEnriched } from '../../sheet/enriching/write-enriched.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import { temporaryName } from '../../sheet/writing/temporary-files.ts'
import { BatchError } from '../../support/errors.ts'

export interface WorkbookCopy {
  output: string
  /** Writes our sheets to a file of their own, from which they are taken over; false where there are none. */
  writeOwnSheets(file: string): Promise<boolean>
  /** Titles of those that stand behind the others, in their order. @default as they were written */
  lastSheets?: readonly string[]
  rowsOf: EnrichmentContent['rowsOf']
  /** What is missing in what was written, as a clause. */
  findMissing?(written: EnrichmentResult): string | undefined
  /** Right before the file takes its place. */
  onVerified?(file: string): Promise<void>
}

/**
 * Writes a copy of the workbook that was read, and puts it in its place once it was read back: all that stood there must
 * be there, and what came in addition where it was to be.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when it is not what it must be; whatever the
 * workbook has in it that nobody thought of.
 */
export async function writeCopy(plan: EnrichmentPlan, copy: WorkbookCopy): Promise<PublishedFile> {
  const ownSheets = temporaryName(resolve(copy.output))
  let written: EnrichmentResult | undefined
  try {
    return await publishFile({
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
