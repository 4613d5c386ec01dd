import { possiblyCreatedStates, standInStates } from '../../contract/states.ts'
import type { ReadySubmission, StandingRow } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { listOf, requestOfRow, stateOfRow } from '../state-sql.ts'
import { type SubmissionRecord, submissionColumns, toSubmission } from '../submission-record.ts'
import { type Reader, type RowContents, readValues } from './store.ts'
import { createTaughtReader } from './taught-values.ts'

export function createSubmissionReads(store: Reader) {
  const { checks } = store
  const { anyOf } = store.dialect
  const selectOne = `SELECT ${submissionColumns}${checks.columns()} FROM submissions WHERE id = $1`
  const selectSimulated = `SELECT identifier FROM submissions JOIN targets ON targets.id = target_id WHERE identifier ${anyOf('$1')}
    GROUP BY identifier HAVING MIN(CASE WHEN address LIKE 'sandbox:%' THEN 1 ELSE 0 END) = 1`
  const selectIdentifiers =
    'SELECT id, identifier FROM submissions WHERE id > $1 AND identifier IS NOT NULL ORDER BY id LIMIT $2'
  /** identifier → the text in a column of the oldest submission that has one. */
  function createTextReader(column: 'request' | 'result' | 'report_url') {
    const text = `SELECT id, identifier, ${column} AS text${checks.columns()} FROM submissions WHERE id IN (
       SELECT MIN(id) FROM submissions
        WHERE identifier ${anyOf('$1')} AND operation = $2 AND target_id = $3 AND ${column} IS NOT NULL GROUP BY identifier)`
    return async (operation: string, target: Target, identifiers: readonly string[]) => {
      const values = [identifiers, operation, target.id]
      const found = await store.query<{ id: number; identifier: string; text: string }>(text, values)
      return new Map(found.map(checks.verify).map((each) => [each.identifier, each.text]))
    }
  }

  async function filter(text: string, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await readValues<string>(store, text, [identifiers]))
  }

  return {
    /** The next rows of a run that may be sent, in sheet order after `afterSeq`. */
    readyPage: createReadyReader(store),
    async get(id: number) {
      const [record] = await store.query<SubmissionRecord>(selectOne, [id])
      return record === undefined ? undefined : toSubmission(checks.verify(record))
    },
    taught: createTaughtReader(store),
    /** identifier → request, as JSON; `{}` where only the identifier is known. */
    requestsOf: createTextReader('request'),
    /** identifier → result, as JSON; no entry without scores. */
    resultsOf: createTextReader('result'),
    /** identifier → address of its report page. */
    reportsOf: createTextReader('report_url'),
    /** Requests that the service has or may have, with the file that sent them last. */
    created: async (operation: string, target: Target) => {
      const text = `SELECT id, request AS text, (SELECT file FROM runs WHERE id =
           (SELECT MAX(run_id) FROM run_sheets WHERE run_sheets.input_id = submissions.input_id)) AS file${checks.columns()}
         FROM submissions WHERE operation = $1 AND target_id = $2 AND state IN ${listOf(possiblyCreatedStates)}`
      const found = await store.query<{ id: number; text: string; file: string | null }>(text, [operation, target.id])
      return found.map(checks.verify)
    },
    /** For each of these, a row in the latest run of its input that stands for it or is held as its edited version. */
    standingRows: createStandingRowFinder(store),
    /** Those of these identifiers that any submission has, in any target and operation. */
    named: (identifiers: readonly string[]) =>
      filter(`SELECT DISTINCT identifier FROM submissions WHERE identifier ${anyOf('$1')}`, identifiers),
    /** Those of these identifiers that only a sandbox in this program ever gave out. */
    simulated: (identifiers: readonly string[]) => filter(selectSimulated, identifiers),
    identifierPage: (afterId: number, limit: number) =>
      store.query<{ id: number; identifier: string }>(selectIdentifiers, [afterId, limit]),
  }
}

/** No row of a run has a higher number. */
const lastSeq = 2 ** 31 - 1

/** The next rows of a run that may be sent, in sheet order after `afterSeq`, up to and including `to`. */
export function createReadyReader(store: Reader) {
  const { checks } = store
  const isVerified = checks.columns() !== ''
  const select = `SELECT rows.seq, rows.sheet, rows.row_number AS "rowNumber", rows.order_key AS "orderKey", submissions.id,
            ${requestOfRow} AS request, submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation
            ${checks.columns()}
       FROM rows ${store.dialect.eachSubmission('INNER')}
      WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.seq <= $3 AND rows.held IS NULL AND ${stateOfRow} = 'ready'
      ORDER BY rows.seq LIMIT $4`
  return async (runId: number, afterSeq: number, limit: number, to = lastSeq): Promise<ReadySubmission[]> => {
    const found = await store.query<ReadySubmission>(select, [runId, afterSeq, to, limit])
    return found.map((row) => {
      const { seq, sheet, rowNumber, orderKey, id, request, requestHash, ordinal, generation } = checks.verify(row)
      return { seq, sheet, rowNumber, orderKey, id, request, requestHash, ordinal, generation, isVerified }
    })
  }
}

/** For each identifier a row in the latest run of its input: unchanged, or held as its edited version. */
function createStandingRowFinder(store: Reader) {
  const { checks, dialect } = store
  const named = dialect.forEachOf(
    'id, identifier, operation',
    (value) => `identifier = ${value} AND operation = $2 AND target_id = $3`,
  )
  const row = `run_id, seq, sheet, row_number, cells, warnings${checks.rowColumns}`
  const text = `WITH named AS (${named}),
     standing AS (
       SELECT identifier, operation, ${row} FROM named JOIN rows ON submission_id = named.id AND (held IS NULL OR held = 'skipped')
       UNION ALL
       SELECT named.identifier, named.operation, ${row} FROM named
         JOIN submissions AS edited ON edited.held_against = named.id
         JOIN rows ON submission_id = edited.id AND held IN ${listOf(standInStates)}),
     latest AS (
       SELECT standing.*, file, name, run_sheets.columns,
              ROW_NUMBER() OVER (PARTITION BY identifier ORDER BY standing.run_id DESC, seq) AS place
         FROM standing JOIN run_sheets ON run_sheets.run_id = standing.run_id AND position = standing.sheet
         JOIN runs ON runs.id = standing.run_id AND runs.operation = standing.operation
        WHERE run_sheets.run_id = (SELECT MAX(later.run_id) FROM run_sheets AS later WHERE later.input_id = run_sheets.input_id))
   SELECT * FROM latest WHERE place = 1`
  return async (
    operation: string,
    target: Target,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, StandingRow>> => {
    const found = await store.query<StandingRowColumns>(text, [identifiers, operation, target.id])
    return new Map(
      found.map((each) => {
        checks.verifyRow(each)
        const { identifier, file, name: sheet, row_number: rowNumber, cells, columns } = each
        return [identifier, { file, sheet, rowNumber, cells, columns }]
      }),
    )
  }
}

interface StandingRowColumns extends RowContents, Pick<StandingRow, 'file' | 'columns'> {
  identifier: string
  name: string
}
