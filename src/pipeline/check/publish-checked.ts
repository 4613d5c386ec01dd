import { extname } from 'node:path'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { messageOf } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { nameWorkbook } from '../earlier-output/output-names.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import type { CheckedRequest } from './collect-marks.ts'
import { writeChecked } from './write-checked.ts'
import { planMarking, writeMarked } from './write-marked.ts'

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
  const plan = await planMarking(input, request, loaded)
  const asNew = nameWorkbook(output, '.xlsx')
  const inNew = `the bad cells are marked in a new workbook, not in a copy of ${input}`
  if (plan.kind === 'new-workbook') {
    if (plan.reason !== undefined) logger.warn(`${inNew}: ${plan.reason}`)
    return writeChecked(asNew, request, loaded, logger)
  }
  const { extension, remarks } = plan.enriching
  const file = nameWorkbook(output, extension)
  if (file !== output) {
    const macros = extension === '.xlsm' ? 'with' : 'without'
    logger.warn(`a workbook ${macros} macros is not opened as ${extname(output)}: it is written to ${file}`)
  }
  for (const remark of remarks) logger.info(remark)
  try {
    return await writeMarked(file, request, loaded, plan)
  } catch (error) {
    logger.warn(`${inNew}: ${messageOf(error)}`)
    return writeChecked(asNew, request, loaded, logger)
  }
}
