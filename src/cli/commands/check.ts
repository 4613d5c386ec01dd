import { checkSheet } from '../../app/check/check-sheet.ts'
import { recordFile } from '../../app/ledger/record-disclosure.ts'
import { warnOfGuesses } from '../../app/profile/profile.ts'
import { readKnownRules } from '../../app/profile/profile-demands.ts'
import { findOperation } from '../../operations/all.ts'
import type { CommandSession } from '../command-spec.ts'
import { type ExitCode, exitCodeOfPlan } from '../exit-code.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { describeWritten } from '../output/balance.ts'
import { describeCheck, summariseCheck } from '../output/check-report.ts'
import { printResult } from '../output/print.ts'
import { withProgress } from '../output/progress/progress.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { toReadOptions } from '../run-request.ts'

/** `check`: runs the whole load stage without network, token or ledger. */
export async function check({ host, args }: CommandSession, operationName: string, input: string): Promise<ExitCode> {
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
  printResult({ host, args }, { ...summariseCheck(found), profile: args.profile?.file ?? null }, describeCheck(found))
  return exitCodeOfPlan(found.report)
}
