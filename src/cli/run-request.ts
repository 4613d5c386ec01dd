import { readColumnsFile, readLeaveOutFile, readListsFile, readValuesFile } from '../app/option-files.ts'
import type { GivenRun } from '../app/parse-request.ts'
import { mergeReading, readOperationOptions } from '../app/profile/use-profile.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import { pickPart } from '../settings/all.ts'
import type { ReadOptions } from '../settings/option-types.ts'
import type { Arguments } from './setting-options.ts'

/**
 * Options of this call override the profile. `leavesGuesses`: for commands that send nothing.
 * @throws BatchError `configuration` or `usage` for a file or a profile that cannot be used.
 */
export function toReadOptions(
  operation: Pick<Operation, 'name' | 'sheet'>,
  args: Arguments,
  leavesGuesses = false,
): ReadOptions {
  const { profile } = args
  const given = {
    ...pickPart(args, 'ReadOptions'),
    columns: readColumnsFile(args.columns),
    lists: readListsFile(args.lists),
    values: readValuesFile(args.values),
    leaveOut: readLeaveOutFile(args.leaveOut),
  }
  return profile === undefined
    ? given
    : mergeReading(readOperationOptions(profile, operation, { leavesGuesses }), given)
}

/** @throws BatchError `configuration` or `usage` for a file or a profile that cannot be used. */
export function readRun(operation: Pick<Operation, 'name' | 'sheet'>, input: string, args: Arguments): GivenRun {
  const options = { ...pickPart(args, 'SendingOptions'), ...pickPart(args, 'OutputOptions') }
  return { ...options, ...toReadOptions(operation, args), sandbox: args.sandbox, input }
}
