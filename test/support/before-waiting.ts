import { readFileSync } from 'node:fs'
import { migrateSchema, postgresMigrations, postgresSteps, ReconnectingConnection } from '../rooms/ledger/postgres.ts'
import { insertRecords, migrate, migrations, sqliteSteps } from '../rooms/ledger/sqlite.ts'
import { currentOperator, parseDatabaseAddress } from '../rooms/ledger.ts'
import { openDatabase, systemClock } from '../rooms/support.ts'

type Records = Record<string, unknown>[]

/** Where its service is, and its sheets. */
export interface Place {
  address: string
  folder: string
}

const folder = new URL('before-waiting/', import.meta.url)

/** The workbook of its sealed run. */
export const planBeforeWaiting = new URL('plan.xlsx', folder).pathname

/**
 * Tables of a ledger that the last version wrote whose runs did not wait (commit 3dd418aa). Its runs: 1 left to workers and
 * over (`over.csv`, W-1 and W-2), 2 left to workers and open (`open.csv`, D-1 to D-3), 3 sealed (`d.csv`), 4 killed while it
 * sent S-2 (`sending.csv`, S-1 to S-4), 5 killed while it loaded (`loading.csv`, L-1 to L-3).
 */
function readTables({ address, folder: here }: Place): [table: string, records: Records][] {
  const text = readFileSync(new URL('ledger.json', folder), 'utf8')
  const { machine } = currentOperator()
  return Object.entries<Records>(
    JSON.parse(text.replaceAll('{address}', address).replaceAll('{folder}', here).replaceAll('{machine}', machine)),
  )
}

const namesOf = (records: Records): string[] => [...new Set(records.flatMap((record) => Object.keys(record)))]

/** As it was in a file, where no run was left to workers. */
export function writeFileBeforeWaiting(file: string, place: Place): void {
  const db = openDatabase(file)
  try {
    migrate(db, file, 0, migrations.slice(0, migrations.indexOf(sqliteSteps['08-waiting-runs'])))
    db.pragma('foreign_keys = OFF')
    for (const [table, records] of readTables(place)) {
      const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
      const names = namesOf(records).filter((name) => columns.includes(name))
      const kept = records.map((record) => Object.fromEntries(names.map((name) => [name, toValue(record[name])])))
      insertRecords(db, { table, records: kept })
    }
  } finally {
    db.close()
  }
}

function toValue(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : value
}

export async function fillDatabaseBeforeWaiting(address: string, place: Place): Promise<void> {
  const parsed = parseDatabaseAddress(address, {})
  const connection = new ReconnectingConnection({ address: parsed, clock: systemClock })
  try {
    const steps = postgresMigrations.slice(0, postgresMigrations.indexOf(postgresSteps['6-waiting-runs']))
    await migrateSchema(connection, parsed.schema, steps)
    await connection.transaction(async ({ query }) => {
      await query('SET CONSTRAINTS ALL DEFERRED')
      for (const [table, found] of readTables(place)) {
        const records = table === 'holders' ? found.map((each) => ({ ...each, lease_until: 'epoch' })) : found
        const names = namesOf(records).join(', ')
        await query(
          `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`,
          [JSON.stringify(records)],
        )
        const next = `pg_get_serial_sequence('${table}', 'id')`
        if (!['holders', 'targets', 'inputs', 'runs', 'attempts'].includes(table)) continue
        await query(`SELECT setval(${next}, MAX(id)) FROM ${table}`)
      }
      await query(`UPDATE counters SET next_id = (SELECT MAX(id) + 1 FROM submissions) WHERE name = 'submissions'`)
    })
  } finally {
    await connection.close()
  }
}
