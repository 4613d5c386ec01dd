import { inspectSheet } from '../../app/inspect-sheet.ts'
import { tellGuesses } from '../../app/profile/guesses.ts'
import { findOperation } from '../../operations/all.ts'
import { messageOf } from '../../support/errors.ts'
import type { LoadArguments } from '../batch-options.ts'
import type { ExitCode } from '../exit-code.ts'
import { describeInspection } from '../output/inspection.ts'
import { createMessages } from '../output/messages.ts'
import { wordOptions } from '../output/option-words.ts'
import { printJson, printLines } from '../output/print.ts'
import { toReadOptions } from '../run-options.ts'

export interface InspectArguments extends LoadArguments {
  /** The operation that the sheet is for. */
  for: string
  rows: number | 'all'
  json: boolean
}

/** `inspect`: what is read of a file, before anything is made of it. */
export async function inspect(file: string, args: InspectArguments): Promise<ExitCode> {
  const { rows, json } = args
  try {
    const operation = findOperation(args.for)
    tellGuesses(args.profile, operation, createMessages({}))
    const reading = toReadOptions(operation, args, true)
    const found = await inspectSheet(operation, { file, rows, as: json ? 'typed' : 'shown', ...reading })
    if (json) printJson({ ...found.inspection, profile: args.profile?.file ?? null })
    else printLines(describeInspection(args.for, found))
    return 0
  } catch (error) {
    if (!json) throw error
    printJson({ file, error: wordOptions(messageOf(error)) })
    return 2
  }
}
