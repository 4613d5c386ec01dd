import { inDoubtStates, possiblyCreatedStates } from '../../contract/states.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { type ForgetKey, fingerprintKey, hideContents } from '../forgetting/forget-key.ts'
import { currentOperator } from '../operator.ts'
import type { UnknownSending } from '../port/resolutions.ts'
import type { Scope } from '../port/targets.ts'
import { listOf } from '../state-sql.ts'
import { readFingerprint } from './forgetting/erase-trips.ts'
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

/** What rows of a sheet can meet. */
export interface Interest {
  hashes?: readonly string[]
  identifiers?: readonly string[]
  orderKeys?: readonly string[]
  ids?: readonly number[]
}

/** Ids that other processes give to submissions meanwhile stay below those of the excerpt's own. */
const idsLeftToOthers = 1_000_000_000

const pageSize = 500

const mayExist = listOf(new Set([...possiblyCreatedStates, ...inDoubtStates]))

/** Tables without a trip, whole, in the order of their foreign keys; of rules all but the people on hold. */
const bookkeeping = ['holders', 'targets', 'rules', 'inputs', 'runs', 'run_sheets', 'outputs'] as const

/** Only a row's place and its submission: nothing that a person wrote. */
const placeColumns = `run_id, seq, sheet, row_number, 0 AS is_hidden, '' AS cells, submission_id, held, was_done`

/**
 * Reads parts of a ledger, column by column. Nothing is locked or written, and no snapshot is held: each statement sees
 * the ledger as it is then.
 */
export class Excerpt {
  readonly store: Store
  readonly key: ForgetKey
  #submissionColumns = ''

  constructor(store: Store, key: ForgetKey) {
    this.store = store
    this.key = key
  }

  /** Call it first: the columns of submissions are those that go there too. */
  async *readBookkeeping(columnsOf: ColumnsOf): AsyncGenerator<TablePage> {
    this.#submissionColumns = (await listCopied(this.store, 'submissions', columnsOf)).join(', ')
    const meta = await this.store.query<{ key: string; value: string }>(
      `SELECT key, value FROM meta WHERE key IN ('ledger_id', '${fingerprintKey}')
       UNION ALL SELECT 'last_id', CAST(COALESCE(MAX(id), 0) + ${idsLeftToOthers} AS text) FROM submissions`,
    )
    yield { table: 'meta', records: meta }
    const { isShared } = this.store.dialect
    const special: Readonly<Record<string, string>> = {
      'run_sheets.columns': `'' AS columns`,
      ...(isShared ? { 'runs.file': `CASE WHEN machine = $1 THEN file ELSE '' END AS file` } : {}),
    }
    for (const table of bookkeeping) {
      const columns = (await listCopied(this.store, table, columnsOf)).map(
        (name) => special[`${table}.${name}`] ?? name,
      )
      const condition =
        table === 'rules' ? ` WHERE name <> 'holds'` : isShared && table === 'outputs' ? ' WHERE machine = $1' : ''
      const values = isShared && (table === 'outputs' || table === 'runs') ? [currentOperator().machine] : []
      const text = `SELECT ${columns.join(', ')} FROM ${table}${condition}`
      yield { table, records: await this.store.query<Record<string, unknown>>(text, values) }
    }
    yield {
      table: 'attempts',
      records: await this.#readAttempts(`submission_id IS NULL AND operation = 'release'`, []),
    }
  }

  /** Submissions by content (in all ordinals and generations), identifier, order key or id. */
  async findSubmissions(interest: Interest, scope?: Scope): Promise<Record<string, unknown>[]> {
    const { hashes = [], identifiers = [], orderKeys = [], ids = [] } = interest
    const { fromHex } = this.store.dialect
    const ofScope = [scope?.operation, scope?.target.id]
    const hidden = hashes.length === 0 ? new Map() : hideContents(this.key, await readFingerprint(this.store), hashes)
    return [
      ...(await this.#findEach(
        [...hashes, ...hidden.keys()],
        (value) => `request_hash = ${fromHex(value)} AND operation = $2 AND target_id = $3`,
        ofScope,
      )),
      ...(await this.#findEach(identifiers, (value) => `identifier = ${value}`)),
      ...(await this.#findEach(orderKeys, (value) => `order_key = ${value}`)),
      ...(await this.#findEach(ids, (value) => `id = CAST(${value} AS bigint)`)),
    ]
  }

  /** For whether a second person released them: the runs that sent these submissions. */
  readSendings(ids: readonly number[]): Promise<Record<string, unknown>[]> {
    return this.#readAttempts(`submission_id ${this.store.dialect.anyOf('$1')} AND run_id IS NOT NULL`, [ids])
  }

  /** Those that an input brought in and that the service may have, or get now. */
  listPossiblyCreated(inputId: number): Promise<number[]> {
    const text = `SELECT id FROM submissions WHERE input_id = $1 AND (state IN ${mayExist} OR doubted = 1)`
    return readValues(this.store, text, [inputId])
  }

  /** The first rows of a sheet. */
  readPlaces(runId: number, position: number, limit: number): Promise<Record<string, unknown>[]> {
    const text = `SELECT ${placeColumns} FROM rows WHERE run_id = $1 AND sheet = $2 ORDER BY seq LIMIT $3`
    return this.store.query(text, [runId, position, limit])
  }

  readPlacesOf(submissionIds: readonly number[]): Promise<Record<string, unknown>[]> {
    const { anyOf } = this.store.dialect
    return this.store.query(`SELECT ${placeColumns} FROM rows WHERE submission_id ${anyOf('$1')}`, [submissionIds])
  }

  listUnknown(operation: string, targetId: number): Promise<UnknownSending[]> {
    return this.store.query<UnknownSending>(
      `SELECT id, sent_at AS "sentAt", request FROM submissions
        WHERE operation = $1 AND target_id = $2 AND state IN ${listOf(inDoubtStates)} AND sent_at IS NOT NULL`,
      [operation, targetId],
    )
  }

  async #findEach(
    wanted: readonly (string | number)[],
    condition: (value: string) => string,
    values: readonly unknown[] = [],
  ): Promise<Record<string, unknown>[]> {
    const text = this.store.dialect.forEachOf(this.#submissionColumns, condition)
    const found: Record<string, unknown>[] = []
    for (let start = 0; start < wanted.length; start += pageSize) {
      const page = wanted.slice(start, start + pageSize).map(String)
      found.push(...(await this.store.query<Record<string, unknown>>(text, [page, ...values])))
    }
    return found
  }

  #readAttempts(condition: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return this.store.query(
      `SELECT submission_id, run_id, operation, outcome, '' AS detail FROM attempts WHERE ${condition} ORDER BY id`,
      values,
    )
  }
}
