import { checkSheet } from '../../app/check/check-sheet.ts'
import { recordFile } from '../../app/ledger/record-disclosure.ts'
import { warnOfGuesses } from '../../app/profile/profile.ts'
import { readKnownRules } from '../../app/profile/profile-demands.ts'
import { plannedStates } from '../../contract/states.ts'
import { findOperation } from '../../operations/all.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { describeWritten } from '../output/balance.ts'
import { describeCheck, summariseCheck } from '../output/check-report.ts'
import { printJson, printLines } from '../output/print.ts'
import { withProgress } from '../output/progress/with-progress.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { toReadOptions } from '../run-request.ts'
import type { Arguments } from '../setting-options.ts'

/** `check`: runs the whole load stage without network, token or ledger. */
export async function check(host: Host, operationName: string, input: string, args: Arguments): Promise<ExitCode> {
  const operation = findOperation(operationName)
  const request = { input, output: args.output, ...toReadOptions(operation, args, true) }
  const { found, logger } = await withProgress(host, args, async (ports) => {
    warnOfGuesses(args.profile, operation, ports.logger)
    const checked = await checkSheet(operation, request, {
      ...ports,
      cleaningUp: exitOnInterrupt(host),
      face: terminalFace,
      rules: readKnownRules(args.profile, host),
    })
    return { found: checked, logger: ports.logger }
  })
  if (found.written !== undefined) {
    logger.info(describeWritten(found.written))
    await recordFile({ surroundings: host }, logger, found.written.file)
  }
  // Rows with an identifier would be polled: they are valid.
  const balance = found.report.balance.filter(({ state }) => !plannedStates.has(state))
  if (args.json) printJson(host, { ...summariseCheck(found), profile: args.profile?.file ?? null })
  else printLines(host, describeCheck(found))
  return exitCodeOf({ halt: undefined, balance }, true)
}
