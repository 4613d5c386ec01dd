import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { prepareFolder } from '../../app/output-file.ts'
import { operations } from '../../operations/all.ts'
import { writeTemplate } from '../../pipeline/template/write-template.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import { readLists } from '../load-options.ts'
import { printAside, printLines } from '../output/print.ts'

export interface TemplateArguments {
  output: string | undefined
  lists: string | undefined
}

/** `template`: an empty workbook for an operation. */
export async function writeTemplateFile(name: string, args: TemplateArguments): Promise<ExitCode> {
  const operation = operations.find((known) => known.name === name)
  if (operation === undefined) throw new BatchError('defect', `there is no operation ${name}`)
  const output = args.output ?? join('output', `${name}.template.xlsx`)
  if (extname(output).toLowerCase() !== '.xlsx') {
    throw new BatchError('usage', `the output ${output} is no .xlsx: notes and drop-downs need a workbook`, {
      hint: 'Name a file that ends in .xlsx with --output.',
    })
  }
  // It may have been filled in since.
  if (existsSync(output)) {
    throw new BatchError('usage', `${output} exists already, and is not replaced`, {
      hint: 'Name another file with --output, or delete that one first.',
    })
  }
  const lists = readLists(args.lists)
  prepareFolder(output)
  const { file } = await writeTemplate(operation, lists, output)
  printLines([file])
  printAside([`Fill it in, then: npx rwa-batch check ${name} ${file}`])
  return 0
}
