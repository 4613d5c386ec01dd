import { describeOpenTrip, type ForgetQuestion, forgetTrips } from '../../app/person/forget-trips.ts'
import type { NamingFiles } from '../../app/person/naming-files.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { ForgetSurvey, OpenTrip } from '../../ledger/port/forgetting.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { CommandSession } from '../command-spec.ts'
import { type ExitCode, interrupted } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, listLines, printJson, printToStderr } from '../output/print.ts'
import { askYesNo } from '../output/questions.ts'
import type { Arguments } from '../setting-options.ts'

/** `ledger forget`: erases the content of persons or old trips; nothing is ever created again for that. */
export function forgetCommand({ host, args }: CommandSession): Promise<ExitCode> {
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

type Asked = Omit<ForgetQuestion, 'files'>

/** Names of persons: for the terminal, not for a log. */
function describeSurvey({ survey, held, ...strangers }: Asked): string[] {
  const { people, submissions, rows, lines, answers, ...of } = survey
  const whose = people === 0 ? '' : ` of ${countOf(people - of.openPeople, 'person', 'people')}`
  return listLines(
    `To be erased: the content of ${countOf(submissions, 'request')}, ${countOf(rows, 'row')} and ${countOf(lines, 'line')} of the log${whose}`,
    answers > 0 && `Besides: ${countOf(answers, 'raw answer')} of the service`,
    held.length > 0 && `On hold, and not touched: ${countOf(held.length, 'person', 'people')}`,
    describeStrangers(strangers),
    'Kept: identifiers, states and times, so that the same trip is never created again',
    describeUnsettled(of),
  )
}

function describeHeld({ held }: Pick<Asked, 'held'>): string[] {
  return held.length === 0 ? [] : ['On hold:', ...held.map((person) => `  ${person}`)]
}

/** IDs that this ledger does not know, perhaps misspelt. */
function describeStrangers({ unseen, heldUnseen }: Pick<Asked, 'unseen' | 'heldUnseen'>): string[] {
  return listLines(
    unseen.map(({ person, alike }) => {
      const known = alike.length === 0 ? '' : `; it knows ${alike.join(', ')}: write it so`
      return `This ledger has never seen a traveller ${person}, or has forgotten them${known}`
    }),
    heldUnseen.length > 0 && `On the list of holds, and no traveller of this ledger: ${heldUnseen.join(', ')}`,
  )
}

function describeUnsettled({ open, openCount }: Pick<ForgetSurvey, 'open' | 'openCount'>): string[] {
  const rest = openCount - open.length
  return listLines(
    openCount > 0 && 'Not forgotten, as these are not settled yet:',
    open.map(describeOpen),
    rest > 0 && `  and ${rest} more`,
  )
}

function describeOpen(trip: OpenTrip): string {
  const { place, state } = describeOpenTrip(trip)
  return `  ${trip.person === null ? '' : `${trip.person}: `}${place} is ${state}`
}

function describeForgotten(
  { submissions, rows, answers, openCount }: ForgetSurvey,
  { isErased, isScrubbed, isDatabase }: { isErased: boolean; isScrubbed: boolean; isDatabase: boolean },
): string[] {
  const settled =
    openCount > 0 && 'What is not settled stays: let its run finish, or resolve it, then start the same command again.'
  if (submissions + rows + answers === 0) return listLines('Nothing to forget.', settled)
  if (!isErased) return listLines('Nothing was changed.', settled)
  return listLines(
    `Forgotten: ${countOf(submissions, 'request')} and ${countOf(rows, 'row')}${answers === 0 ? '' : `; ${countOf(answers, 'raw answer')} besides`}.`,
    isDatabase &&
      'Backups of the database and its archive of the write-ahead log are not changed: delete them as your rules say.',
    !isScrubbed &&
      'Parts of it may still be on the disk, as another process uses the ledger: start the same command again later.',
    settled,
  )
}

function describeDeletion(files: NamingFiles | undefined): string[] {
  return files === undefined ? [] : ['To be deleted:', ...files.naming.map((file) => `  ${file}`)]
}

export function describeFiles({ naming, unread, sandboxes }: NamingFiles, areDeleted: boolean): string[] {
  const listed = (heading: string, files: readonly string[]): string[] =>
    files.length === 0 ? [] : [heading, ...files.map((file) => `  ${file}`)]
  return [
    ...listed(areDeleted ? 'Deleted:' : 'These files still name them; --outputs delete deletes them:', naming),
    ...listed('Data of sandboxes that still names them; delete it yourself once no sandbox runs:', sandboxes),
    ...listed('These could not be read, or were changed since; look into them yourself:', unread),
  ]
}
