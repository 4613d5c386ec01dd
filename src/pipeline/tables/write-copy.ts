import {
  type EnrichmentContent,
  type EnrichmentResult,
  writeEnriched,
} from '../../sheet/enriching/copy/write-enriched.ts'
import type { EnrichmentPlan, EnrichmentRequest } from '../../sheet/enriching/enrichment-plan.ts'
import { planEnriching } from '../../sheet/enriching/plan/plan-enriching.ts'
import { verifyEnriched } from '../../sheet/enriching/verify/verify-enriched.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import { BatchError, messageOf } from '../../support/errors.ts'

export interface CopyPlan {
  kind: 'own-workbook'
  enriching: EnrichmentPlan
  request: EnrichmentRequest
}

export interface NewWorkbookPlan {
  kind: 'new-workbook'
  /** Why the copy is not possible, as a clause; undefined where it was never expected. */
  reason: string | undefined
}

/** Only reads the workbook. Any obstacle to a copy leads to a new workbook. `input`: its name in the reason. */
export async function planCopy(request: EnrichmentRequest, input: string): Promise<CopyPlan | NewWorkbookPlan> {
  try {
    const enriching = await planEnriching(request)
    if (enriching.kind === 'safe') return { kind: 'own-workbook', enriching, request }
    return { kind: 'new-workbook', reason: enriching.reason.replaceAll(request.file, input) }
  } catch (error) {
    if (error instanceof BatchError && error.code === 'interrupted') throw error
    return { kind: 'new-workbook', reason: `it cannot be copied safely (${messageOf(error)})` }
  }
}

export interface WorkbookCopy extends EnrichmentContent {
  output: string
  /** A clause about missing content; undefined when it is complete. */
  findMissing?(written: EnrichmentResult): string | undefined
  /** Called right before the file is published. */
  onVerified?(file: string): Promise<void>
}

/**
 * Published once the copy was read back: all earlier content must be in it, and the new content in its place.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when the copy is not as planned; unexpected
 * content of the workbook may cause further errors.
 */
export function writeCopy(plan: EnrichmentPlan, copy: WorkbookCopy): Promise<PublishedFile> {
  let written: EnrichmentResult | undefined
  return publishFile({
    output: copy.output,
    write: async (file) => {
      written = await writeEnriched(plan, file, copy)
    },
    verify: async (file) => {
      const fault = written && (copy.findMissing?.(written) ?? (await verifyEnriched(plan, file, written)))
      if (fault !== undefined) throw new BatchError('defect', `the copy was read back and is not as planned: ${fault}`)
      await copy.onVerified?.(file)
    },
  })
}
