import type { EnrichmentPlan } from '../../sheet/enriching/enrichment-plan.ts'
import { planEnriching } from '../../sheet/enriching/plan/plan-enriching.ts'
import { readHiddenNames } from '../../sheet/enriching/read-hidden-names.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { locateInSheets } from '../tables/locate-row.ts'
import { writeCopy } from '../tables/write-copy.ts'
import { type CheckedRequest, type CollectedMarks, collectMarks } from './collect-marks.ts'
import { writeProblems } from './write-checked.ts'

export type MarkingPlan =
  | { kind: 'own-workbook'; enriching: EnrichmentPlan; marks: CollectedMarks }
  /** `reason`: why the copy is not possible, as a clause; undefined where it was never expected. */
  | { kind: 'new-workbook'; reason: string | undefined }

export async function planMarking(input: string, request: CheckedRequest, loaded: LoadedInput): Promise<MarkingPlan> {
  if (loaded.sheets.some(({ table }) => table === undefined)) return { kind: 'new-workbook', reason: undefined }
  const file = loaded.copy ?? input
  try {
    const marks = await collectMarks(request, loaded)
    if (marks === undefined) return { kind: 'new-workbook', reason: 'more of its cells are bad than can be marked' }
    const sheets = loaded.sheets.map(({ name, columns, table }, position) => ({
      ...{ sheet: name, headings: columns.headings, columns: [], marks: marks.sheets[position] ?? [] },
      ...{ headingRow: table?.headingRow ?? 0, lastRow: table?.lastRow ?? 0 },
    }))
    const enriching = await planEnriching({ file, sheets })
    if (enriching.kind === 'safe') return { kind: 'own-workbook', enriching, marks }
    return { kind: 'new-workbook', reason: enriching.reason.replaceAll(file, input) }
  } catch (error) {
    if (error instanceof BatchError && error.code === 'interrupted') throw error
    return { kind: 'new-workbook', reason: `it cannot be copied safely (${messageOf(error)})` }
  }
}

/**
 * Marks bad cells in a copy of the workbook, and adds the sheet `Problems`; all else stays unchanged.
 * @throws as `writeCopy`.
 */
export async function writeMarked(
  output: string,
  request: CheckedRequest,
  loaded: LoadedInput,
  { enriching, marks: { hasProblems } }: Extract<MarkingPlan, { kind: 'own-workbook' }>,
): Promise<PublishedFile> {
  return writeCopy(enriching, {
    output,
    rowsOf: () => [],
    writeOwnSheets: async (workbook) => {
      // A sheet `Problems` of an earlier check or run is out of date, so it is overwritten even without problems.
      if (!hasProblems && (await readHiddenNames(enriching.file)).titleOf('Problems') === undefined) return
      await writeProblems(workbook, request, loaded, locateInSheets(loaded.sheets))
    },
  })
}
