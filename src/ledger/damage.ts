import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'

export function damaged(name: string, finding: string, cause?: unknown): BatchError {
  return new BatchError('ledger', find('ledger-damaged', { name, finding }), { cause })
}
