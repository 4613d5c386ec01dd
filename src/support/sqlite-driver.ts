import { createRequire } from 'node:module'
import { BatchError, codeOf } from './errors.ts'

/** What is used of `node:sqlite`, and of the package that has the same interface. */
export interface DriverStatement {
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  iterate(...values: unknown[]): IterableIterator<unknown>
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

/** Its last version that runs on Node.js 20. */
const fallbackPackage = '@photostructure/sqlite'

/**
 * SQLite as Node.js brings it; where it has none yet, or not all that is used here (before 22.16), a package with the
 * same interface and its binaries ready-made.
 * @throws BatchError `surroundings` with what mends it, when there is neither.
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
 * The stand-in's `close` leaves statements to the garbage collector, and until then the log beside the file, which would
 * be taken for that of whatever file is put in its place. What is in the log goes into the file first, as a close of
 * SQLite does itself.
 */
function withCheckpointOnClose(driver: Driver): Driver {
  return class extends driver {
    override close(): void {
      try {
        this.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // Somebody else uses the file, or it cannot be written: the log stays, and is read at the next start.
      }
      super.close()
    }
  }
}

/** Node.js says at every start that its SQLite may change; whether it did is for the tests to find. */
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
