import { extname, resolve } from 'node:path'
import { prepareFolder, requireOwnOutput } from '../../app/output-file.ts'
import type { Ledger } from '../../ledger/port.ts'
import { withOperation } from '../../operations/all.ts'
import { listUnknowable } from '../../pipeline/check/cannot-know.ts'
import { checkRows } from '../../pipeline/check/check-rows.ts'
import { type CheckedWorkbook, writeChecked } from '../../pipeline/check/write-checked.ts'
import { loadInput, openInput } from '../../pipeline/load/load-input.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { LoadOptions } from '../../pipeline/terms/options.ts'
import { systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LoadArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { toLoadOptions } from '../load-options.ts'
import { type Check, describeCheck, summariseCheck } from '../output/check-report.ts'
import { createMessages } from '../output/messages.ts'
import { printJson, printLines } from '../output/print.ts'
import { withScratchLedger } from '../scratch-ledger.ts'

export interface CheckArguments extends LoadArguments {
  output: string | undefined
  json: boolean
  quiet: boolean
}

/** Nothing is sent, so nothing is held against rows that were sent before. */
const resend = { retryUnknown: false, allowDuplicates: false, sendChanged: false, again: false }

/** `check`: everything load does, without network, token or ledger. */
export async function check(operationName: string, input: string, args: CheckArguments): Promise<ExitCode> {
  const logger = createMessages({
    quiet: args.quiet,
    verbose: false,
    logFile: undefined,
    redact: (text) => text,
    pauseDisplay: () => {},
  })
  if (args.output !== undefined) prepareOutput(input, args.output)
  const result = await withOperation(operationName, (operation) => {
    const load = toLoadOptions(operation.fields, args)
    return withScratchLedger(undefined, (ledger) => checkInput(operation, { input, load, logger, ledger, args }))
  })
  // Rows with an identifier would be asked for: nothing is wrong with them.
  const balance = result.report.balance.filter(({ state }) => state !== 'ready' && state !== 'accepted')
  const exitCode = exitCodeOf({ halt: undefined, balance }, true)
  if (args.json) printJson(summariseCheck(result))
  else printLines(describeCheck(result))
  return exitCode
}

function prepareOutput(input: string, output: string): void {
  if (extname(output).toLowerCase() !== '.xlsx') {
    throw new BatchError('usage', `the output ${output} is no .xlsx: comments need a workbook`, {
      hint: 'Name a file that ends in .xlsx with --output.',
    })
  }
  requireOwnOutput(input, output)
  prepareFolder(output)
}

interface CheckParts {
  input: string
  load: LoadOptions
  logger: Logger
  ledger: Ledger
  args: CheckArguments
}

async function checkInput<Request extends object>(
  operation: Operation<Request>,
  { input, load, logger, ledger, args }: CheckParts,
): Promise<Check> {
  const source = await openInput(input, load)
  try {
    const target = ledger.targets.find('check', 'check')
    const ports = { clock: systemClock, logger, onProgress() {} }
    const loaded = await loadInput(source, { operation, target, file: resolve(input), load, resend }, ledger, ports)
    const request = { operation, ledger, runId: loaded.runId }
    const read = new Set([
      ...loaded.sheets.flatMap(({ columns }) => Object.keys(columns.fields)),
      ...load.defaults.keys(),
    ])
    return {
      file: input,
      report: await checkRows(request, loaded),
      cannotKnow: listUnknowable(operation, read, new Set(load.lists.keys())),
      output:
        args.output === undefined ? undefined : announce(await writeChecked(args.output, request, loaded), logger),
    }
  } finally {
    await source.close()
  }
}

function announce(written: CheckedWorkbook, logger: Logger): string {
  const { file, isSecondName, hasMarksOnly } = written
  if (hasMarksOnly) logger.warn('there are more bad cells than comments: the last ones are marked only (see Problems)')
  logger.info(
    isSecondName
      ? `Written to ${file}, because the output itself could not be replaced (is it open?)`
      : `Written to ${file}`,
  )
  return file
}
