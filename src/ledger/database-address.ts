import { BatchError } from '../support/errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface DatabaseAddress {
  /** A name, a number, or the folder of a socket. */
  host: string
  port: number | undefined
  user: string | undefined
  database: string | undefined
  password: string | undefined
  schema: string
  /** Files for TLS; undefined for an unencrypted connection on this machine. */
  tls: { ca: string | undefined; cert: string | undefined; key: string | undefined } | undefined
  /** The address without its password, for messages and other programs. */
  shown: string
}

const parameters = ['host', 'schema', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const
const usualSchema = 'rwa_batch'

export function isDatabaseAddress(address: string): boolean {
  return /^postgres(?:ql)?:/i.test(address)
}

/**
 * `postgres://user@host:port/database?sslmode=verify-full`. No message contains the password.
 * @throws BatchError `usage` when it cannot be read, `configuration` for an unencrypted one of another machine.
 */
export function parseDatabaseAddress(address: string, env: Environment): DatabaseAddress {
  // Without the slashes a URL parser would take the host, and a password before it, for a path.
  if (!/^\w+:\/\//.test(address)) throw unreadable()
  const url = readable(() => new URL(address))
  // The message does not name the parameter: it may be a password in the wrong position.
  if ([...url.searchParams.keys()].some((name) => !parameters.some((known) => known === name))) {
    throw new BatchError('usage', 'the address of the database has an unknown parameter', {
      hint: `Known are ${parameters.join(', ')}.`,
    })
  }
  const parameter = (name: (typeof parameters)[number]): string | undefined => url.searchParams.get(name) ?? undefined
  const password = decoded(url.password) || undefined
  url.password = ''
  const schema = parameter('schema') ?? usualSchema
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new BatchError('usage', `${schema} is no valid schema name for a ledger`, {
      hint: 'Use lower-case letters, digits and _.',
    })
  }
  const host = parameter('host') ?? (url.hostname || env['PGHOST'] || 'localhost')
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    user: decoded(url.username) || undefined,
    database: decoded(url.pathname.slice(1)) || undefined,
    password,
    schema,
    tls: requireTls(host, parameter('sslmode'))
      ? { ca: parameter('sslrootcert'), cert: parameter('sslcert'), key: parameter('sslkey') }
      : undefined,
    shown: url.href,
  }
}

function readable<Part>(read: () => Part): Part {
  try {
    return read()
  } catch {
    throw unreadable()
  }
}

function decoded(part: string): string {
  return readable(() => decodeURIComponent(part))
}

function unreadable(): BatchError {
  return new BatchError('usage', 'the address of the database cannot be read', {
    hint: 'Write it as postgres://user@host:5432/database?sslmode=verify-full.',
  })
}

/** Any mode below `verify-full` does not verify the server's identity. */
function requireTls(host: string, mode: string | undefined): boolean {
  if (mode === 'verify-full') return true
  const isOfThisMachine = /^(?:\/.*|localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
  if (isOfThisMachine && (mode === undefined || mode === 'disable')) return false
  throw new BatchError('configuration', `the connection to the database at ${host} would not verify its identity`, {
    hint: 'Add ?sslmode=verify-full to its address, and &sslrootcert=<file> for certificates of your own authority.',
  })
}

/**
 * The address as stored and shown.
 * @throws BatchError `usage` for an address with a password: other programs can read the command line, and a profile
 * is shared.
 */
export function requireNoPassword(address: string, env: Environment): string {
  const { password, shown } = parseDatabaseAddress(address, env)
  if (password === undefined) return shown
  throw new BatchError('usage', 'the address of the database has a password, where others can read it', {
    hint: 'Leave it out there, and give it with PGPASSWORD, in ~/.pgpass, or with the whole address in RWA_LEDGER.',
  })
}

/** Adds the password that the environment has for this very address; otherwise PGPASSWORD and ~/.pgpass apply. */
export function recallPassword(address: string, env: Environment): DatabaseAddress {
  const parsed = parseDatabaseAddress(address, env)
  const named = env['RWA_LEDGER']
  if (parsed.password !== undefined || named === undefined || !isDatabaseAddress(named)) return parsed
  const { shown, password } = parseDatabaseAddress(named, env)
  return shown === parsed.shown ? { ...parsed, password } : parsed
}
