import { basename, extname, join } from 'node:path'
import { avoidDeviceName, stemOfInput } from '../pipeline/earlier-output/output-names.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { BatchOptions, RefreshOptions } from '../pipeline/model/options.ts'
import type { OutputOptions, ReadOptions, RefreshSettings, SendingOptions } from '../settings/option-types.ts'
import { requireSeparateOutput } from './output-file.ts'
import { toLoadOptions, toResendOptions, toSendOptions } from './sheet-options.ts'

export type DestinationFacts = 'targetLabel' | 'isTestTarget' | 'toolVersion'

interface SandboxFact {
  /** The results come from the sandbox. @default false */
  sandbox?: boolean
}

export interface RunRequest extends ReadOptions, SendingOptions, OutputOptions, SandboxFact {
  input: string
  /** What the service refused is not sent again as it is. No option of a command. @default false */
  keepRejected?: boolean
}

/** @throws BatchError `usage` or `configuration` for an option or an output that cannot be used. */
export function toBatchOptions(
  operation: Pick<Operation, 'sheet' | 'output'>,
  request: RunRequest,
): Omit<BatchOptions, DestinationFacts> {
  const { input, newWorkbook = false, allOrNothing = false, keepRejected = false } = request
  const extension = extname(input)
  // Excel opens macros under this extension only. Reading the workbook tells whether it has any.
  const ending = extension.toLowerCase() === '.xlsm' && !newWorkbook ? '.xlsm' : '.xlsx'
  return {
    input,
    output: chooseOutput(request, `${stemOfInput(input)}.${operation.output.suffix}`, ending),
    newWorkbook,
    allOrNothing,
    load: toLoadOptions(operation, request),
    resend: { ...toResendOptions(request), keepRejected },
    send: toSendOptions(request),
  }
}

export interface RefreshRequest extends RefreshSettings, SandboxFact {
  /** Undefined: all assessments in the ledger. */
  input?: string | undefined
}

/** @throws BatchError `usage` when the output is of an unknown kind, or the input itself. */
export function toRefreshOptions(request: RefreshRequest): Omit<RefreshOptions, DestinationFacts> {
  const { input, all = false, sheet, columns = {}, encoding, delimiter } = request
  return {
    input,
    output: chooseOutput(request, input === undefined ? 'refreshed' : `${basename(input, extname(input))}.refreshed`),
    isScoredToo: all,
    load: { sheet, encoding, delimiter, columns: new Map(Object.entries(columns)) },
    send: toSendOptions(request),
  }
}

function chooseOutput(
  { input, output, sandbox = false }: Pick<RefreshRequest, 'input' | 'output' | 'sandbox'>,
  name: string,
  ending = '.xlsx',
): string {
  const chosen = output ?? join('output', `${avoidDeviceName(name)}${sandbox ? '.simulated' : ''}${ending}`)
  requireSeparateOutput(input ?? '', chosen)
  return chosen
}
