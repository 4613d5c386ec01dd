import type { Operation } from '../../pipeline/model/operation.ts'
import type { LoadOptions } from '../../pipeline/model/options.ts'
import { offlineAddress } from '../../pipeline/model/run.ts'
import { type FileToLoad, type InputOptions, prepareRun } from '../../pipeline/prepare-run.ts'
import type { LoadedInput } from '../../pipeline/rows/loaded-input.ts'
import type { RowQuery } from '../../pipeline/rows/row-view.ts'
import { announceOutput, planOutput } from '../../pipeline/write/plan-output.ts'
import { removeInputCopy } from '../../sheet/writing/temporary-files.ts'
import { systemClock } from '../../support/clock.ts'
import { type DryRunPorts, withScratchLedger } from '../ledger/scratch-ledger.ts'
import { parseSendOptions } from '../parse-request.ts'

/** Nothing is sent, so earlier submissions do not hold rows back. */
const sending = parseSendOptions({})

/** Loads a sheet into an empty scratch ledger for `use`. @throws BatchError for a file that cannot be read. */
export function loadForCheck<Result>(
  operation: Operation,
  { input, load: given, ...file }: Pick<InputOptions, 'input' | 'load'> & Omit<FileToLoad, 'output'>,
  ports: DryRunPorts,
  use: (query: RowQuery & { operation: Operation }, loaded: LoadedInput, load: LoadOptions) => Promise<Result>,
): Promise<Result> {
  return withScratchLedger(undefined, ports, async (ledger) => {
    const target = await ledger.targets.find(offlineAddress, 'check')
    const noteFor = { name: 'noteFor', from: undefined, to: ports.rules?.noteFor } as const
    if (noteFor.to !== undefined) await ledger.rules.change(target, noteFor, { now: systemClock.now() })
    const request = { ...sending, input, load: given }
    const all = { clock: systemClock, ...ports }
    const prepared = await prepareRun(operation, { ledger, target }, request, { ...file, output: undefined }, all)
    const { loaded, options } = prepared
    try {
      return await use({ operation, ledger, runId: loaded.runId, face: ports.face }, loaded, options.load)
    } finally {
      await removeInputCopy(loaded.copy)
    }
  })
}

/** What a person must know of the output that a run would write, before there is one. */
export async function announceCopy(
  operation: Operation,
  input: string,
  loaded: LoadedInput,
  { logger }: Pick<DryRunPorts, 'logger'>,
): Promise<void> {
  if (loaded.sheets.every(({ table }) => table?.rows === 0)) return
  const plan = await planOutput(operation, loaded, { input, output: '' }, undefined)
  announceOutput(plan, { input, output: '', sheets: loaded.sheets }, operation.output, { ...logger, info() {} })
}
