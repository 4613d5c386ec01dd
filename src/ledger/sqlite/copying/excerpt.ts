import { inDoubtStates, possiblyCreatedStates } from '../../../contract/states.ts'
import type { Clock } from '../../../support/clock.ts'
import { type Database, openDatabase } from '../../../support/sqlite.ts'
import { type ForgetKey, hideContents } from '../../forgetting/forget-key.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import type { Scope } from '../../port/targets.ts'
import type { Ledger } from '../../port.ts'
import { listOf } from '../../state-sql.ts'
import { listCopied, selectAttempts } from '../../store/copy-tables.ts'
import { readFingerprint } from '../../store/forgetting/erase-trips.ts'
import { readValues, type Store, type TablePage } from '../../store/store.ts'
import { type AttemptLog, createAttemptLog } from '../commits.ts'
import { expireClaims } from '../holders.ts'
import { forgoDurability } from '../open.ts'
import { sumSubmissions } from '../schema/record-checks.ts'
import { insertRecords, listFileColumns } from './move-file.ts'

/** What rows of a sheet can meet. */
export interface Interest {
  hashes?: readonly string[]
  identifiers?: readonly string[]
  orderKeys?: readonly string[]
  ids?: readonly number[]
}

type Records = TablePage['records']

/** No claim in it is of this process. */
const noHolder = -1

const pageSize = 500

const mayExist = listOf(new Set([...possiblyCreatedStates, ...inDoubtStates]))

/** Only a row's place and its submission: nothing that a person wrote. */
const placeColumns = `run_id, seq, sheet, row_number, 0 AS is_hidden, '' AS cells, submission_id, held, was_done`

/**
 * A private ledger in a file, and a connection that adds what another one has: one thing after another, each submission
 * once. Nothing is locked or written there, and no snapshot is held: each statement sees that ledger as it is then.
 */
export class Excerpt {
  readonly ledger: Ledger
  readonly #of: Store
  readonly #key: ForgetKey
  readonly #clock: Clock
  readonly #db: Database
  readonly #log: AttemptLog
  readonly #known = new Set<number>()
  /** Identifiers and order keys: a submission once found does not change here. */
  readonly #asked = { identifiers: new Set<string>(), orderKeys: new Set<string>() }
  #last: Promise<unknown> = Promise.resolve()

  /** `of`: the other ledger, with its key. */
  constructor(ledger: Ledger, of: Store, key: ForgetKey, clock: Clock) {
    this.ledger = ledger
    this.#of = of
    this.#key = key
    this.#clock = clock
    this.#db = openDatabase(ledger.name)
    forgoDurability(this.#db)
    // A record may refer to one that is not added.
    this.#db.pragma('foreign_keys = OFF')
    this.#log = createAttemptLog(this.#db)
  }

  /** `use` runs before anything else is fetched. */
  after<Result>(fetch: () => Promise<unknown>, use: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(fetch).then(use)
    this.#last = result.catch(() => {})
    return result
  }

  about<Result>(interest: Interest, use: () => Promise<Result>, scope?: Scope): Promise<Result> {
    return this.after(() => this.#add(interest, scope), use)
  }

  async close(): Promise<void> {
    this.#db.close()
    await this.ledger.close()
  }

  /** What the end of a load asks about: whose earlier version a sheet is, and what that one leaves without a row. */
  async addInputs(settings: LoadSettings): Promise<void> {
    const { runId } = settings
    const selectLatestSheet = this.#db.prepare<[number], { runId: number; position: number }>(
      'SELECT run_id AS runId, position FROM run_sheets WHERE input_id = ? ORDER BY run_id DESC LIMIT 1',
    )
    const most = 2 * (await this.ledger.runs.countRows(runId))
    for (const { input, isByName } of this.#findInputs(settings)) {
      const sheet = selectLatestSheet.get(input)
      // Of another file one more than an input may have that is the same: that it has more is all that counts.
      const limit = isByName === 1 ? Number.MAX_SAFE_INTEGER : most + 1
      const ofSheet = `SELECT ${placeColumns} FROM rows WHERE run_id = $1 AND sheet = $2 ORDER BY seq LIMIT $3`
      const values = [sheet?.runId, sheet?.position, limit]
      const places = sheet === undefined ? [] : await this.#of.query<Records[number]>(ofSheet, values)
      this.#addRows(places)
      if (isByName === 0 && places.length > most) continue
      const possiblyCreated = `SELECT id FROM submissions WHERE input_id = $1 AND (state IN ${mayExist} OR doubted = 1)`
      const ids = await readValues<number>(this.#of, possiblyCreated, [input])
      await this.#add({ ids: ids.filter((id) => !this.#known.has(id)) })
      await this.#follow(input, settings)
    }
  }

  /** With their sendings. In this ledger nobody holds a claim any more. */
  async #add(wanted: Interest, scope?: Scope): Promise<void> {
    const interest = { ...wanted, ...this.#leaveAsked(wanted) }
    const found = await this.#find(interest, scope)
    const byId = new Map(found.map((each) => [Number(each['id']), each]))
    const fresh = [...byId].flatMap<Record<string, unknown>>(([id, each]) => (this.#known.has(id) ? [] : each))
    if (fresh.length === 0) return
    const ids = fresh.map(({ id }) => Number(id))
    for (const id of ids) this.#known.add(id)
    const ordered = fresh.filter(({ order_key }) => order_key !== null)
    const orderedIds = ordered.map(({ id }) => Number(id))
    // For whether a second person released them: the runs that sent these submissions.
    const selectSendings = selectAttempts(`submission_id ${this.#of.dialect.anyOf('$1')} AND run_id IS NOT NULL`)
    const sendings = ordered.length === 0 ? [] : await this.#of.query<Records[number]>(selectSendings, [orderedIds])
    this.#db.transaction(() => {
      insertRecords(this.#db, { table: 'submissions', records: fresh }, 'INSERT OR IGNORE')
      const isSummed = fresh[0] !== undefined && 'content_sum' in fresh[0]
      if (!isSummed) sumSubmissions(this.#db, ids)
      insertRecords(this.#db, { table: 'attempts', records: sendings })
    })()
    expireClaims(this.#db, this.#log, noHolder, this.#clock.now())
    // What a state replaces is looked up by its order key, however its own submission was found.
    const orderKeys = new Set(ordered.map(({ order_key }) => String(order_key)))
    if (orderKeys.size > 0) await this.#add({ orderKeys: [...orderKeys] })
  }

  /** Submissions by content (in all ordinals and generations), identifier, order key or id. */
  async #find(interest: Interest, scope?: Scope): Promise<Record<string, unknown>[]> {
    const { hashes = [], identifiers = [], orderKeys = [], ids = [] } = interest
    const { fromHex } = this.#of.dialect
    const columns = await listCopied(this.#of, 'submissions', (table) => listFileColumns(this.#db, table))
    const hidden = hashes.length === 0 ? new Map() : hideContents(this.#key, await readFingerprint(this.#of), hashes)
    const find = async (
      wanted: readonly (string | number)[],
      condition: (value: string) => string,
      values: readonly unknown[] = [],
    ): Promise<Record<string, unknown>[]> => {
      const text = this.#of.dialect.forEachOf(columns.join(', '), condition)
      const found: Record<string, unknown>[] = []
      for (let start = 0; start < wanted.length; start += pageSize) {
        const page = wanted.slice(start, start + pageSize).map(String)
        found.push(...(await this.#of.query<Record<string, unknown>>(text, [page, ...values])))
      }
      return found
    }
    return [
      ...(await find(
        [...hashes, ...hidden.keys()],
        (value) => `request_hash = ${fromHex(value)} AND operation = $2 AND target_id = $3`,
        [scope?.operation, scope?.target.id],
      )),
      ...(await find(identifiers, (value) => `identifier = ${value}`)),
      ...(await find(orderKeys, (value) => `order_key = ${value}`)),
      ...(await find(ids, (value) => `id = CAST(${value} AS bigint)`)),
    ]
  }

  #leaveAsked(wanted: Interest): Required<Pick<Interest, 'identifiers' | 'orderKeys'>> {
    const leave = (kind: 'identifiers' | 'orderKeys'): string[] => {
      const fresh = (wanted[kind] ?? []).filter((each) => !this.#asked[kind].has(each))
      for (const each of fresh) this.#asked[kind].add(each)
      return fresh
    }
    return { identifiers: leave('identifiers'), orderKeys: leave('orderKeys') }
  }

  #addRows(records: Records): void {
    this.#db.transaction(() => insertRecords(this.#db, { table: 'rows', records }, 'INSERT OR IGNORE'))()
  }

  /** Inputs that a sheet of the run may turn out to be: of its file and name, or with at least half of its rows. */
  #findInputs({ runId, operation, target }: LoadSettings): { input: number; isByName: number }[] {
    const ofRun = 'FROM rows JOIN submissions ON rows.run_id = @runId'
    const select = this.#db.prepare<object, { input: number; isByName: number }>(
      `SELECT input, MAX(isByName) AS isByName FROM (
         SELECT earlier_sheet.input_id AS input, 1 AS isByName
           FROM runs AS this JOIN run_sheets AS sheet ON sheet.run_id = this.id
           JOIN runs AS earlier ON earlier.operation = this.operation AND earlier.target_id = this.target_id
                               AND earlier.file = this.file AND earlier.id < this.id
           JOIN run_sheets AS earlier_sheet ON earlier_sheet.run_id = earlier.id AND earlier_sheet.name = sheet.name
          WHERE this.id = @runId
         UNION ALL
         SELECT input_id, 0 FROM (
           SELECT sheet, seq, input_id ${ofRun} AND submissions.id = submission_id
           UNION SELECT sheet, seq, input_id ${ofRun} AND submissions.order_key = rows.order_key
            WHERE operation = @operation AND target_id = @target) AS met
          GROUP BY sheet, input_id
         HAVING COUNT(*) * 2 >= (SELECT COUNT(*) FROM rows WHERE run_id = @runId AND rows.sheet = met.sheet))
        WHERE input IS NOT NULL GROUP BY input`,
    )
    return select.all({ runId, operation, target: target.id })
  }

  /**
   * Of submissions of an earlier version of the sheet, without a row now as far as is known before the load is complete:
   * their later versions, and decisions on them.
   */
  async #follow(input: number, settings: LoadSettings): Promise<void> {
    const leftOvers = this.#db
      .prepare<[number, number], { identifier: string | null; hash: string; supersededBy: number | null }>(
        `SELECT identifier, lower(hex(request_hash)) AS hash, superseded_by AS supersededBy FROM submissions
          WHERE input_id = ? AND NOT EXISTS (SELECT 1 FROM rows WHERE submission_id = submissions.id AND run_id = ?)`,
      )
      .all(input, settings.runId)
    const ids = leftOvers.flatMap(({ supersededBy }) => supersededBy ?? [])
    const orderKeys = leftOvers.flatMap(({ identifier }) => identifier ?? [])
    await this.#add({ ids, orderKeys, hashes: leftOvers.map(({ hash }) => hash) }, settings)
    // One that was never sent is forgotten unless a row stands for it, in whatever sheet.
    const ofIds = `SELECT ${placeColumns} FROM rows WHERE submission_id ${this.#of.dialect.anyOf('$1')}`
    if (ids.length > 0) this.#addRows(await this.#of.query(ofIds, [ids]))
  }
}
