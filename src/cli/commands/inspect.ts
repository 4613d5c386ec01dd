import { inspectSheet } from '../../app/check/inspect-sheet.ts'
import { warnOfGuesses } from '../../app/profile/guesses.ts'
import { findOperation } from '../../operations/all.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeFailedCommand } from '../output/failure-line.ts'
import { describeInspection } from '../output/inspection.ts'
import { createMessages } from '../output/messages.ts'
import { printJson, printLines } from '../output/print.ts'
import { toReadOptions } from '../run-request.ts'
import type { Arguments } from '../setting-options.ts'

/** `inspect`: describes a file before any row is made from it. */
export async function inspect(host: Host, file: string, args: Arguments): Promise<ExitCode> {
  const { rows, json, profile } = args
  const logger = createMessages(host, {})
  try {
    const operation = findOperation(args.for)
    warnOfGuesses(profile, operation, logger)
    const reading = toReadOptions(operation, args, true)
    const found = await inspectSheet(operation, { file, rows, as: json ? 'typed' : 'shown', ...reading })
    if (!json) printLines(host, describeInspection(args.for, found))
    const facts = { ...found.inspection, profile: profile?.file ?? null }
    if (!args.draft) {
      if (json) printJson(host, facts)
      return 0
    }
    const { writeDraft } = await import('./draft.ts')
    const draft = await writeDraft(host, operation, file, reading, args, logger)
    if (json) printJson(host, { ...facts, draft: draft ?? null })
    return 0
  } catch (error) {
    if (!json) throw error
    printJson(host, { file, error: describeFailedCommand(error).text })
    return 2
  }
}
