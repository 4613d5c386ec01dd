import type { Operation } from '../../pipeline/model/operation.ts'
import type { LoadedInput } from '../../pipeline/rows/loaded-input.ts'
import { announceOutput, planOutput } from '../../pipeline/write/plan-output.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'

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
