import { movingKeys } from '../moved.ts'
import { currentOperator } from '../operator.ts'
import { type ColumnsOf, readValues, type TablePage } from './queryable.ts'
import type { Reader, Store } from './store.ts'

/** Tables of both engines, in the order of their foreign keys; rules before their runs, which are released already. */
export const commonTables =
  'holders targets rules inputs runs run_sheets outputs submissions run_changes rows attempts earlier_versions'.split(
    ' ',
  )

/** The input of a sheet that is still being read does not exist yet. */
const existingInput = '(SELECT id FROM inputs WHERE inputs.id = submissions.input_id) AS input_id'

/** What is selected of a table for a place that has these columns. */
export async function listCopied(store: Reader, table: string, columnsOf: ColumnsOf): Promise<string[]> {
  const there = new Set(await readValues<string>(store, store.dialect.selectColumns, [table]))
  const names = columnsOf(table).filter((column) => there.has(column))
  return names.map((name) => (`${table}.${name}` === 'submissions.input_id' ? existingInput : name))
}

/** All records of a ledger, table by table; of outputs only those on this machine. Checksums are computed again there. */
export async function* streamTables(store: Store, columnsOf: ColumnsOf): AsyncGenerator<TablePage> {
  yield { table: 'meta', records: await store.query(`SELECT key, value FROM meta WHERE key IN ${movingKeys}`) }
  for (const table of commonTables) {
    const columns = (await listCopied(store, table, columnsOf)).filter((column) => !column.endsWith('_sum'))
    const [condition, values] =
      table === 'outputs' && store.dialect.isShared ? [' WHERE machine = $1', [currentOperator().machine]] : ['', []]
    const text = `SELECT ${columns.join(', ')} FROM ${table}${condition}`
    for await (const records of store.stream<Record<string, unknown>>(text, values)) yield { table, records }
  }
}
