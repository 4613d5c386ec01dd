import { useRules } from '../../app/four-eyes/change-rules.ts'
import { describeRuleChange, listLifted, ruleNames, settingOf } from '../../app/ledger/company-rules.ts'
import { locateTarget, readDemands } from '../../app/profile/profile-demands.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeLifted, toReleaseCommand } from '../output/format-waiting.ts'
import { beginSession } from '../output/ledger-session.ts'
import { printJson, printLines, printToStderr } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

/** `ledger rules`: those of a company at an address, shown or changed. */
export async function rulesCommand(host: Host, args: Arguments): Promise<ExitCode> {
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
  if (args.json) printJson(host, { ...target, rules, changed, proposed })
  else {
    const lines = ruleNames.map((name) => {
      const { about, show, none } = settingOf(name)
      return `  ${name}: ${show(rules[name] ?? none)} (${about})`
    })
    const held = (rules.holds ?? []).length === 0 ? [] : [`  On hold: ${rules.holds?.join(', ')}`]
    printLines(host, [`Rules of company “${target.company}” at ${target.address}`, ...lines, ...held])
  }
  return 0
}
