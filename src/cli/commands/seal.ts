import { sealSheet } from '../../app/second-pair/seal-sheet.ts'
import { plannedStates } from '../../contract/states.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import { atTerminal } from '../attend-run.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { endingAtOnce } from '../interrupts.ts'
import { describePlan } from '../output/plan-words.ts'
import { printAside, printJson, printJsonAside } from '../output/print.ts'
import { quoteArgument } from '../quote-command.ts'
import { toRunWishes } from '../run-options.ts'
import { noteStart } from './batch.ts'

/** `--seal`: what would be sent, as a workbook for a second person. Nothing is sent. */
export function sealCommand(
  host: Host,
  operation: Operation,
  input: string,
  args: BatchArguments & { seal: string },
): Promise<ExitCode> {
  const wishes = { ...toRunWishes(operation, input, args), output: undefined, by: args.by, plan: args.seal }
  return atTerminal(host, { ...args, dryRun: true }, { input, output: args.seal }, async (terminal) => {
    const { logger, destination } = terminal
    noteStart(host, terminal, args)
    const onSpill = (line: string): void => printJsonAside(host, line)
    const ports = { clock: host.clock, logger, cleaningUp: endingAtOnce(host), onSpill }
    const { ledger, company, newLedger, profile } = args
    const secondPair = profile?.profile.secondPair
    const settings = { ledger, surroundings: host, company, newLedger, destination, secondPair }
    const sealed = await sealSheet(operation, wishes, settings, ports)
    const { seal, by, file, contradictions, plan, report, sending } = sealed
    printAside(host, describePlan(plan))
    for (const text of contradictions) logger.warn(`contradiction: ${text}`)
    if (args.json)
      printJson(host, { seal, by, file, toSend: sending.toSend, isTest: sending.isTestTarget, contradictions })
    logger.info(
      `Sealed by ${by}: ${plan.total} to be sent, seal ${shortenSeal(seal)}. Nothing was sent. Written to ${file}`,
    )
    logger.info('Names are statements, not log-ins: the two staff IDs must differ, and nobody checks who types them.')
    logger.info(
      `Next, for somebody else who has read it: npx rwa-batch decide --release ${quoteArgument(file, host.platform)} --by <staff id>`,
    )
    const notSent = report.balance.filter(({ state }) => !plannedStates.has(state))
    return exitCodeOf({ halt: undefined, balance: notSent }, true)
  })
}
