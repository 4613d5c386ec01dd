import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { describeFileFailure } from '../sheet/out/file-failure.ts'
import { BatchError } from '../support/errors.ts'

/** @throws BatchError `usage` when the output is of no known kind, or the sheet itself: a person's own file is never replaced. */
export function requireOwnOutput(input: string, output: string): void {
  if (!['.xlsx', '.csv'].includes(extname(output).toLowerCase())) {
    throw new BatchError('usage', `the output ${output} is neither .xlsx nor .csv`, {
      hint: 'Name a file that ends in .xlsx or .csv with --output.',
    })
  }
  if (realPath(input) === realPath(output)) {
    throw new BatchError('usage', `the output ${output} is the input itself`, {
      hint: 'Name another file with --output; without it the output goes to the folder output.',
    })
  }
}

/** Makes the folder, before anything is sent. @throws BatchError `surroundings` when no file can be written there. */
export function prepareFolder(output: string): void {
  try {
    const folder = dirname(resolve(output))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw describeFileFailure(error, output)
  }
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file)
}
