import { rmSync } from 'node:fs'
import type { Clock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { isDatabaseAddress, recallPassword } from './database-address.ts'
import type { HostEnvironment } from './ledger-location.ts'
import { formatOperator } from './operator.ts'
import type { LedgerStore, OpeningOptions } from './port.ts'
import { createDatabaseStore, prepareRoles, withDatabase } from './postgres/database-store.ts'
import { exportFromDatabase, importIntoDatabase } from './postgres/import-database.ts'
import { exportFromFile, importIntoFile } from './sqlite/copying/move-file.ts'
import { openExcerpt } from './sqlite/copying/open-excerpt.ts'
import { deleteCommitCounter } from './sqlite/file/seal.ts'
import { createSqliteStore } from './sqlite/store.ts'
import { explainStorageFailure } from './storage-failure.ts'

/** The ledger at an address, not opened yet. `env` may hold a database's password (`RWA_LEDGER`, `PGHOST`). */
export function ledgerAt(address: string, env: HostEnvironment['env']): LedgerStore {
  const store = isDatabaseAddress(address)
    ? createDatabaseStore(recallPassword(address, env))
    : createSqliteStore(address)
  return {
    ...store,
    openExcerpt: async (folder, clock, findForgetKey) =>
      openExcerpt(await store.read(folder), folder, clock, findForgetKey),
  }
}

/** `roles`: only of a database; `areThere` is false when its user may not create them. */
export type MadeLedger = Awaited<ReturnType<typeof initLedger>>

/**
 * Creates or migrates the ledger at an address; in a database with the roles of a team. A ledger with fewer commits
 * than its mark is refused, unless the options accept it.
 */
export async function initLedger(
  address: string,
  env: HostEnvironment['env'],
  { acceptsRestored = false, ...options }: Omit<OpeningOptions, 'onSpill'> & { acceptsRestored?: boolean },
) {
  if (acceptsRestored && !isDatabaseAddress(address)) deleteCommitCounter(address)
  const roles = isDatabaseAddress(address) ? await prepareRoles(recallPassword(address, env), options.clock) : undefined
  const { name, isNew, id, attempts, close } = await ledgerAt(address, env).open({ ...options, onSpill() {} })
  try {
    if (acceptsRestored) await attempts.acceptRestored(options.clock.now(), `by ${formatOperator()}`)
  } finally {
    await close()
  }
  return { name, isNew: roles?.isNew ?? isNew, id, ...(roles === undefined ? {} : { roles }) }
}

/**
 * Moves a ledger from a file to a database or back, with all its numbers and names, and seals the old one.
 * @throws BatchError `ledger` when the new one is in use already, or a process holds the old one.
 */
export async function moveLedger(
  from: string,
  to: string,
  { env, clock }: { env: HostEnvironment['env']; clock: Clock },
): Promise<void> {
  if (isDatabaseAddress(from) === isDatabaseAddress(to)) {
    throw new BatchError('usage', 'a ledger can only be moved from a file to a database, or back', {
      hint: 'Move a file together with the files beside it, and a database with its own tools.',
    })
  }
  if (!isDatabaseAddress(from)) {
    return withDatabase(recallPassword(to, env), clock, (connection) =>
      exportFromFile(from, connection.shown, clock, (read) => importIntoDatabase(connection, read)),
    )
  }
  return withDatabase(recallPassword(from, env), clock, (connection) =>
    exportFromDatabase(connection, to, async (read) => {
      try {
        await importIntoFile(to, clock.now(), read)
      } catch (error) {
        // A ledger that existed before is not ours to delete.
        const failure = explainStorageFailure(`the ledger ${to} cannot be created`, error)
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) rmSync(to, { force: true })
        throw failure
      }
    }),
  )
}
