import type { OperationName } from '../operations/all.ts'
import type { RefreshScoresOptions, SheetOptions } from './sheet-options.ts'
import { createSheetRun, type SheetRun } from './sheet-run.ts'

// The parts of a run are loaded with the first one: a program that only may need one starts at once.

/**
 * Runs one sheet, as the command line does: opens the ledger, sends open rows, waits for scores, writes the output and
 * closes everything. The same call again continues a stopped run, and never creates a row twice. It also resolves when
 * some rows are not done (`balance`) or the run stopped midway (`halt`).
 * @throws BatchError when nothing could be done, or the surroundings failed: `code` says which, `hint` the remedy.
 * @example
 * const { balance, output } = await runSheet('assess', { input: 'trips.xlsx', baseUrl: 'https://service.example/api', token })
 * @example
 * for await (const { rowNumber, result } of runSheet('assess', options)) console.log(rowNumber, result?.overallTrip)
 * @example
 * await runSheet('decide', { input: 'decisions.xlsx', baseUrl, token, confirm: (plan) => plan.total <= 50 })
 */
export function runSheet<Name extends OperationName>(name: Name, options: SheetOptions<NoInfer<Name>>): SheetRun<Name> {
  return createSheetRun(async (readRows) => {
    const [{ findOperation }, { runOperation }] = await Promise.all([
      import('../operations/all.ts'),
      import('./run-operation.ts'),
    ])
    return runOperation(findOperation(name), options as SheetOptions, readRows)
  }, options.onRow)
}

/**
 * Asks again for scores, as `rwa-batch refresh` does: of pending assessments, of all in the ledger, or of a list of
 * identifiers. It creates nothing. The earlier scores stay in the log of attempts.
 * @throws BatchError when there is nothing to ask for, or nothing could be done.
 * @example
 * const { balance } = await refreshScores({ baseUrl: 'https://service.example/api', token, all: true })
 */
export function refreshScores(options: RefreshScoresOptions): SheetRun<'assess'> {
  return createSheetRun(async (readRows) => {
    const { refreshOperation } = await import('./run-operation.ts')
    return refreshOperation(options, readRows)
  }, options.onRow)
}
