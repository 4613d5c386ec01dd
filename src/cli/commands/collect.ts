import type { FoundProfile } from '../../app/profile/profile.ts'
import { collectSheet } from '../../app/team/collect-sheet.ts'
import { systemClock } from '../../support/clock.ts'
import { systemRandom } from '../../support/random.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { endingAtOnce } from '../interrupts.ts'
import { describeRun, summariseRun } from '../output/balance.ts'
import { createMessages } from '../output/messages.ts'
import { wordOptions } from '../output/option-words.ts'
import { printJson, printJsonAside } from '../output/print.ts'
import { quoteCommand } from '../quote-command.ts'

export interface CollectArguments {
  profile: FoundProfile | undefined
  output: string | undefined
  newWorkbook: boolean
  ledger: string
  json: boolean
  quiet: boolean
}

/** `collect`: what is known of a sheet, written. */
export async function collect(
  input: string,
  { output, newWorkbook, ledger, json, quiet }: CollectArguments,
): Promise<ExitCode> {
  const logger = createMessages({ quiet })
  const ports = {
    clock: systemClock,
    random: systemRandom,
    logger,
    interrupt: new AbortController().signal,
    word: wordOptions,
  }
  const collected = await endingAtOnce(
    () => {},
    () => collectSheet({ input, output, newWorkbook }, { ledger, onSpill: printJsonAside }, ports),
  )
  const sameCommand = `${quoteCommand([collected.operation, input])}, with the options of before`
  for (const line of describeRun(collected, sameCommand)) logger.info(line)
  const exitCode = exitCodeOf(collected, collected.waits)
  if (json) printJson(summariseRun(collected, exitCode))
  return exitCode
}
