import { BatchError, codeOf, messageOf } from '../../support/errors.ts'

/** The connection is gone, or the server is: what was asked for may have been done, and may be asked for again. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return (
    /^(?:08|57P0[123]|25P0[34]|53300)/.test(code) ||
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/.test(code) ||
    /Connection terminated|not queryable|Client was closed|timeout expired|Query read timeout/i.test(messageOf(error))
  )
}

/** The server is there, and will answer soon. */
export function isStarting(error: unknown): boolean {
  return codeOf(error) === '57P03'
}

/** Somebody else was faster, and nothing was done: it may be tried anew, on what is known then. */
export function isConflict(error: unknown): boolean {
  return error instanceof ConcurrentUpdate || /^(?:40001|40P01|23505|23503|57014|55P03)$/.test(codeOf(error) ?? '')
}

/** What was just looked at has changed before it could be moved on. */
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
    hint: 'Correct the name in its address, or have it made.',
  },
  {
    matches: (code, message) => /CERT|TLS|SSL/.test(code) || /does not support SSL/.test(message),
    code: 'configuration',
    reason: 'who it is cannot be checked',
    hint: 'Name the file with the certificate of its authority with &sslrootcert=<file>, and the host as the certificate has it.',
  },
  {
    matches: (code) => code === '42501' || code === '3F000',
    code: 'surroundings',
    reason: 'this user has no right to it',
    hint: 'Ask its owner for the right, or to bring the ledger to this version: rwa-batch ledger init <address>.',
  },
  {
    matches: (code) => code === 'XX001' || code === 'XX002',
    code: 'ledger',
    reason: 'it is damaged',
    hint: 'Put back its newest backup, or go on with a standby, and send nothing before: trips that were created might be created again. The log of the server names the page.',
  },
  {
    matches: (code) => code === '53300',
    code: 'surroundings',
    reason: 'it has as many connections as it takes',
    hint: 'Wait until others are done, or have its max_connections raised: each run needs two.',
  },
  {
    matches: (code) => /^53/.test(code) || code === '25006',
    code: 'surroundings',
    reason: 'it takes nothing more (its disk is full, or it may only be read)',
    hint: 'Mend it, then start the same command again.',
  },
]

/** The error for a user when a database cannot be used; `shown` is its address. */
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
      hint: 'When it can be, start the same command again: it carries on where it stopped.',
      cause: error,
    })
  }
  return new BatchError('defect', `the ledger at ${shown} refused a change: ${message}`, { cause: error })
}
