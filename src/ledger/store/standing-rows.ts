import { standInStates } from '../../contract/states.ts'
import type { RowLocator } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { listOf } from '../state-sql.ts'
import type { Reader } from './store.ts'

/** For each identifier a row in the latest run of its input: unchanged, or held as its edited version. */
export async function findStandingRows(
  store: Reader,
  operation: string,
  target: Target,
  identifiers: readonly string[],
): Promise<Map<string, RowLocator>> {
  const named = store.dialect.forEachOf(
    '$1',
    'submissions',
    'id, identifier, operation',
    (value) => `identifier = ${value} AND operation = $2 AND target_id = $3`,
  )
  const found = await store.query<RowLocator & { identifier: string }>(
    `WITH named AS (${named}),
       standing AS (
         SELECT identifier, operation, run_id, seq, sheet, row_number FROM named JOIN rows ON submission_id = named.id AND (held IS NULL OR held = 'skipped')
         UNION ALL
         SELECT named.identifier, named.operation, run_id, seq, sheet, row_number FROM named
           JOIN submissions AS edited ON edited.held_against = named.id
           JOIN rows ON submission_id = edited.id AND held IN ${listOf(standInStates)}),
       latest AS (
         SELECT identifier, file, name AS sheet, row_number AS "rowNumber",
                ROW_NUMBER() OVER (PARTITION BY identifier ORDER BY standing.run_id DESC, seq) AS place
           FROM standing JOIN run_sheets ON run_sheets.run_id = standing.run_id AND position = standing.sheet
           JOIN runs ON runs.id = standing.run_id AND runs.operation = standing.operation
          WHERE run_sheets.run_id = (SELECT MAX(later.run_id) FROM run_sheets AS later WHERE later.input_id = run_sheets.input_id))
     SELECT identifier, file, sheet, "rowNumber" FROM latest WHERE place = 1`,
    [identifiers, operation, target.id],
  )
  return new Map(found.map(({ identifier, ...row }) => [identifier, row]))
}
