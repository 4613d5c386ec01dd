import { assess } from '../operations/assess.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RunPorts, RunReport } from '../pipeline/model/options.ts'
import { BatchError } from '../support/errors.ts'
import { toBatchOptions, toRefreshOptions } from './batch-options.ts'
import { toRunPorts, toRunSettings } from './call-settings.ts'
import { withExplanation } from './explain-failure.ts'
import { prepareFolder } from './output-file.ts'
import type { Confirm, RefreshScoresOptions, SheetOptions } from './sheet-options.ts'
import type { RowConsumer } from './sheet-run.ts'
import { startRefresh, startRun } from './start-run.ts'

/** @throws BatchError when nothing could be done, or the surroundings failed. */
export function runOperation(operation: Operation, options: SheetOptions, readRows?: RowConsumer): Promise<RunReport> {
  return withExplanation(async () => {
    const { confirm } = options
    const ask = operation.send.needsConfirmation === true ? askForConfirm(operation.name, confirm) : undefined
    const batch = toBatchOptions(operation, options)
    const settings = { ...toRunSettings(options), readRows }
    prepareFolder(batch.output)
    return startRun(operation, batch, settings, toRunPorts(options, ask))
  })
}

/** @throws BatchError `usage` without a confirmation: JavaScript does not check the types. */
export function askForConfirm(name: string, confirm: Confirm | undefined): NonNullable<RunPorts['ask']> {
  if (confirm === undefined) {
    throw new BatchError('usage', `to ${name} must be confirmed: nothing was sent`, {
      hint: 'Give confirm: true, or a function that is shown the plan and says whether to send it.',
    })
  }
  return async (question) =>
    question.kind === 'plan' ? confirm === true || (await confirm(question.plan)) === true : undefined
}

/** @throws BatchError when there is nothing to ask for, or nothing could be done. */
export function refreshOperation(options: RefreshScoresOptions, readRows?: RowConsumer): Promise<RunReport> {
  return withExplanation(async () => {
    const refresh = toRefreshOptions(options)
    const settings = { ...toRunSettings(options), readRows }
    prepareFolder(refresh.output)
    return startRefresh(assess, refresh, settings, toRunPorts(options))
  })
}
