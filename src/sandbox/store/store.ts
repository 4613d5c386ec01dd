import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { BatchError, codeOf } from '../../support/errors.ts'
import { type Database, openDatabase } from '../../support/sqlite.ts'
import { openAssessmentTable, openDecisionTable } from './assessments.ts'
import { openInvitationTable, openStaffTable } from './staff.ts'
import { sandboxSteps } from './steps.sql.ts'

export type SandboxStore = ReturnType<typeof openSandboxStore>

/**
 * Opens or creates the data file; `:memory:` keeps nothing. Several processes may have one file open: every change is
 * one transaction, and no state is held. Tests read the service's real state from it.
 */
export function openSandboxStore(file: string) {
  const database = openDataFile(file)
  const staff = openStaffTable(database)
  return {
    /** Identifies this data: another file, or one created again, has another id. */
    id: String(database.prepare('SELECT id FROM origin').pluck().get()),
    assessments: openAssessmentTable(database),
    decisions: openDecisionTable(database),
    staff,
    invitations: openInvitationTable(database, staff),
    close: () => database.close(),
  }
}

/** Marks a file as a sandbox's: "RWAS". */
const applicationId = 0x52574153

/** Eight times the default: a checkpoint costs two fsyncs, for which thousands of creates a second should not wait. */
const checkpointPages = 8000

/** Append-only: entry n brings a file from version n to n + 1. */
const migrations: readonly string[] = Object.values(sandboxSteps)

/**
 * Opens or creates a sandbox's data file (mode 0600). The journal is WAL with synchronous=NORMAL: answered requests
 * survive a killed process, not a power cut, which is enough for a simulation.
 * @throws BatchError `configuration` when the file is something else, or from a newer version
 */
export function openDataFile(file: string): Database {
  if (file !== ':memory:') createPrivateFile(file)
  let database: Database | undefined
  try {
    database = openDatabase(file, { busyTimeoutMs: 10_000 })
    refuseForeignFile(database, file)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    database.pragma('foreign_keys = ON')
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof BatchError ? error : unusableFile(file, error)
  }
}

/** Opens only a file that does not exist yet: closing a file that SQLite has open would drop its locks. */
function createPrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusableFile(file, error)
  }
}

function refuseForeignFile(database: Database, file: string): void {
  const isEmpty = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (!isEmpty && database.pragma('application_id') !== applicationId) {
    throw new BatchError('configuration', `${file} is a database, but not a sandbox's`, {
      hint: 'Give another file with --data.',
    })
  }
  if (versionOf(database) > migrations.length) {
    throw new BatchError('configuration', `${file} was written by a newer version of the sandbox`, {
      hint: 'Use that version, or give another file with --data.',
    })
  }
}

function migrate(database: Database): void {
  const bringUpToDate = database.transaction(() => {
    for (const statements of migrations.slice(versionOf(database))) database.exec(statements)
    database.pragma(`application_id = ${applicationId}`)
    database.pragma(`user_version = ${migrations.length}`)
  })
  if (versionOf(database) < migrations.length) bringUpToDate()
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version'))
}

function unusableFile(file: string, cause: unknown): BatchError {
  const isOther = codeOf(cause) === 'SQLITE_NOTADB'
  const reason = isOther ? 'is not a SQLite file' : `cannot be used (${codeOf(cause) ?? 'unknown reason'})`
  return new BatchError(isOther ? 'configuration' : 'surroundings', `sandbox data file ${file} ${reason}`, {
    hint: 'Give a writable file with --data, or :memory: to keep nothing.',
    cause,
  })
}
