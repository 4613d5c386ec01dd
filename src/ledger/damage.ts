import { BatchError } from '../support/errors.ts'

export const damageHint =
  'Restore its newest copy, with the file -wal of that copy, and send nothing before: trips might be created twice. The last output names the created trips, and can be used as input instead of the sheet.'

export function damaged(name: string, finding: string, cause?: unknown): BatchError {
  return new BatchError('ledger', `the ledger ${name} is damaged: ${finding}`, { hint: damageHint, cause })
}
