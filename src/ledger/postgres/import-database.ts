import { BatchError } from '../../support/errors.ts'
import { currentOperator } from '../operator.ts'
import { commonTables, movedToKey, streamTables } from '../store/copy-tables.ts'
import { type Queryable, readValues, type TablePage, type TableReader, toJson } from '../store/store.ts'
import { listHolders } from './commits/lease.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

/** Tables that number their records. */
const numbered = ['holders', 'targets', 'rules', 'inputs', 'runs', 'attempts', 'run_changes']

/** Copies another ledger into an unused one, all or nothing. @throws BatchError `ledger` when it is in use. */
export function importIntoDatabase(connection: ReconnectingConnection, read: TableReader): Promise<void> {
  return connection.transaction(async (statements) => {
    await statements.query('LOCK TABLE targets IN EXCLUSIVE MODE')
    if ((await statements.query('SELECT FROM targets LIMIT 1')).length > 0) {
      const problem = `the ledger at ${connection.shown} is in use already: two ledgers cannot be merged`
      const hint = 'Name another schema with ?schema=<name>, or another database.'
      throw new BatchError('ledger', problem, { hint })
    }
    await deleteHolders(statements, connection.shown)
    await statements.query('SET CONSTRAINTS ALL DEFERRED')
    const columns = new Map<string, string[]>()
    for (const table of commonTables) {
      columns.set(table, await readValues(statements, statements.dialect.selectColumns, [table]))
    }
    const pages = read((table) => columns.get(table) ?? [])
    for await (const { table, records } of pages) await insertPage(statements, table, records)
    for (const table of numbered) {
      const column = table === 'run_changes' ? 'n' : 'id'
      const select = `SELECT setval(pg_get_serial_sequence($1, $2), (SELECT MAX(${column}) FROM ${table})) WHERE EXISTS (SELECT FROM ${table})`
      await statements.query(select, [table, column])
    }
    await statements.query(
      `UPDATE counters SET next_id = (SELECT COALESCE(MAX(id), 0) + 1 FROM submissions) WHERE name = 'submissions'`,
    )
    await statements.query(`SELECT setval('turns', MAX(turn)) FROM submissions HAVING MAX(turn) IS NOT NULL`)
  })
}

/** `ledger init` was a holder: its number is one of the moved ledger too, and an unused ledger has nothing to keep. */
async function deleteHolders(statements: Queryable, shown: string): Promise<void> {
  const [alive] = await listHolders(statements)
  if (alive !== undefined) {
    throw new BatchError('ledger', `the ledger at ${shown} is open: ${alive}`, {
      hint: 'End that process, then move the ledger.',
    })
  }
  if ((await statements.query('SELECT FROM holders LIMIT 1')).length === 0) return
  await statements.query('ALTER TABLE holders DISABLE TRIGGER holders_are_never_deleted')
  await statements.query('DELETE FROM holders')
  await statements.query('ALTER TABLE holders ENABLE TRIGGER holders_are_never_deleted')
}

async function insertPage(statements: Queryable, table: string, records: TablePage['records']): Promise<void> {
  const kept = records.map((record) => ({ ...record, ...ownColumns(table) })).map(toText)
  const names = Object.keys(kept[0] ?? {})
  if (names.length === 0) return
  const insert = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${table}, $1)
   ${table === 'meta' ? 'ON CONFLICT (key) DO UPDATE SET value = excluded.value' : ''}`
  await statements.query(insert, [toJson(kept)])
}

/** Columns of a database only: no holder of the old ledger is alive, its files are on this machine, its log is from elsewhere. */
function ownColumns(table: string): object {
  if (table === 'holders') return { lease_until: 'epoch', reaped_at: 'epoch' }
  if (table === 'runs' || table === 'earlier_versions') return { login: null }
  if (table === 'attempts') return { login: null, written_at: null }
  return table === 'outputs' ? { machine: currentOperator().machine } : {}
}

function toText(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  )
}

/**
 * Lets `use` copy the ledger to another place; sealed, later openings are refused, unless `use` fails.
 * @throws BatchError `ledger` while a process holds it.
 */
export async function exportFromDatabase(
  connection: ReconnectingConnection,
  to: string,
  use: (read: TableReader) => Promise<void>,
): Promise<void> {
  await connection.query('INSERT INTO meta VALUES ($1, $2)', [movedToKey, to])
  try {
    // Sealed first: later openings are refused, and earlier ones are seen here.
    const [holder] = await listHolders(connection)
    if (holder !== undefined) {
      throw new BatchError('ledger', `the ledger at ${connection.shown} is in use by ${holder}`, {
        hint: 'Wait until it has ended; a killed process loses its lease after 20 s.',
      })
    }
    await use((columnsOf) => streamTables(connection, columnsOf))
  } catch (error) {
    await connection.query('DELETE FROM meta WHERE key = $1', [movedToKey])
    throw error
  }
}
