import type { Operation } from '../../pipeline/model/operation.ts'
import type { LoadOptions } from '../../pipeline/model/options.ts'
import { prepareRun } from '../../pipeline/prepare-run.ts'
import type { LoadedInput } from '../../pipeline/rows/loaded-input.ts'
import type { RowQuery } from '../../pipeline/rows/row-pages.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { removeInputCopy } from '../../sheet/writing/input-copy.ts'
import { systemClock } from '../../support/clock.ts'
import { type DryRunPorts, withScratchLedger } from '../ledger/scratch-ledger.ts'
import { parseSendOptions } from '../parse-request.ts'

export interface InputToCheck {
  input: string
  load: LoadOptions
  /** Path of the later output, for a copy of the input as it was read. */
  copyBeside?: string | undefined
  /** The source that is read instead of the file, such as the file with edits. */
  substitute?: (source: SheetSource) => SheetSource
}

/** Nothing is sent, so earlier submissions do not hold rows back. */
const sending = parseSendOptions({})

/**
 * Loads a sheet into an empty scratch ledger for `use`, without network, token or ledger.
 * @throws BatchError for a file that cannot be read.
 */
export function loadForCheck<Result>(
  operation: Operation,
  { input, load: given, ...file }: InputToCheck,
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
