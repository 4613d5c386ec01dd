import { find } from '../../../messages/catalogue.ts'
import type { DatabaseFault } from '../../../messages/storage.ts'
import { BatchError, codeOf, messageOf } from '../../../support/errors.ts'

/** The connection or the server is gone: the statement may have taken effect, and may be repeated. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  // Waited for already.
  if (error instanceof BatchError) return false
  return (
    /^(?:08|57P0[123]|25P0[34]|53300)/.test(code) ||
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/.test(code) ||
    /Connection terminated|not queryable|Client was closed|timeout expired|Query read timeout/i.test(messageOf(error))
  )
}

/** The server is up, and will answer soon. */
export function isStarting(error: unknown): boolean {
  return codeOf(error) === '57P03'
}

/** Another transaction was faster, and nothing was written: to be retried on the new state. */
export function isConflict(error: unknown): boolean {
  return error instanceof ConcurrentUpdate || /^(?:40001|40P01|23505|23503|57014|55P03)$/.test(codeOf(error) ?? '')
}

/** The state changed between reading and writing. */
export class ConcurrentUpdate extends Error {}

interface Explanation {
  matches: (code: string, message: string) => boolean
  code: 'configuration' | 'surroundings' | 'ledger'
  reason: DatabaseFault
}

const explanations: readonly Explanation[] = [
  {
    matches: (code, message) => /^28/.test(code) || /password must be a string/.test(message),
    code: 'configuration',
    reason: 'password',
  },
  { matches: (code) => code === '3D000', code: 'configuration', reason: 'no-database' },
  {
    matches: (code, message) => /CERT|TLS|SSL/.test(code) || /does not support SSL/.test(message),
    code: 'configuration',
    reason: 'identity',
  },
  { matches: (code) => code === '42501' || code === '3F000', code: 'configuration', reason: 'no-right' },
  { matches: (code) => code === 'XX001' || code === 'XX002', code: 'ledger', reason: 'damaged' },
  { matches: (code) => code === '53300', code: 'surroundings', reason: 'no-connection' },
  { matches: (code) => /^53/.test(code) || code === '25006', code: 'surroundings', reason: 'not-writable' },
]

/** For an error of a connection that was never made: any other program may listen there. */
export function explainHandshake(shown: string, error: unknown): unknown {
  const [code, message] = [codeOf(error) ?? '', messageOf(error)]
  const isKnown = explanations.some(({ matches }) => matches(code, message))
  if (error instanceof BatchError || isKnown || isStarting(error) || isConnectionLost(error)) return error
  const facts = { shown, reason: 'not-understood' } as const
  return new BatchError('surroundings', find('database-unusable', facts), { cause: error })
}

/** The user's error for an unusable database; `shown` is its address. */
export function explainDatabaseFailure(shown: string, error: unknown): BatchError {
  if (error instanceof BatchError) return error
  const [code, message] = [codeOf(error) ?? '', messageOf(error)]
  const known = explanations.find(({ matches }) => matches(code, message))
  if (known !== undefined) {
    return new BatchError(known.code, find('database-unusable', { shown, reason: known.reason }), { cause: error })
  }
  if (isConnectionLost(error)) {
    const facts = { shown, reason: code || message }
    return new BatchError('surroundings', find('ledger-unreachable', facts), { cause: error })
  }
  return new BatchError('defect', `the ledger at ${shown} refused a change: ${message}`, { cause: error })
}
