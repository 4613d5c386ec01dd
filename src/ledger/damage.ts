import { BatchError } from '../support/errors.ts'

export const damageHint =
  'Put back the newest copy of it, with the file -wal that belongs to that copy, and send nothing before: trips that were created might be created again. The last output names what was created, and can be given as input instead of the sheet.'

export function damaged(name: string, finding: string, cause?: unknown): BatchError {
  return new BatchError('ledger', `the ledger ${name} is damaged: ${finding}`, { hint: damageHint, cause })
}
