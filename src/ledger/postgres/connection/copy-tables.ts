import { movingKeys } from '../../moved.ts'
import { currentOperator } from '../../operator.ts'
import { postgresDialect } from '../../store/dialect.ts'
import type { ColumnsOf, TablePage } from '../../store/queryable.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

/** Tables of both engines, in the order of their foreign keys; rules before their runs, which are released already. */
export const commonTables =
  'holders targets rules inputs runs run_sheets outputs submissions run_changes rows attempts earlier_versions'.split(
    ' ',
  )

/** The input of a sheet that is still being read does not exist yet. */
const madeInput = '(SELECT id FROM inputs WHERE inputs.id = submissions.input_id)'

/** All records of a ledger, table by table; of outputs only those on this machine. `columnsOf` selects the columns. */
export async function* streamTables(
  connection: ReconnectingConnection,
  columnsOf: ColumnsOf,
): AsyncGenerator<TablePage> {
  yield {
    table: 'meta',
    records: await connection.query(`SELECT key, value FROM meta WHERE key IN ${movingKeys}`),
  }
  for (const table of commonTables) {
    const there = await connection.query<{ name: string }>(postgresDialect.selectColumns, [table])
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
