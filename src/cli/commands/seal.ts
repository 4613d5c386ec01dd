import { sealSheet } from '../../app/four-eyes/seal-sheet.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { CommandSession } from '../command-spec.ts'
import { type ExitCode, exitCodeOfPlan } from '../exit-code.ts'
import { describePlan } from '../output/format-plan.ts'
import { printJson, printToStderr } from '../output/print.ts'
import { withTerminal } from '../run-interactively.ts'
import { readRun } from '../run-request.ts'
import { logStart } from './batch.ts'
import { toReleaseCommand } from './waiting.ts'

/** `--seal`: writes the plan as a workbook for a second person, and sends nothing. */
export function sealCommand({ host, args }: CommandSession, operation: Operation, input: string): Promise<ExitCode> {
  const { seal: planFile = '' } = args
  const request = { ...readRun(operation, input, args), output: undefined, by: args.by, plan: planFile }
  return withTerminal({ host, args: { ...args, dryRun: true } }, { input, output: planFile }, async (terminal) => {
    const { logger, destination, settings } = terminal
    logStart(terminal)
    const sealed = await sealSheet(operation, request, settings, { clock: host.clock, logger })
    const { runId, seal, by, until, file, contradictions, plan, report, sending, dropped } = sealed
    if (dropped.length > 0)
      logger.info(`It replaces what was sealed of this sheet before and released by nobody (run ${dropped.join(', ')})`)
    printToStderr(host, describePlan(plan))
    for (const text of contradictions) logger.warn(`contradiction: ${text}`)
    if (args.json)
      printJson(host, {
        run: runId,
        seal,
        by,
        until: toIsoTime(until),
        file,
        toSend: sending.toSend,
        isTest: sending.isTestTarget,
        contradictions,
      })
    logger.info(
      `Sealed by ${by}: ${plan.total} to be sent, seal ${shortenSeal(seal)}, run ${runId}. Nothing was sent. Written to ${file}`,
    )
    logger.info(
      'Names are statements, not log-ins: the two staff IDs must differ, and the program cannot check who types them.',
    )
    logger.info(describeWay(isDatabaseAddress(args.ledger), toIsoTime(until)))
    const where = { run: runId, address: destination.address, company: args.company }
    logger.info(`Next, for a second person who has read it: ${toReleaseCommand(host, args, where)}`)
    return exitCodeOfPlan(report)
  })
}

function describeWay(isTeam: boolean, until: string): string {
  return isTeam
    ? `It waits in the team’s database until ${until}: a second person needs only the run number or the seal, on any computer; neither sheet nor plan is carried there`
    : `It waits in this account’s ledger until ${until}: a second person releases it under this account on this computer; two people on two computers need a team’s database`
}
