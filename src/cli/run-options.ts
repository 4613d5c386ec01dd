import { prepareRun } from '../app/prepare-run.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import type { BatchOptions } from '../pipeline/terms/options.ts'
import type { BatchArguments } from './batch-options.ts'
import { toLoadOptions } from './load-options.ts'

/** @throws BatchError `usage` or `configuration` for an option that cannot be used. */
export function toBatchOptions<Request extends object>(
  operation: Operation<Request>,
  input: string,
  args: BatchArguments,
): BatchOptions {
  return prepareRun(operation, {
    input,
    output: args.output,
    isSimulated: args.sandbox,
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
      limit: args.limit,
    },
  })
}
