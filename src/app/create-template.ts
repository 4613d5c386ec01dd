import { join } from 'node:path'
import { findOperation } from '../operations/all.ts'
import { writeTemplate } from '../pipeline/template/write-template.ts'
import type { ReadOptions } from '../settings/option-types.ts'
import { prepareFolder, requireKind, requireNewFile } from './output-file.ts'
import { toValueLists } from './parse-request.ts'

/** Returns the path of the file. @throws BatchError when the file exists. */
export async function createTemplate(
  operationName: string,
  given: { output?: string | undefined } & Pick<ReadOptions, 'lists'>,
): Promise<string> {
  const { output = join('output', `${operationName}.template.xlsx`), lists } = given
  requireKind(output, ['.xlsx'], 'notes and drop-downs need a workbook')
  // A person may have filled it in since.
  requireNewFile(output)
  const values = toValueLists(lists)
  prepareFolder(output)
  const { file } = await writeTemplate(findOperation(operationName), values, output)
  return file
}
