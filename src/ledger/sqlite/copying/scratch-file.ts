import { join } from 'node:path'
import type { Clock } from '../../../support/clock.ts'
import { type Database, openDatabase } from '../../../support/sqlite.ts'
import type { KeyLocator } from '../../forgetting/forget-key.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import type { Ledger } from '../../port.ts'
import type { ColumnsOf, TablePage } from '../../store/store.ts'
import { type AttemptLog, createAttemptLog } from '../commits.ts'
import { expireClaims } from '../holders.ts'
import { forgoDurability, openLedger } from '../open.ts'
import { sumSubmissions } from '../schema/record-checks.ts'
import { importIntoFile, insertRecords } from './move-file.ts'

/** A submission of an earlier version of the sheet: without a row now, as far as is known before the load is complete. */
export interface LeftOver {
  identifier: string | null
  /** Hexadecimal. */
  hash: string
  supersededBy: number | null
}

/** No claim in it is of this process. */
const noHolder = -1

/** A private ledger in a file, and a connection that adds what another ledger has. */
export class ScratchFile {
  readonly ledger: Ledger
  readonly #db: Database
  readonly #attempts: AttemptLog
  readonly #clock: Clock

  private constructor(ledger: Ledger, clock: Clock) {
    this.ledger = ledger
    this.#db = openDatabase(ledger.name)
    forgoDurability(this.#db)
    // A record may refer to one that is not added.
    this.#db.pragma('foreign_keys = OFF')
    this.#attempts = createAttemptLog(this.#db)
    this.#clock = clock
  }

  /** Without `read` it is empty. The caller deletes the folder. */
  static async create(
    folder: string,
    clock: Clock,
    {
      read,
      findForgetKey,
    }: { read?: (columnsOf: ColumnsOf) => AsyncIterable<TablePage>; findForgetKey?: KeyLocator | undefined } = {},
  ): Promise<ScratchFile> {
    const file = join(folder, 'ledger.sqlite')
    if (read !== undefined) await importIntoFile(file, clock.now(), read, forgoDurability)
    return new ScratchFile(openLedger({ file, clock, onSpill() {}, isScratch: true, findForgetKey }), clock)
  }

  /** With their sendings. In this ledger nobody holds a claim any more. */
  addSubmissions(submissions: TablePage['records'], sendings: TablePage['records']): void {
    this.#db.transaction(() => {
      insertRecords(this.#db, { table: 'submissions', records: submissions }, 'INSERT OR IGNORE')
      const isSummed = submissions[0] !== undefined && 'content_sum' in submissions[0]
      if (!isSummed)
        sumSubmissions(
          this.#db,
          submissions.map(({ id }) => Number(id)),
        )
      insertRecords(this.#db, { table: 'attempts', records: sendings })
    })()
    expireClaims(this.#db, this.#attempts, noHolder, this.#clock.now())
  }

  addRows(records: TablePage['records']): void {
    this.#db.transaction(() => insertRecords(this.#db, { table: 'rows', records }, 'INSERT OR IGNORE'))()
  }

  /** Inputs that a sheet of the run may turn out to be: of its file and name, or with at least half of its rows. */
  findInputs({ runId, operation, target }: LoadSettings): { input: number; isByName: number }[] {
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

  findLatestSheet(input: number): { runId: number; position: number } | undefined {
    return this.#db
      .prepare<[number], { runId: number; position: number }>(
        'SELECT run_id AS runId, position FROM run_sheets WHERE input_id = ? ORDER BY run_id DESC LIMIT 1',
      )
      .get(input)
  }

  findLeftOvers(input: number, runId: number): LeftOver[] {
    const select = this.#db.prepare<[number, number], LeftOver>(
      `SELECT identifier, lower(hex(request_hash)) AS hash, superseded_by AS supersededBy FROM submissions
        WHERE input_id = ? AND NOT EXISTS (SELECT 1 FROM rows WHERE submission_id = submissions.id AND run_id = ?)`,
    )
    return select.all(input, runId)
  }

  async close(): Promise<void> {
    this.#db.close()
    await this.ledger.close()
  }
}
