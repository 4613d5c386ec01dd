import { basename, extname, join } from 'node:path'
import type { RefreshOptions } from '../pipeline/refresh/refresh-options.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import type { BatchOptions } from '../pipeline/terms/options.ts'
import { requireOwnOutput } from './output-file.ts'
import { version } from './version.ts'

/** What a run is asked for, before it is known where it sends to. */
export interface RunWishes extends Pick<BatchOptions, 'input' | 'load' | 'resend' | 'send'> {
  /** Undefined: the name of the input, in the folder `output`. */
  output: string | undefined
  /** What is written is made up by the sandbox. @default false */
  isSimulated?: boolean
}

/** @throws BatchError `usage` when the output is of no known kind, or the input itself. */
export function prepareRun<Request extends object>(
  operation: Pick<Operation<Request>, 'outputSuffix'>,
  { input, output, isSimulated = false, load, resend, send }: RunWishes,
): BatchOptions {
  const name = basename(input, extname(input))
  const chosen = output ?? nameOutput(`${name}.${operation.outputSuffix}`, isSimulated)
  requireOwnOutput(input, chosen)
  return { input, output: chosen, load, resend, send, targetLabel: '', isTestTarget: false, toolVersion: version }
}

/** What a refresh is asked for, before it is known whom it asks. */
export interface RefreshWishes extends Pick<RefreshOptions, 'input' | 'isScoredToo' | 'load' | 'send'> {
  /** Undefined: `refreshed`, after the name of the input if there is one, in the folder `output`. */
  output: string | undefined
  /** What is written is made up by the sandbox. @default false */
  isSimulated?: boolean
}

/** @throws BatchError `usage` when the output is of no known kind, or the input itself. */
export function prepareRefresh({ output, isSimulated = false, ...wishes }: RefreshWishes): RefreshOptions {
  const { input } = wishes
  const name = input === undefined ? 'refreshed' : `${basename(input, extname(input))}.refreshed`
  const chosen = output ?? nameOutput(name, isSimulated)
  requireOwnOutput(input ?? '', chosen)
  return { ...wishes, output: chosen, targetLabel: '', isTestTarget: false, toolVersion: version }
}

function nameOutput(name: string, isSimulated: boolean): string {
  return join('output', `${name}${isSimulated ? '.simulated' : ''}.xlsx`)
}
