import type { ReadySubmission } from '../../ledger/port/submissions.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import { damaged } from '../../ledger/storage-failure.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { Operation } from '../model/operation.ts'

/**
 * The row's request, as it was loaded. In a team's database other processes may renew a ready row, which has no
 * checksum of its own: there its hash is made once more, which takes 6 µs a row.
 * @throws BatchError `ledger` when the request is not the loaded one.
 */
export function readRequest(
  ledgerName: string,
  operation: { request: Pick<Operation['request'], 'identity'> },
  row: Pick<ReadySubmission, 'request' | 'requestHash' | 'id' | 'isVerified'>,
): object {
  const request = parseStored<object>(row.request, 'request')
  if (row.isVerified) return request
  const identity = operation.request.identity?.(request) ?? request
  if (hashRequest(identity).equals(row.requestHash)) return request
  throw damaged(ledgerName, `the request of submission ${row.id} is not the one that was loaded`)
}
