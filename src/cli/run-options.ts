import { readColumnsFile, readListsFile, readValuesFile } from '../app/option-files.ts'
import type { RunRequest } from '../app/prepare-run.ts'
import { mergeReading, readingOf } from '../app/profile/use-profile.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { BatchArguments, LoadArguments } from './batch-options.ts'

/**
 * Options of this call override the profile. `leavesGuesses`: for commands that send nothing.
 * @throws BatchError `configuration` or `usage` for a file or a profile that cannot be used.
 */
export function toReadOptions(
  operation: Pick<Operation, 'name' | 'sheet'>,
  args: LoadArguments,
  leavesGuesses = false,
): ReadOptions {
  const { profile, sheet, set, dateFormat, encoding, delimiter, hidden } = args
  const given: ReadOptions = {
    sheets: sheet.includes('all') ? 'all' : sheet.length === 0 ? undefined : sheet,
    columns: readColumnsFile(args.columns),
    set: Object.fromEntries(set),
    lists: readListsFile(args.lists),
    values: readValuesFile(args.values),
    dateFormat,
    encoding,
    delimiter,
    hidden,
  }
  return profile === undefined ? given : mergeReading(readingOf(profile, operation, leavesGuesses), given)
}

/** @throws BatchError `configuration` or `usage` for a file or a profile that cannot be used. */
export function toRunRequest(
  operation: Pick<Operation, 'name' | 'sheet'>,
  input: string,
  args: BatchArguments,
): RunRequest {
  const { concurrency, rate, retries, maxUnknown, maxErrors, limit } = args
  const { retryUnknown, allowDuplicates, sendChanged, again } = args
  return {
    input,
    output: args.output,
    newWorkbook: args.newWorkbook,
    allOrNothing: args.allOrNothing,
    isSimulated: args.sandbox,
    ...toReadOptions(operation, args),
    concurrency,
    rate,
    retries,
    maxUnknown,
    maxErrors,
    limit,
    pollTimeoutMs: args.pollTimeout,
    waitForServiceMs: args.waitForService,
    wait: !args.noWait,
    retryUnknown,
    allowDuplicates,
    sendChanged,
    again,
  }
}
