import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { find } from '../messages/catalogue.ts'
import { findOperation } from '../operations/all.ts'
import { writeTemplate } from '../pipeline/template/write-template.ts'
import type { ReadOptions } from '../settings/option-types.ts'
import { BatchError } from '../support/errors.ts'
import { prepareFolder } from './output-file.ts'
import { toValueLists } from './parse-request.ts'

/** Returns the path of the file. @throws BatchError when the file exists. */
export async function createTemplate(
  operationName: string,
  {
    output = join('output', `${operationName}.template.xlsx`),
    lists,
  }: { output?: string | undefined } & Pick<ReadOptions, 'lists'>,
): Promise<string> {
  if (extname(output).toLowerCase() !== '.xlsx') throw new BatchError('usage', find('template-kind', { output }))
  // A person may have filled it in since.
  if (existsSync(output)) throw new BatchError('usage', find('output-exists', { output }))
  const values = toValueLists(lists)
  prepareFolder(output)
  const { file } = await writeTemplate(findOperation(operationName), values, output)
  return file
}
