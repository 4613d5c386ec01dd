import { useRules } from '../../app/four-eyes/change-rules.ts'
import { describeRuleChange, listLifted, ruleNames, settingOf } from '../../app/ledger/company-rules.ts'
import { createLedger, findStore, relocateLedger } from '../../app/ledger/ledger-access.ts'
import { resolveLedger } from '../../app/ledger/resolve-ledger.ts'
import { writePerson } from '../../app/person/write-person.ts'
import { locateTarget, readDemands } from '../../app/profile/profile-demands.ts'
import { prepareEngine } from '../../app/team/run-jobs.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { CommandSession } from '../command-spec.ts'
import type { ExitCode } from '../exit-code.ts'
import { describeLedger, summariseLedger, warnOfChecksums } from '../output/format-ledger.ts'
import { beginSession, discloseOnTerminal } from '../output/ledger-session.ts'
import { countOf, printLines, printResult, printToStderr, toPlainLine } from '../output/print.ts'
import { describeLifted, toReleaseCommand } from './waiting.ts'

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

function describeRoles({
  names: [user = '', reader = ''],
  areThere,
}: {
  names: readonly string[]
  areThere: boolean
}): string {
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
    logger.info(
      `Next, for that person: ${toReleaseCommand(host, args, { ...target, run, rule: { change: '', by: '', lifted: [] } })}`,
    )
  }
  printToStderr(
    host,
    [...changed, ...proposed].flatMap((change) => describeLifted(listLifted(change))),
  )
  const lines = ruleNames.map((name) => {
    const { about, show, none } = settingOf(name)
    return `  ${name}: ${show(rules[name] ?? none)} (${about})`
  })
  if (rules.holds?.length) lines.push(`  On hold: ${rules.holds.join(', ')}`)
  lines.unshift(`Rules of company “${target.company}” at ${target.address}`)
  printResult({ host, args }, { ...target, rules, changed, proposed }, lines)
  return 0
}
