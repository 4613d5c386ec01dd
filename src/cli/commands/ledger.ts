import { interrupted } from '../../app/exit-code.ts'
import { useRules } from '../../app/four-eyes/waiting-runs.ts'
import { describeRuleChange, listLifted, ruleNames, settingOf } from '../../app/ledger/company-rules.ts'
import { createLedger, findStore, relocateLedger, resolveLedger } from '../../app/ledger/ledger-access.ts'
import { describeOpenTrip, type ForgetQuestion, forgetTrips } from '../../app/person/forget-trips.ts'
import type { NamingFiles } from '../../app/person/naming-files.ts'
import { writePerson } from '../../app/person/write-person.ts'
import { locateTarget, readDemands } from '../../app/profile/profile-demands.ts'
import { prepareEngine } from '../../app/team/run-jobs.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { MadeLedger } from '../../ledger/open.ts'
import type { ForgetSurvey } from '../../ledger/port/forgetting.ts'
import { find } from '../../messages/catalogue.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { BatchError } from '../../support/errors.ts'
import { describeLedger, summariseLedger, warnOfChecksums } from '../output/format-ledger.ts'
import { beginSession, discloseOnTerminal } from '../output/ledger-session.ts'
import { countOf, listLines, printJson, printLines, printResult, printToStderr, toPlainLine } from '../output/print.ts'
import { askYesNo } from '../output/questions.ts'
import type { CommandSession } from '../setting-options.ts'
import { describeLifted, toReleaseCommand } from './four-eyes.ts'

/** `ledger init`: creates the ledger with its roles, or migrates it to this version, for users without those rights. */
export async function initLedgerCommand({ host, args }: CommandSession, address: string): Promise<ExitCode> {
  const location = { ledger: resolveLedger(address, host), surroundings: host }
  const created = await createLedger(location, host.clock, args.acceptRestored)
  await prepareEngine(location)
  const { name, isNew, id, roles } = created
  const ofRoles = roles === undefined ? [] : [describeRoles(roles), ...warnOfChecksums(roles.hasChecksums)]
  printLines(host, [`The ledger ${name} is ${isNew ? 'made' : 'there'}; its own name is ${id}.`, ...ofRoles])
  return 0
}

function describeRoles({ names: [user, reader], areThere }: NonNullable<MadeLedger['roles']>): string {
  if (areThere)
    return `Users who send need the role ${user}, users who only read ${reader}: GRANT ${user} TO <name of a user>;`
  return `This user may not create the roles ${user} and ${reader}. Have them created (CREATE ROLE ${user}; CREATE ROLE ${reader};), then start this command again.`
}

/** `ledger status`: its users, unknown rows, shared pace and size. */
export async function showLedger({ host, args }: CommandSession, address?: string): Promise<ExitCode> {
  const store = findStore({ ledger: resolveLedger(address, host), surroundings: host })
  const overview = await store.overview()
  printResult({ host, args }, summariseLedger(store.name, overview), describeLedger(store.name, overview))
  return 0
}

/** `ledger move`: from a file to a database, or back. */
export async function moveLedgerCommand({ host }: CommandSession, from: string, to: string): Promise<ExitCode> {
  const [old, place] = [resolveLedger(from, host), resolveLedger(to, host)]
  await relocateLedger({ ledger: old, surroundings: host }, place, host.clock)
  printLines(host, [
    `The whole ledger ${old} is in ${place} now. The old one is sealed: use the new one everywhere from now on.`,
  ])
  return 0
}

/** `ledger export`: one file for one person. */
export async function exportPerson({ host, args }: CommandSession): Promise<ExitCode> {
  const { ledger, output } = args
  const [person, other] = args.employee
  if (person === undefined || other !== undefined || output === undefined) {
    throw new BatchError('usage', 'ledger export writes one file about one person', {
      hint: 'Name both: rwa-batch ledger export --employee <id> -o person.xlsx',
    })
  }
  const store = findStore({ ledger, surroundings: host })
  const { file, tables } = await writePerson({
    store,
    person,
    output,
    now: host.clock.now(),
    onVerified: (lines, temporary) => {
      const disclosure = { operation: 'export', detail: `${lines} lines about one person` } as const
      return discloseOnTerminal(host, ledger, disclosure, { output, temporary })
    },
  })
  if (file === undefined) {
    printToStderr(host, [
      toPlainLine(`The ledger ${store.name} holds nothing of “${person}”: no file was written.`),
      'It was looked for as a traveller or an invited person (as the sheets write it, with its zeros and capitals), as decider, manager, sealer and releaser, and in every cell that was read.',
    ])
    return 0
  }
  printToStderr(host, [tables.map(({ name, lines }) => `${name}: ${countOf(lines, 'line')}`).join('; ')])
  printLines(host, [file])
  return 0
}

/** `ledger rules`: those of a company at an address, shown or changed. */
export async function rulesCommand({ host, args }: CommandSession): Promise<ExitCode> {
  const { profile, ledger, set, release, by } = args
  const target = locateTarget(profile, host, args)
  if (target === undefined) throw new BatchError('configuration', find('no-address'))
  const { settings, ports } = beginSession(host, ledger)
  const { logger } = ports
  const request = { target, set, release, by, demands: readDemands(profile, logger) }
  const { rules, changed, proposed } = await useRules(request, settings, ports)
  for (const change of changed) logger.info(`Changed: ${describeRuleChange(change)}`)
  for (const { run, ...change } of proposed) {
    logger.info(`Waits for a second person, as run ${run}: ${describeRuleChange(change)}. Nothing is changed yet.`)
    logger.info(`Next, for that person: ${toReleaseCommand(host, args, { ...target, run, isRule: true })}`)
  }
  const lifted = [...changed, ...proposed].flatMap((change) => describeLifted(listLifted(change)))
  printToStderr(host, lifted)
  const lines = ruleNames.map((name) => {
    const { about, show, none } = settingOf(name)
    return `  ${name}: ${show(rules[name] ?? none)} (${about})`
  })
  if (rules.holds?.length) lines.push(`  On hold: ${rules.holds.join(', ')}`)
  lines.unshift(`Rules of company “${target.company}” at ${target.address}`)
  printResult({ host, args }, { ...target, rules, changed, proposed }, lines)
  return 0
}

/** `ledger forget`: erases the content of persons or old trips; nothing is ever created again for that. */
export async function forgetCommand({ host, args }: CommandSession): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, args.ledger, { quiet: args.quiet })
  let isShown = false
  const result = await forgetTrips(args, settings, ports, async (asked) => {
    isShown = true
    const deleted = asked.files && ['To be deleted:', ...asked.files.naming.map((file) => `  ${file}`)]
    printToStderr(host, [...describeSurvey(asked), ...(deleted ?? [])])
    if (args.confirm) return true
    const { submissions: requests, rows } = asked.survey
    if (host.stdin.isTTY !== true) throw new BatchError('usage', find('forget-unconfirmed', { requests, rows }))
    return askYesNo(host, 'Erase this for ever? [y/N] ', new AbortController().signal)
  })
  const { survey, isErased, isScrubbed, files, areDeleted, held } = result
  const onHold = held.length === 0 ? [] : ['On hold:', ...held.map((person) => `  ${person}`)]
  if (args.dryRun) printToStderr(host, [...describeSurvey(result), ...onHold])
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

type Asked = Omit<ForgetQuestion, 'files'>

/** Names of persons: for the terminal, not for a log. */
function describeSurvey({ survey, held, ...strangers }: Asked): string[] {
  const { people, submissions, rows, lines, answers, ...of } = survey
  const whose = people === 0 ? '' : ` of ${countOf(people - of.openPeople, 'person', 'people')}`
  const isNothing = submissions + rows + answers === 0
  return listLines(
    !isNothing &&
      `To be erased: the content of ${countOf(submissions, 'request')}, ${countOf(rows, 'row')} and ${countOf(lines, 'line')} of the log${whose}`,
    answers > 0 && `Besides: ${countOf(answers, 'raw answer')} of the service`,
    held.length > 0 && `On hold, and not touched: ${countOf(held.length, 'person', 'people')}`,
    describeStrangers(strangers),
    !isNothing && 'Kept: identifiers, states and times, so that the same trip is never created again',
    describeUnsettled(of),
  )
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
    open.map((trip) => {
      const { place, state } = describeOpenTrip(trip)
      return `  ${trip.person === null ? '' : `${trip.person}: `}${place} is ${state}`
    }),
    rest > 0 && `  and ${rest} more`,
  )
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

export function describeFiles({ naming, unread, sandboxes, inputs }: NamingFiles, areDeleted: boolean): string[] {
  const listed = (heading: string, files: readonly string[]): string[] =>
    files.length === 0 ? [] : [heading, ...files.map((file) => `  ${file}`)]
  return [
    ...listed(areDeleted ? 'Deleted:' : 'These files still name them; --outputs delete deletes them:', naming),
    ...listed('Data of sandboxes that still names them; delete it yourself once no sandbox runs:', sandboxes),
    ...listed('Sheets of yours that were read and name them; delete or change them yourself:', inputs),
    ...listed('These could not be read, or were changed since; look into them yourself:', unread),
  ]
}
