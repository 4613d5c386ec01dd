import { requireFieldNames } from '../app/field-names.ts'
import { operations } from '../operations/all.ts'
import type { Field } from '../pipeline/terms/operation.ts'
import type { LoadOptions } from '../pipeline/terms/options.ts'
import { parseDatePatterns } from '../sheet/values/date-pattern.ts'
import type { ValueList } from '../sheet/values/value-list.ts'
import type { LoadArguments } from './batch-options.ts'
import { readColumnsFile, readListsFile } from './option-files.ts'

/** @throws BatchError `usage` or `configuration` for an option that cannot be used. */
export function toLoadOptions(fields: readonly Field[], args: LoadArguments): LoadOptions {
  const lists = readLists(args.lists)
  requireFieldNames('--set', args.set.keys(), fields)
  return {
    sheets: args.sheet.includes('all') ? 'all' : args.sheet.length === 0 ? undefined : args.sheet,
    encoding: args.encoding,
    delimiter: args.delimiter,
    columns: args.columns === undefined ? new Map() : readColumnsFile(args.columns),
    defaults: args.set,
    lists,
    datePattern: parseDatePatterns(args.dateFormat),
    hidden: args.hidden,
  }
}

/** One file of lists serves all operations. */
export function readLists(file: string | undefined): ReadonlyMap<string, ValueList> {
  if (file === undefined) return new Map()
  const lists = readListsFile(file)
  const fields = operations.flatMap((operation) => operation.fields)
  requireFieldNames('--lists', lists.keys(), fields)
  return lists
}
