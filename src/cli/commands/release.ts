import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { announcePromise } from '../../app/evidence-policy.ts'
import { planRelease, prepareRelease, readSealedPlan } from '../../app/four-eyes/release-plan.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { describePairDoubts } from '../../messages/plans.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { CommandSession } from '../command-spec.ts'
import type { ExitCode } from '../exit-code.ts'
import { adviseReseal } from '../reseal-advice.ts'
import { withTerminal } from '../run-interactively.ts'
import { logStart, sendInteractively } from './batch.ts'
import { showPlan } from './plan.ts'

/** `--release`: sends exactly the plan that another person sealed, once it was confirmed. */
export function releaseCommand(
  { host, args }: CommandSession,
  operation: Operation,
  input: string | undefined,
): Promise<ExitCode> {
  const { release = '' } = args
  const files = { input: release, output: args.output ?? release }
  return withTerminal({ host, args }, files, async (terminal) => {
    const { logger, policy, settings } = terminal
    logStart(terminal)
    const sealed = await readSealedPlan(operation, release, settings)
    const options = prepareRelease(operation, sealed, { ...args, input, isUnattended: args.confirm })
    const { by, account, machine, at, seal, released } = sealed
    logger.info(`Sealed by ${by} (${account}@${machine}) at ${toIsoTime(at)}, seal ${shortenSeal(seal)}`)
    if (released !== undefined)
      logger.info(`Released before by ${released.by} at ${toIsoTime(released.at)}: what is left is carried on`)
    const name = existsSync(release) ? release : basename(sealed.plan || 'plan.xlsx')
    const reseal = adviseReseal(host, { plan: name, given: input, sheet: options.input, how: sealed.how })
    if (!args.dryRun) return sendInteractively(terminal, { operation, options, reseal })
    const plan = await planRelease(operation, options, settings)
    announcePromise(policy, logger)
    const doubts = describePairDoubts(options.release, isDatabaseAddress(args.ledger))
    for (const doubt of doubts) logger.warn(doubt)
    if (plan.plan.isSheetChanged === true)
      logNote(logger, 'warn', find('sealed-sheet-changed', { input: options.input }))
    const exitCode = showPlan(terminal, plan, options.input)
    logger.info('The seal holds. Nothing was sent.')
    return exitCode
  })
}
