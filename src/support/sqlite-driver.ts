import { createRequire } from 'node:module'
import { BatchError, codeOf } from './errors.ts'

/** The used part of `node:sqlite` and of the package with the same interface. */
export interface DriverStatement {
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  iterate(...values: unknown[]): IterableIterator<unknown>
  columns(): readonly { name: string }[]
  setReturnArrays(isOn: boolean): void
}

export interface DriverDatabase {
  readonly isOpen: boolean
  readonly isTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): DriverStatement
  close(): void
}

export type Driver = new (file: string, options: { readOnly: boolean }) => DriverDatabase

interface OwnSqlite {
  DatabaseSync: Driver
  StatementSync: { prototype: object }
}

/** The package's last version that runs on Node.js 20. */
const fallbackPackage = '@photostructure/sqlite'

/**
 * Node.js's own SQLite. Versions before 22.16 lack it, or parts of it: there a package takes its place.
 * @throws BatchError `surroundings` with a remedy when both are missing.
 */
export function loadDriver(): Driver {
  const own = withoutWarning(() => process.getBuiltinModule('node:sqlite') as OwnSqlite | undefined)
  if (own !== undefined && 'setReturnArrays' in own.StatementSync.prototype) return own.DatabaseSync
  try {
    return withCheckpointOnClose(createRequire(import.meta.url)(fallbackPackage).DatabaseSync)
  } catch (error) {
    throw explainMissing(error)
  }
}

/**
 * The package's `close` leaves statements, and with them the log beside the file, to the garbage collector: it would be
 * taken for the log of any later file there. So it is copied into the file first, as SQLite's own close does.
 */
function withCheckpointOnClose(driver: Driver): Driver {
  return class extends driver {
    override close(): void {
      try {
        this.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // Another process uses the file, or it is read-only: the log stays and is read at the next start.
      }
      super.close()
    }
  }
}

/** Node.js warns at every start that its SQLite may change; the tests detect such a change. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (!String(warning).startsWith('SQLite is an experimental')) {
      Reflect.apply(emitWarning, process, [warning, ...more])
    }
  }
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

function explainMissing(error: unknown): BatchError {
  const { version, platform, arch } = process
  const isAbsent = codeOf(error) === 'MODULE_NOT_FOUND'
  const what = isAbsent ? 'is not installed' : 'has no part that fits'
  return new BatchError(
    'surroundings',
    `SQLite is missing: for Node.js ${version} on ${platform}-${arch} the package ${fallbackPackage} ${what}`,
    {
      hint: `Use Node.js 22.16 or newer, which brings SQLite itself, or install the package again: npm install --no-save --force ${fallbackPackage}@1.2.1`,
      cause: error,
    },
  )
}
