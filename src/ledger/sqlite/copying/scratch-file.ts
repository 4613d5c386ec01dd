import type { Clock } from '../../../support/clock.ts'
import { type Database, openDatabase } from '../../../support/sqlite.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import type { Scope } from '../../port/targets.ts'
import type { Ledger } from '../../port.ts'
import type { Excerpt, Interest } from '../../store/copy-tables.ts'
import type { TablePage } from '../../store/store.ts'
import { type AttemptLog, createAttemptLog } from '../commits.ts'
import { expireClaims } from '../holders.ts'
import { forgoDurability } from '../open.ts'
import { sumSubmissions } from '../schema/record-checks.ts'
import { insertRecords } from './move-file.ts'

/** No claim in it is of this process. */
const noHolder = -1

/**
 * A private ledger in a file, and a connection that adds what another ledger has: one thing after another, each submission
 * once.
 */
export class ScratchFile {
  readonly ledger: Ledger
  readonly #excerpt: Excerpt
  readonly #clock: Clock
  readonly #db: Database
  readonly #log: AttemptLog
  readonly #known = new Set<number>()
  /** Identifiers and order keys: a submission once found does not change here. */
  readonly #asked = { identifiers: new Set<string>(), orderKeys: new Set<string>() }
  #last: Promise<unknown> = Promise.resolve()

  constructor(ledger: Ledger, excerpt: Excerpt, clock: Clock) {
    this.ledger = ledger
    this.#excerpt = excerpt
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
    const most = 2 * (await this.ledger.runs.countRows(runId))
    for (const { input, isByName } of this.#findInputs(settings)) {
      const sheet = this.#findLatestSheet(input)
      // Of another file one more than an input may have that is the same: that it has more is all that counts.
      const limit = isByName === 1 ? Number.MAX_SAFE_INTEGER : most + 1
      const places = sheet === undefined ? [] : await this.#excerpt.readPlaces(sheet.runId, sheet.position, limit)
      this.#addRows(places)
      if (isByName === 0 && places.length > most) continue
      const ids = await this.#excerpt.listPossiblyCreated(input)
      await this.#add({ ids: ids.filter((id) => !this.#known.has(id)) })
      await this.#follow(input, settings)
    }
  }

  /** With their sendings. In this ledger nobody holds a claim any more. */
  async #add(wanted: Interest, scope?: Scope): Promise<void> {
    const interest = { ...wanted, ...this.#leaveAsked(wanted) }
    const found = await this.#excerpt.findSubmissions(interest, scope)
    const byId = new Map(found.map((each) => [Number(each['id']), each]))
    const fresh = [...byId].flatMap<Record<string, unknown>>(([id, each]) => (this.#known.has(id) ? [] : each))
    if (fresh.length === 0) return
    const ids = fresh.map(({ id }) => Number(id))
    for (const id of ids) this.#known.add(id)
    const ordered = fresh.filter(({ order_key }) => order_key !== null)
    const sendings = ordered.length === 0 ? [] : await this.#excerpt.readSendings(ordered.map(({ id }) => Number(id)))
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

  #leaveAsked(wanted: Interest): Required<Pick<Interest, 'identifiers' | 'orderKeys'>> {
    const leave = (kind: 'identifiers' | 'orderKeys'): string[] => {
      const fresh = (wanted[kind] ?? []).filter((each) => !this.#asked[kind].has(each))
      for (const each of fresh) this.#asked[kind].add(each)
      return fresh
    }
    return { identifiers: leave('identifiers'), orderKeys: leave('orderKeys') }
  }

  #addRows(records: TablePage['records']): void {
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

  #findLatestSheet(input: number): { runId: number; position: number } | undefined {
    return this.#db
      .prepare<[number], { runId: number; position: number }>(
        'SELECT run_id AS runId, position FROM run_sheets WHERE input_id = ? ORDER BY run_id DESC LIMIT 1',
      )
      .get(input)
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
    if (ids.length > 0) this.#addRows(await this.#excerpt.readPlacesOf(ids))
  }
}
