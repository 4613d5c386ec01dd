import { extname } from 'node:path'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { messageOf } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { nameWorkbook } from '../earlier-output/output-names.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { locateInSheets } from '../tables/locate-row.ts'
import { type CopyPlan, planCopy, writeCopy } from '../tables/write-copy.ts'
import { type CheckedRequest, type CollectedMarks, collectMarks } from './collect-marks.ts'
import { writeChecked, writeProblems } from './write-checked.ts'

/**
 * Marks every bad cell in a copy of the workbook, or in a new one, with a warning that gives the reason.
 * @throws BatchError `surroundings` when it cannot be written.
 */
export async function publishChecked(
  { input, output }: { input: string; output: string },
  request: CheckedRequest,
  loaded: LoadedInput,
  logger: Logger,
): Promise<PublishedFile> {
  const { sheets, copy = input } = loaded
  const writeNew = (reason?: string): Promise<PublishedFile> => {
    if (reason !== undefined) {
      logger.warn(`the bad cells are marked in a new workbook, not in a copy of ${input}: ${reason}`)
    }
    return writeChecked(nameWorkbook(output, '.xlsx'), request, loaded, logger)
  }
  if (sheets.some(({ table }) => table === undefined)) return writeNew()
  const marks = await collectMarks(request, loaded)
  if (marks === undefined) return writeNew('more of its cells are bad than can be marked')
  const marked = sheets.map(({ name, columns, table }, position) => ({
    ...{ sheet: name, headings: columns.headings, columns: [], marks: marks.sheets[position] ?? [] },
    ...{ headingRow: table?.headingRow ?? 0, lastRow: table?.lastRow ?? 0 },
  }))
  const plan = await planCopy({ file: copy, sheets: marked }, input)
  if (plan.kind === 'new-workbook') return writeNew(plan.reason)
  const { extension, remarks } = plan.enriching
  const file = nameWorkbook(output, extension)
  if (file !== output) {
    const macros = extension === '.xlsm' ? 'with' : 'without'
    logger.warn(`a workbook ${macros} macros is not opened as ${extname(output)}: it is written to ${file}`)
  }
  for (const remark of remarks) logger.info(remark)
  try {
    return await writeMarked(file, request, loaded, { ...plan, ...marks })
  } catch (error) {
    return writeNew(messageOf(error))
  }
}

/**
 * Marks bad cells in a copy of the workbook, and adds the sheet `Problems`; all else stays unchanged.
 * @throws as `writeCopy`.
 */
async function writeMarked(
  output: string,
  request: CheckedRequest,
  loaded: LoadedInput,
  { enriching, hasProblems }: Pick<CopyPlan, 'enriching'> & Pick<CollectedMarks, 'hasProblems'>,
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
