import { findOperation, type OperationName } from '../operations/all.ts'
import { assess } from '../operations/assess.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RunReport } from '../pipeline/model/options.ts'
import { BatchError } from '../support/errors.ts'
import { toBatchOptions, toRefreshOptions } from './batch-options.ts'
import { toRunPorts, toRunSettings } from './call-settings.ts'
import { explainFailure } from './explain-failure.ts'
import { prepareFolder } from './output-file.ts'
import type { RefreshScoresOptions, SheetOptions } from './sheet-options.ts'
import { startRefresh, startRun } from './start-run.ts'

/**
 * Runs one sheet, as the command line does: opens the ledger, sends open rows, waits for scores, writes the output and
 * closes everything. The same call again continues a stopped run, and never creates a row twice. It also resolves when
 * some rows are not done (`balance`) or the run stopped midway (`halt`).
 * @throws BatchError when nothing could be done, or the surroundings failed: `code` says which, `hint` the remedy.
 * @example
 * const { balance, output } = await runSheet('assess', { input: 'trips.xlsx', baseUrl: 'https://service.example/api', token })
 * @example
 * await runSheet('decide', { input: 'decisions.xlsx', baseUrl, token, confirm: (plan) => plan.total <= 50 })
 */
export async function runSheet(name: OperationName, options: SheetOptions): Promise<RunReport> {
  return runOperation(findOperation(name), options)
}

export async function runOperation(operation: Operation, options: SheetOptions): Promise<RunReport> {
  try {
    return await run(operation, options)
  } catch (error) {
    throw explainFailure(error)
  }
}

function run(operation: Operation, options: SheetOptions): Promise<RunReport> {
  const { confirm } = options
  if (operation.send.needsConfirmation === true && confirm === undefined) {
    throw new BatchError('usage', `to ${operation.name} must be confirmed: nothing was sent`, {
      hint: 'Give confirm: true, or a function that is shown the plan and says whether to send it.',
    })
  }
  const batch = toBatchOptions(operation, options)
  const settings = toRunSettings(options)
  prepareFolder(batch.output)
  const ports = toRunPorts(options, async (question) => {
    if (question.kind === 'plan') return confirm === true || (await confirm?.(question.plan)) === true
    return undefined
  })
  return startRun(operation, batch, settings, ports)
}

/**
 * Asks again for scores, as `rwa-batch refresh` does: of pending assessments, of all in the ledger, or of a list of
 * identifiers. It creates nothing. The earlier scores stay in the log of attempts.
 * @throws BatchError when there is nothing to ask for, or nothing could be done.
 * @example
 * const { balance } = await refreshScores({ baseUrl: 'https://service.example/api', token, all: true })
 */
export async function refreshScores(options: RefreshScoresOptions): Promise<RunReport> {
  try {
    const refresh = toRefreshOptions(options)
    const settings = toRunSettings(options)
    prepareFolder(refresh.output)
    return await startRefresh(assess, refresh, settings, toRunPorts(options))
  } catch (error) {
    throw explainFailure(error)
  }
}
