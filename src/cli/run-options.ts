import { basename, extname, join } from 'node:path'
import type { Operation } from '../pipeline/operation.ts'
import type { BatchOptions } from '../pipeline/options.ts'
import type { BatchArguments } from './batch-options.ts'
import { toLoadOptions } from './load-options.ts'
import { requireOwnOutput } from './output-file.ts'
import { version } from './version.ts'

/** @throws BatchError `usage` or `configuration` for an option that cannot be used. */
export function toBatchOptions<Request extends object>(
  operation: Operation<Request>,
  input: string,
  args: BatchArguments,
): BatchOptions {
  const name = basename(input, extname(input))
  const output = args.output ?? join('output', `${name}.${operation.outputSuffix}.xlsx`)
  requireOwnOutput(input, output)
  return {
    input,
    output,
    load: toLoadOptions(operation.fields, args),
    resend: {
      retryUnknown: args.retryUnknown,
      allowDuplicates: args.allowDuplicates,
      sendChanged: args.sendChanged,
      again: args.again,
    },
    send: {
      concurrency: args.concurrency,
      ratePerSecond: args.rate,
      tries: args.retries,
      maxUnknown: args.maxUnknown,
      maxErrors: args.maxErrors,
      pollTimeoutMs: args.pollTimeout,
      waits: !args.noWait,
    },
    targetLabel: '',
    isTestTarget: false,
    toolVersion: version,
  }
}
