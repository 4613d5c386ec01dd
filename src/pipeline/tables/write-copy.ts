import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type EnrichmentContent,
  type EnrichmentResult,
  writeEnriched,
} from '../../sheet/enriching/copy/write-enriched.ts'
import type { EnrichmentPlan } from '../../sheet/enriching/enrichment-plan.ts'
import { verifyEnriched } from '../../sheet/enriching/verify/verify-enriched.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import { temporaryName } from '../../sheet/writing/temporary-files.ts'
import { BatchError } from '../../support/errors.ts'

export interface WorkbookCopy {
  output: string
  /** Writes the own sheets to a separate file, from which they are taken over; false without own sheets. */
  writeOwnSheets(file: string): Promise<boolean>
  /** Titles of the own sheets that stand last, in order. @default in the order of writing */
  lastSheets?: readonly string[]
  rowsOf: EnrichmentContent['rowsOf']
  /** A clause about missing content; undefined when it is complete. */
  findMissing?(written: EnrichmentResult): string | undefined
  /** Called right before the file is published. */
  onVerified?(file: string): Promise<void>
}

/**
 * Writes a copy of the workbook, and publishes it once it was read back: all earlier content must be in it, and the new
 * content in its place.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when the copy is not as planned; unexpected
 * content of the workbook may cause further errors.
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
        if (fault !== undefined)
          throw new BatchError('defect', `the copy was read back and is not as planned: ${fault}`)
        await copy.onVerified?.(file)
      },
    })
  } finally {
    await rm(ownSheets, { force: true }).catch(() => {})
  }
}
