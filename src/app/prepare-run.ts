import { basename, extname, join } from 'node:path'
import type { Operation } from '../pipeline/model/operation.ts'
import type { BatchOptions, RefreshOptions } from '../pipeline/model/options.ts'
import { requireSeparateOutput } from './output-file.ts'
import {
  type ReadOptions,
  type SendingOptions,
  toLoadOptions,
  toResendOptions,
  toSendOptions,
} from './sheet-options.ts'

/** What is known of a run once it is known where it sends to. */
export type DestinationFacts = 'targetLabel' | 'isTestTarget' | 'toolVersion'

interface OutputOptions {
  /** Undefined: named after the input, in the folder `output`. */
  output?: string | undefined
  /** What is written is made up by the sandbox. @default false */
  isSimulated?: boolean
}

/** What a run over a sheet is asked for. */
export interface RunRequest extends OutputOptions, ReadOptions, SendingOptions {
  input: string
  /** Results in a workbook of their own, whatever the input is. @default false */
  newWorkbook?: boolean | undefined
  /** Nothing is sent of a sheet with a row that is wrong. @default false */
  allOrNothing?: boolean | undefined
}

/** @throws BatchError `usage` or `configuration` for an option or an output that cannot be used. */
export function prepareRun(
  operation: Pick<Operation, 'sheet' | 'output'>,
  request: RunRequest,
): Omit<BatchOptions, DestinationFacts> {
  const { input, newWorkbook = false, allOrNothing = false } = request
  const extension = extname(input)
  // Macros are opened under their own ending only; whether there are any shows when it is read.
  const ending = extension.toLowerCase() === '.xlsm' && !newWorkbook ? '.xlsm' : '.xlsx'
  return {
    input,
    output: chooseOutput(request, `${basename(input, extension)}.${operation.output.suffix}`, ending),
    newWorkbook,
    allOrNothing,
    load: toLoadOptions(operation, request),
    resend: toResendOptions(request),
    send: toSendOptions(request),
  }
}

/** What a run that only asks is asked for. */
export interface RefreshRequest
  extends OutputOptions,
    Pick<ReadOptions, 'columns' | 'encoding' | 'delimiter'>,
    Pick<SendingOptions, 'concurrency' | 'rate' | 'requestTimeoutMs' | 'pollTimeoutMs' | 'waitForServiceMs'> {
  /** Undefined: all that the ledger knows. */
  input?: string | undefined
  sheet?: string | undefined
  all?: boolean | undefined
}

/** @throws BatchError `usage` when the output is of no known kind, or the input itself. */
export function prepareRefresh(request: RefreshRequest): Omit<RefreshOptions, DestinationFacts> {
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
  { input, output, isSimulated = false }: OutputOptions & { input?: string | undefined },
  name: string,
  ending = '.xlsx',
): string {
  const chosen = output ?? join('output', `${name}${isSimulated ? '.simulated' : ''}${ending}`)
  requireSeparateOutput(input ?? '', chosen)
  return chosen
}
