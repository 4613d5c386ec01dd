import { damaged } from '../../ledger/damage.ts'
import type { ReadySubmission } from '../../ledger/port/submissions.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { RunContext } from '../engine/context.ts'

/**
 * The request that is sent for a row: the one that was loaded. In a team's database a row that is ready may be renewed by
 * others, and has no checksum of its own.
 * @throws BatchError `ledger` when it is another one.
 */
export function readRequest(
  {
    ledger,
    operation,
  }: { ledger: Pick<RunContext['ledger'], 'name'>; operation: Pick<RunContext['operation'], 'request'> },
  { request: json, requestHash, id }: Pick<ReadySubmission, 'request' | 'requestHash' | 'id'>,
): object {
  const request = parseStored<object>(json, 'request')
  const identity = operation.request.identity?.(request) ?? request
  if (hashRequest(identity).equals(requestHash)) return request
  throw damaged(ledger.name, `the request of submission ${id} is not the one that was loaded`)
}
