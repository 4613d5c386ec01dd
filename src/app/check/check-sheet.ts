import { extname } from 'node:path'
import { find } from '../../messages/catalogue.ts'
import { type CheckReport, checkRows } from '../../pipeline/check/check-rows.ts'
import { listUnverifiable } from '../../pipeline/check/list-unverifiable.ts'
import { publishChecked } from '../../pipeline/check/publish-checked.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { BatchError } from '../../support/errors.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'
import { prepareFolder, requireSeparateOutput } from '../output-file.ts'
import { toLoadOptions } from '../parse-request.ts'
import { loadForCheck } from './load-for-check.ts'

export interface SheetCheck {
  file: string
  report: CheckReport
  /** Checks that need the service or the ledger. */
  cannotKnow: readonly string[]
  written: PublishedFile | undefined
}

export interface CheckRequest extends ReadOptions {
  input: string
  output: string | undefined
}

/**
 * Runs the whole load stage without network, token or ledger.
 * @throws BatchError for a file that cannot be read or written.
 */
export async function checkSheet(
  operation: Operation,
  { input, output, ...reading }: CheckRequest,
  { logger, onEvent, cleaningUp, face, rules }: DryRunPorts,
): Promise<SheetCheck> {
  if (output !== undefined) prepareOutput(input, output)
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

function prepareOutput(input: string, output: string): void {
  if (!['.xlsx', '.xlsm'].includes(extname(output).toLowerCase())) {
    throw new BatchError('usage', find('check-kind', { output }))
  }
  requireSeparateOutput(input, output)
  prepareFolder(output)
}
