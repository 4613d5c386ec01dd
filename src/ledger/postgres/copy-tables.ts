import { currentOperator } from '../operator.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

/** Tables that every kind of ledger has, in an order in which each comes after those that it refers to. */
export const commonTables = 'holders targets inputs runs run_sheets outputs submissions rows attempts'.split(' ')

/** One that a sheet which is just read would become is none yet. */
const madeInput = '(SELECT id FROM inputs WHERE inputs.id = submissions.input_id)'

/** Records of one table, as columns and values. */
export interface TablePage {
  table: string
  records: readonly Readonly<Record<string, unknown>>[]
}

/** All that a ledger holds, of outputs those on this machine, table by table; `columnsOf` says which columns are wanted. */
export async function* streamTables(
  connection: ReconnectingConnection,
  columnsOf: (table: string) => readonly string[],
): AsyncGenerator<TablePage> {
  yield { table: 'meta', records: await connection.query(`SELECT key, value FROM meta WHERE key = 'ledger_id'`) }
  for (const table of commonTables) {
    const there = await connection.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = $1 AND data_type NOT LIKE 'timestamp%'`,
      [table],
    )
    const names = columnsOf(table).filter((column) => there.some(({ name }) => name === column))
    const [condition, values] = table === 'outputs' ? [' WHERE machine = $1', [currentOperator().machine]] : ['', []]
    const columns = names.map((name) =>
      `${table}.${name}` === 'submissions.input_id' ? `${madeInput} AS ${name}` : name,
    )
    const text = `SELECT ${columns.join(', ')} FROM ${table}${condition}`
    for await (const records of connection.stream<Record<string, unknown>>(text, values)) {
      yield { table, records }
    }
  }
}
