import { identifyAddress, isTestAddress, parseBaseUrl } from '../client/base-url.ts'
import { Token } from '../client/token.ts'
import { operations, withOperation } from '../operations/all.ts'
import type { Operation } from '../pipeline/operation.ts'
import type { RunReport } from '../pipeline/options.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { silentLogger } from '../support/logger.ts'
import { systemRandom } from '../support/random.ts'
import { explainFailure } from './explain-failure.ts'
import { resolveMemory } from './memory.ts'
import { prepareFolder } from './output-file.ts'
import { prepareRun } from './prepare-run.ts'
import { runDefaults } from './run-defaults.ts'
import { type SheetOptions, toLoadOptions, toResendOptions, toSendOptions } from './sheet-options.ts'
import { startRun } from './start-run.ts'

export type OperationName = 'assess' | 'decide' | 'invite'

/**
 * One run over one sheet, as the command line does it: opens the ledger, sends what is left to send, waits for scores,
 * writes the output and closes everything. The same call again carries on where this one stopped, and never creates
 * a row twice. Resolves also when some rows are not done (`balance`) or something stopped the run midway (`halt`).
 * @throws BatchError when nothing could be done, or the surroundings broke: `code` says which, `hint` what to do.
 */
export async function runSheet(name: OperationName, options: SheetOptions): Promise<RunReport> {
  if (!operations.some((operation) => operation.name === name)) {
    const known = operations.map((operation) => operation.name).join(', ')
    throw new BatchError('usage', `there is no operation “${name}”: expected one of ${known}`)
  }
  try {
    return await withOperation(name, (operation) => run(operation, options))
  } catch (error) {
    throw explainFailure(error)
  }
}

function run<Request extends object>(operation: Operation<Request>, options: SheetOptions): Promise<RunReport> {
  const { confirm, logger = silentLogger } = options
  if (operation.needsConfirmation && confirm === undefined) {
    throw new BatchError('usage', `to ${operation.name} must be confirmed: nothing was sent`, {
      hint: 'Give confirm: true, or a function that is shown the plan and says whether to send it.',
    })
  }
  const wishes = {
    input: options.input,
    output: options.output,
    load: toLoadOptions(operation, options),
    resend: toResendOptions(options),
    send: toSendOptions(options),
  }
  const baseUrl = parseBaseUrl(options.baseUrl)
  const token = typeof options.token === 'string' ? new Token(options.token) : options.token
  const batch = {
    ...prepareRun(operation, wishes),
    targetLabel: baseUrl,
    isTestTarget: isTestAddress(baseUrl),
  }
  prepareFolder(batch.output)
  return startRun(
    operation,
    batch,
    {
      ledger: resolveMemory(options.ledger),
      company: options.company ?? runDefaults.company,
      tokenRotated: options.tokenRotated ?? false,
      destination: { address: identifyAddress(baseUrl), baseUrl, token },
      requestTimeoutMs: options.requestTimeoutMs ?? runDefaults.requestTimeoutMs,
      retryStatuses: new Set(options.retryStatuses),
      onSpill: options.onSpill ?? ((line) => process.emitWarning(`the ledger could not take ${line}`)),
      onRow: options.onRow,
    },
    {
      clock: systemClock,
      random: systemRandom,
      logger,
      onProgress: options.onProgress ?? (() => {}),
      interrupt: options.signal ?? new AbortController().signal,
      confirmPlan: async (plan) => confirm === true || (await confirm?.(plan)) === true,
      confirmRejections: undefined,
    },
  )
}
