import { standInStates } from '../../contract/states.ts'
import type { StandingRow } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { listOf } from '../state-sql.ts'
import type { RowContents } from './record-checks.ts'
import type { Reader } from './store.ts'

/** For each identifier a row in the latest run of its input: unchanged, or held as its edited version. */
export async function findStandingRows(
  store: Reader,
  operation: string,
  target: Target,
  identifiers: readonly string[],
): Promise<Map<string, StandingRow>> {
  const { checks, dialect } = store
  const named = dialect.forEachOf(
    '$1',
    'submissions',
    'id, identifier, operation',
    (value) => `identifier = ${value} AND operation = $2 AND target_id = $3`,
  )
  const row = `run_id, seq, sheet, row_number, cells, warnings${checks.rowColumns}`
  const found = await store.query<
    RowContents & Omit<StandingRow, 'sheet' | 'rowNumber'> & { identifier: string; name: string }
  >(
    `WITH named AS (${named}),
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
     SELECT * FROM latest WHERE place = 1`,
    [identifiers, operation, target.id],
  )
  return new Map(
    found.map((each) => {
      checks.verifyRow(each)
      const { identifier, file, name: sheet, row_number: rowNumber, cells, columns } = each
      return [identifier, { file, sheet, rowNumber, cells, columns }]
    }),
  )
}
