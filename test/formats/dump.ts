import { readFileSync, writeFileSync } from 'node:fs'
import { ask } from '../ledger/postgres/database.ts'
import { putBack, takeDump } from '../ledger/postgres/dump.ts'
import { migrateSchema, postgresMigrations, ReconnectingConnection } from '../rooms/ledger/postgres.ts'
import { findForgetKeyFile, parseDatabaseAddress } from '../rooms/ledger.ts'
import { systemClock } from '../rooms/support.ts'
import type { Space } from './space.ts'
import { systemOf } from './story.ts'

/** A team's ledger and the key of its forgotten trips. */
interface Kept {
  /** How many steps of the schema led to these tables. */
  version: number
  ledgerId: string
  key: string
  tables: Record<string, unknown[]>
}

const keyOf = (space: Space, ledgerId: string): string => findForgetKeyFile(systemOf(space), ledgerId) ?? ''

export async function keepDatabase(address: string, space: Space, file: string): Promise<void> {
  const { tables } = await takeDump(address)
  const [{ value: ledgerId } = { value: '' }] = await ask<{ value: string }>(
    address,
    `SELECT value FROM meta WHERE key = 'ledger_id'`,
  )
  const kept: Kept = {
    version: postgresMigrations.length,
    ledgerId,
    key: readFileSync(keyOf(space, ledgerId), 'utf8'),
    tables: Object.fromEntries([...tables].sort().map(([name, lines]) => [name, JSON.parse(lines)])),
  }
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`)
}

/** With the steps that led to it then, which are never edited. */
export async function restoreDatabase(file: string, address: string, space: Space): Promise<void> {
  const { version, ledgerId, key, tables }: Kept = JSON.parse(readFileSync(file, 'utf8'))
  const parsed = parseDatabaseAddress(address, {})
  const connection = new ReconnectingConnection({ address: parsed, clock: systemClock })
  try {
    await migrateSchema(connection, parsed.schema, postgresMigrations.slice(0, version))
  } finally {
    await connection.close()
  }
  const lines = Object.entries(tables).map(([name, found]) => [name, JSON.stringify(found)] as const)
  await putBack(address, { tables: new Map(lines) })
  space.write(keyOf(space, ledgerId).slice(space.folder.length + 1), key)
}
