import { assess } from '../operations/assess.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RunReport } from '../pipeline/model/options.ts'
import { BatchError } from '../support/errors.ts'
import { toBatchOptions, toRefreshOptions } from './batch-options.ts'
import { toRunPorts, toRunSettings } from './call-settings.ts'
import { explainFailure } from './explain-failure.ts'
import { prepareFolder } from './output-file.ts'
import type { RefreshScoresOptions, SheetOptions } from './sheet-options.ts'
import type { RowConsumer } from './sheet-run.ts'
import { startRefresh, startRun } from './start-run.ts'

/** @throws BatchError when nothing could be done, or the surroundings failed. */
export async function runOperation(
  operation: Operation,
  options: SheetOptions,
  readRows?: RowConsumer,
): Promise<RunReport> {
  try {
    const { confirm } = options
    if (operation.send.needsConfirmation === true && confirm === undefined) {
      throw new BatchError('usage', `to ${operation.name} must be confirmed: nothing was sent`, {
        hint: 'Give confirm: true, or a function that is shown the plan and says whether to send it.',
      })
    }
    const batch = toBatchOptions(operation, options)
    const settings = { ...toRunSettings(options), readRows }
    prepareFolder(batch.output)
    const ports = toRunPorts(options, async (question) => {
      if (question.kind === 'plan') return confirm === true || (await confirm?.(question.plan)) === true
      return undefined
    })
    return await startRun(operation, batch, settings, ports)
  } catch (error) {
    throw explainFailure(error)
  }
}

/** @throws BatchError when there is nothing to ask for, or nothing could be done. */
export async function refreshOperation(options: RefreshScoresOptions, readRows?: RowConsumer): Promise<RunReport> {
  try {
    const refresh = toRefreshOptions(options)
    const settings = { ...toRunSettings(options), readRows }
    prepareFolder(refresh.output)
    return await startRefresh(assess, refresh, settings, toRunPorts(options))
  } catch (error) {
    throw explainFailure(error)
  }
}
