import { readColumnsFile, readListsFile, readValuesFile } from '../app/option-files.ts'
import type { RunWishes } from '../app/prepare-run.ts'
import type { ReadOptions } from '../app/sheet-options.ts'
import type { BatchArguments, LoadArguments } from './batch-options.ts'

/** @throws BatchError `configuration` for a file that cannot be used. */
export function toReadOptions(args: LoadArguments): ReadOptions {
  const { sheet, set, dateFormat, encoding, delimiter, hidden } = args
  return {
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
}

/** @throws BatchError `configuration` for a file that cannot be used. */
export function toRunWishes(input: string, args: BatchArguments): RunWishes {
  const { concurrency, rate, retries, maxUnknown, maxErrors, limit } = args
  const { retryUnknown, allowDuplicates, sendChanged, again } = args
  return {
    input,
    output: args.output,
    isSimulated: args.sandbox,
    ...toReadOptions(args),
    concurrency,
    rate,
    retries,
    maxUnknown,
    maxErrors,
    limit,
    pollTimeoutMs: args.pollTimeout,
    wait: !args.noWait,
    retryUnknown,
    allowDuplicates,
    sendChanged,
    again,
  }
}
