import { BatchError, codeOf, messageOf } from '../../support/errors.ts'

/** The connection or the server is gone: the statement may have taken effect, and may be repeated. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error) ?? ''
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
  reason: string
  hint: string
}

const passwordHint = 'Give the password with PGPASSWORD, in ~/.pgpass, or with the whole address in RWA_LEDGER.'

const explanations: readonly Explanation[] = [
  {
    matches: (code, message) => /^28/.test(code) || /password must be a string/.test(message),
    code: 'configuration',
    reason: 'it refuses this user or password',
    hint: passwordHint,
  },
  {
    matches: (code) => code === '3D000',
    code: 'configuration',
    reason: 'there is no such database',
    hint: 'Correct the name in its address, or have the database created.',
  },
  {
    matches: (code, message) => /CERT|TLS|SSL/.test(code) || /does not support SSL/.test(message),
    code: 'configuration',
    reason: 'its identity cannot be verified',
    hint: 'Name the file with the certificate of its authority with &sslrootcert=<file>, and the host as the certificate has it.',
  },
  {
    matches: (code) => code === '42501' || code === '3F000',
    code: 'surroundings',
    reason: 'this user has no right to it',
    hint: 'Ask its owner for the right, or to update the ledger: rwa-batch ledger init <address>.',
  },
  {
    matches: (code) => code === 'XX001' || code === 'XX002',
    code: 'ledger',
    reason: 'it is damaged',
    hint: 'Restore its newest backup, or continue with a standby, and send nothing before: trips might be created twice. The log of the server names the page.',
  },
  {
    matches: (code) => code === '53300',
    code: 'surroundings',
    reason: 'it has no free connection',
    hint: 'Wait until others are done, or have its max_connections raised: each run needs two.',
  },
  {
    matches: (code) => /^53/.test(code) || code === '25006',
    code: 'surroundings',
    reason: 'it cannot be written (its disk is full, or it is read-only)',
    hint: 'Repair it, then start the same command again.',
  },
]

/** The user's error for an unusable database; `shown` is its address. */
export function explainDatabaseFailure(shown: string, error: unknown): BatchError {
  if (error instanceof BatchError) return error
  const [code, message] = [codeOf(error) ?? '', messageOf(error)]
  const known = explanations.find(({ matches }) => matches(code, message))
  if (known !== undefined) {
    return new BatchError(known.code, `the ledger at ${shown} cannot be used: ${known.reason}`, {
      hint: known.hint,
      cause: error,
    })
  }
  if (isConnectionLost(error)) {
    return new BatchError('surroundings', `the database at ${shown} cannot be reached (${code || message})`, {
      hint: 'Start the same command again once it can be reached: it carries on where it stopped.',
      cause: error,
    })
  }
  return new BatchError('defect', `the ledger at ${shown} refused a change: ${message}`, { cause: error })
}
