import { forgetTrips } from '../../app/person/forget-trips.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { ForgetSurvey } from '../../ledger/port/forgetting.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { type ExitCode, interrupted } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import {
  describeDeletion,
  describeFiles,
  describeForgotten,
  describeHeld,
  describeStrangers,
  describeSurvey,
  describeUnsettled,
} from '../output/format-forgetting.ts'
import { beginSession } from '../output/ledger-session.ts'
import { printJson, printToStderr } from '../output/print.ts'
import { askYesNo } from '../output/questions.ts'
import type { Arguments } from '../setting-options.ts'

/** `ledger forget`: erases the content of persons or old trips; nothing is ever created again for that. */
export function forgetCommand(host: Host, args: Arguments): Promise<ExitCode> {
  // Killed anywhere, the same command goes on.
  return exitOnInterrupt(host)(
    () => {},
    () => forgetAsked(host, args),
  )
}

async function forgetAsked(host: Host, args: Arguments): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, args.ledger, { quiet: args.quiet })
  let isShown = false
  const result = await forgetTrips(args, settings, ports, (asked) => {
    isShown = true
    const lines = [...describeSurvey(asked), ...describeDeletion(asked.files)]
    return confirm(host, lines, asked.survey, args.confirm)
  })
  const { survey, isErased, isScrubbed, files, areDeleted, held } = result
  if (args.dryRun) printToStderr(host, [...describeSurvey(result), ...describeHeld(result)])
  else if (!isShown) printToStderr(host, [...describeStrangers(result), ...describeUnsettled(survey)])
  const isDatabase = isDatabaseAddress(args.ledger)
  for (const line of describeForgotten(survey, { isErased, isScrubbed, isDatabase })) {
    if (isScrubbed) ports.logger.info(line)
    else ports.logger.warn(line)
  }
  printToStderr(host, describeFiles(files, areDeleted))
  const isDeclined = !args.dryRun && !isErased && survey.submissions + survey.rows + survey.answers > 0
  const exitCode = isDeclined ? interrupted : !isScrubbed ? 1 : survey.openCount > 0 ? 4 : 0
  if (args.json) printJson(host, { exitCode, ...result, ...survey, held: held.length })
  return exitCode
}

async function confirm(
  host: Host,
  lines: readonly string[],
  { submissions: requests, rows }: ForgetSurvey,
  isConfirmed: boolean,
): Promise<boolean> {
  printToStderr(host, lines)
  if (isConfirmed) return true
  if (host.stdin.isTTY !== true) throw new BatchError('usage', find('forget-unconfirmed', { requests, rows }))
  return askYesNo(host, 'Erase this for ever? [y/N] ', new AbortController().signal)
}
