import type { EnrichmentPlan } from '../../sheet/enriching/enrichment-plan.ts'
import { planEnriching } from '../../sheet/enriching/plan-enriching.ts'
import { readHiddenNames } from '../../sheet/enriching/read-hidden-names.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { viewOpenRows } from '../rows/row-pages.ts'
import { locateInSheets } from '../tables/locate-row.ts'
import { lineOfProblem, planProblems } from '../tables/problems-sheet.ts'
import { writeCopy } from '../tables/write-copy.ts'
import { beginWorkbook, fillWorkbook, writeSheet } from '../tables/write-tables.ts'
import { listCheckProblems } from './check-rows.ts'
import { type CheckedRequest, type CollectedMarks, collectMarks } from './collect-marks.ts'
import type { CheckedWorkbook } from './write-checked.ts'

export type MarkingPlan =
  | { kind: 'own-workbook'; enriching: EnrichmentPlan; marks: CollectedMarks }
  /** `reason`: why it is not their own, as a clause; undefined where nobody expects that. */
  | { kind: 'new-workbook'; reason: string | undefined }

/** Whether the cells can be marked in a copy of the workbook that was read; by reading alone. */
export async function planMarking(input: string, request: CheckedRequest, loaded: LoadedInput): Promise<MarkingPlan> {
  if (loaded.sheets.some(({ table }) => table === undefined)) return { kind: 'new-workbook', reason: undefined }
  const file = loaded.copy ?? input
  try {
    const marks = await collectMarks(request, loaded)
    if (marks === undefined) return { kind: 'new-workbook', reason: 'more of its cells are bad than can be marked' }
    const sheets = loaded.sheets.map(({ name, columns, table }, position) => ({
      ...{
        sheet: name,
        headings: columns.headings,
        columns: [],
        marks: marks.sheets[position] ?? { areas: [], notes: [] },
      },
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
 * Writes a copy of the workbook in which each bad cell is coloured and commented, and nothing else is another, with the
 * sheet `Problems` behind theirs.
 * @throws as `writeCopy`.
 */
export async function writeMarked(
  output: string,
  request: CheckedRequest,
  loaded: LoadedInput,
  { enriching, marks: { hasProblems, hasMarksOnly } }: Extract<MarkingPlan, { kind: 'own-workbook' }>,
): Promise<CheckedWorkbook> {
  const { sheets } = loaded
  const locate = locateInSheets(sheets)
  const published = await writeCopy(enriching, {
    output,
    rowsOf: () => [],
    writeOwnSheets: async (file) => {
      // One of an earlier check, or run, must not go on saying what is no longer so.
      if (!hasProblems && (await readHiddenNames(enriching.file)).titleOf('Problems') === undefined) return false
      await fillWorkbook(await beginWorkbook(file), async (workbook) => {
        await writeSheet(workbook, planProblems(sheets.length > 1), viewOpenRows(request), (view) =>
          listCheckProblems(view, loaded).map((problem) => lineOfProblem(view, locate, problem)),
        )
      })
      return true
    },
  })
  return { ...published, hasMarksOnly }
}
