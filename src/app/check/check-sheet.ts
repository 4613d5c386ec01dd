import { type CheckReport, checkRows, listUnverifiable } from '../../pipeline/check/check-rows.ts'
import { publishChecked } from '../../pipeline/check/publish-checked.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { LoadOptions } from '../../pipeline/model/options.ts'
import { type FileToLoad, type InputOptions, prepareRun } from '../../pipeline/prepare-run.ts'
import type { LoadedInput } from '../../pipeline/rows/loaded-input.ts'
import type { RowQuery } from '../../pipeline/rows/row-view.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { removeInputCopy } from '../../sheet/writing/temporary-files.ts'
import { systemClock } from '../../support/clock.ts'
import { type DryRunPorts, withScratchLedger } from '../ledger/scratch-ledger.ts'
import { prepareFolder, requireKind, requireSeparateOutput } from '../output-file.ts'
import { parseSendOptions, toLoadOptions } from '../parse-request.ts'

export interface SheetCheck {
  file: string
  report: CheckReport
  /** Checks that need the service or the ledger. */
  cannotKnow: readonly string[]
  written: PublishedFile | undefined
}

/**
 * Runs the whole load stage without network, token or ledger.
 * @throws BatchError for a file that cannot be read or written.
 */
export async function checkSheet(
  operation: Operation,
  { input, output, ...reading }: ReadOptions & { input: string; output: string | undefined },
  { logger, onEvent, cleaningUp, face, rules }: DryRunPorts,
): Promise<SheetCheck> {
  if (output !== undefined) {
    requireKind(output.replace(/\.xlsm$/i, '.xlsx'), ['.xlsx'], 'marks need a workbook')
    requireSeparateOutput(input, output)
    prepareFolder(output)
  }
  const file = { input, load: toLoadOptions(operation, reading), copyBeside: output }
  const ports = { logger, cleaningUp, face, rules, ...(onEvent && { onEvent }) }
  return loadForCheck(operation, file, ports, async (request, loaded, load) => {
    const read = loaded.sheets.flatMap(({ columns }) => Object.keys(columns.fields))
    const given = new Set([...read, ...load.defaults.keys()])
    return {
      file: input,
      report: await checkRows(request, loaded),
      cannotKnow: listUnverifiable(operation, given, new Set(load.lists.keys()), face),
      written: output === undefined ? undefined : await publishChecked({ input, output }, request, loaded, logger),
    }
  })
}

/** Nothing is sent, so earlier submissions do not hold rows back. */
const sending = parseSendOptions({})

/**
 * Loads a sheet into an empty scratch ledger for `use`, without network, token or ledger.
 * @throws BatchError for a file that cannot be read.
 */
export function loadForCheck<Result>(
  operation: Operation,
  { input, load: given, ...file }: Pick<InputOptions, 'input' | 'load'> & Omit<FileToLoad, 'output'>,
  { logger, onEvent, cleaningUp, face, interrupt, rules }: DryRunPorts,
  use: (query: RowQuery & { operation: Operation }, loaded: LoadedInput, load: LoadOptions) => Promise<Result>,
): Promise<Result> {
  return withScratchLedger({ excerptOf: undefined, cleaningUp }, async (ledger) => {
    const target = await ledger.targets.find('check', 'check')
    const noteFor = { name: 'noteFor', from: undefined, to: rules?.noteFor } as const
    if (noteFor.to !== undefined) await ledger.rules.change(target, noteFor, { now: systemClock.now() })
    const request = { ...sending, input, load: given }
    const ports = { clock: systemClock, logger, ...(onEvent && { onEvent }), ...(interrupt && { interrupt }) }
    const prepared = await prepareRun(operation, { ledger, target }, request, { ...file, output: undefined }, ports)
    const { loaded, options } = prepared
    try {
      return await use({ operation, ledger, runId: loaded.runId, face }, loaded, options.load)
    } finally {
      await removeInputCopy(loaded.copy)
    }
  })
}
