import type { ReadySubmission } from '../../ledger/port/submissions.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import { damaged } from '../../ledger/storage-failure.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Identified, identitiesOf } from '../model/identity.ts'

/**
 * The row's request, as it was loaded. In a team's database other processes may renew a ready row, which has no
 * checksum of its own: there its hash is made once more, which takes 6 µs a row.
 * @throws BatchError `ledger` when the request is not the loaded one.
 */
export function readRequest(
  ledgerName: string,
  operation: Identified,
  row: Pick<ReadySubmission, 'request' | 'requestHash' | 'id' | 'isVerified'>,
): object {
  const request = parseStored<object>(row.request, 'request')
  if (row.isVerified) return request
  if (identitiesOf(operation, request).some((each) => hashRequest(each).equals(row.requestHash))) return request
  throw damaged(ledgerName, `the request of submission ${row.id} is not the one that was loaded`)
}
