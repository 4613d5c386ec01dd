import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { currentOperator } from '../operator.ts'
import { type ColumnsOf, type Reader, readValues, type Store, type TablePage } from './store.ts'

/** Key in the ledger's table `meta`: the address to which it was moved. */
export const movedToKey = 'moved_to'

/** What else of the table `meta` moves with a ledger, as a list of SQL. */
export const movingKeys = `('ledger_id', 'forget_key')`

/** @throws BatchError `ledger` for a moved ledger: only the new one knows the requests sent since. */
export function requireNotMoved(name: string, to: string | undefined): void {
  if (to === undefined) return
  throw new BatchError('ledger', find('ledger-moved', { name, to }))
}

/** Tables of both engines, in the order of their foreign keys; rules before their runs, which are released already. */
export const commonTables =
  'holders targets rules inputs runs run_sheets run_answers outputs submissions run_changes rows attempts earlier_versions'.split(
    ' ',
  )

/** The input of a sheet that is still being read does not exist yet. */
const existingInput = '(SELECT id FROM inputs WHERE inputs.id = submissions.input_id) AS input_id'

/** The columns of a table for a place that has these, and what is selected for each. */
export async function listCopied(
  store: Reader,
  table: string,
  columnsOf: ColumnsOf,
  instead: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const there = new Set(await readValues<string>(store, store.dialect.selectColumns, [table]))
  const names = columnsOf(table).filter((column) => there.has(column))
  const selected: typeof instead = { 'submissions.input_id': existingInput, ...instead }
  return names.map((name) => selected[`${table}.${name}`] ?? name)
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

/** Ids that other processes give to submissions meanwhile stay below those of the excerpt's own. */
const idsLeftToOthers = 1_000_000_000

/** Tables without a trip, whole, in the order of their foreign keys; of rules all but the people on hold. */
const bookkeeping = ['holders', 'targets', 'rules', 'inputs', 'runs', 'run_sheets', 'outputs'] as const

/** Of the log without what was said. */
export const selectAttempts = (condition: string): string =>
  `SELECT submission_id, run_id, operation, outcome, '' AS detail FROM attempts WHERE ${condition} ORDER BY id`

/** What an excerpt of a ledger begins with. */
export async function* streamBookkeeping(store: Store, columnsOf: ColumnsOf): AsyncGenerator<TablePage> {
  const meta = `SELECT key, value FROM meta WHERE key IN ${movingKeys}
    UNION ALL SELECT 'last_id', CAST(COALESCE(MAX(id), 0) + ${idsLeftToOthers} AS text) FROM submissions`
  yield { table: 'meta', records: await store.query(meta) }
  const { isShared } = store.dialect
  const instead = {
    'run_sheets.columns': `'' AS columns`,
    ...(isShared ? { 'runs.file': `CASE WHEN machine = $1 THEN file ELSE '' END AS file` } : {}),
  }
  for (const table of bookkeeping) {
    const columns = await listCopied(store, table, columnsOf, instead)
    const condition =
      table === 'rules' ? ` WHERE name <> 'holds'` : isShared && table === 'outputs' ? ' WHERE machine = $1' : ''
    const values = isShared && (table === 'outputs' || table === 'runs') ? [currentOperator().machine] : []
    const text = `SELECT ${columns.join(', ')} FROM ${table}${condition}`
    yield { table, records: await store.query<Record<string, unknown>>(text, values) }
  }
  const releases = selectAttempts(`submission_id IS NULL AND operation = 'release'`)
  yield { table: 'attempts', records: await store.query(releases) }
}
