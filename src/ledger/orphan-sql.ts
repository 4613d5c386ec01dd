import { finalStatus } from '../contract/decision.ts'
import { createdStates, possiblyCreatedStates, standInStates } from '../contract/states.ts'
import { listOf } from './state-sql.ts'

type FieldOf = (column: string, field: string) => string

/** Only the last recording of a state is still in force; a replaced one, or one recorded again, is no orphan. */
const isReplaced = (
  run: string,
): string => `submissions.order_key IS NOT NULL AND submissions.state <> 'unknown' AND submissions.doubted = 0
  AND (EXISTS (SELECT 1 FROM rows WHERE rows.run_id = ${run} AND rows.request_hash = submissions.request_hash)
    OR EXISTS (SELECT 1 FROM submissions AS later
                WHERE later.order_key = submissions.order_key AND later.operation = submissions.operation
                  AND later.target_id = submissions.target_id AND later.turn > submissions.turn
                  AND later.state IN ${listOf(createdStates)}))`

/** An edited row is held for it, and stands for its earlier version. */
const hasStandIn = (
  run: string,
): string => `EXISTS (SELECT 1 FROM submissions AS edited JOIN rows ON rows.submission_id = edited.id
  WHERE edited.held_against = submissions.id AND rows.run_id = ${run} AND rows.held IN ${listOf(standInStates)})`

const isCanceled = (fieldOf: FieldOf): string => `COALESCE((
  SELECT decision.state = 'done' AND ${fieldOf('decision.request', 'status')} = '${finalStatus}' FROM submissions AS decision
   WHERE decision.order_key = submissions.identifier AND decision.target_id = submissions.target_id
     AND decision.turn IS NOT NULL AND (decision.doubted = 1 OR decision.state IN ${listOf(possiblyCreatedStates)})
   ORDER BY decision.turn DESC LIMIT 1), FALSE)`

/**
 * True for a submission that earlier runs of the inputs of `run` created, or may have, and that no row stands for now.
 * The run's rows are looked up for each: as a join the database may scan all of them for each.
 */
export function isOrphan(run: string, fieldOf: FieldOf): string {
  return `submissions.forgotten_at IS NULL AND submissions.input_id IN (SELECT input_id FROM run_sheets WHERE run_id = ${run})
    AND (submissions.state IN ${listOf(possiblyCreatedStates)} OR submissions.doubted = 1)
    AND (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = ${run} LIMIT 1) IS NULL
    AND NOT (${isReplaced(run)}) AND NOT ${hasStandIn(run)} AND NOT ${isCanceled(fieldOf)}`
}

/** The submission that replaced it: its edited version, else the newest of its own later generations. */
export const replacementOf = `COALESCE(submissions.superseded_by, (
  SELECT newer.id FROM submissions AS newer
   WHERE newer.operation = submissions.operation AND newer.target_id = submissions.target_id
     AND newer.request_hash = submissions.request_hash AND newer.ordinal = submissions.ordinal
     AND newer.generation > submissions.generation AND newer.state IN ${listOf(possiblyCreatedStates)}
   ORDER BY newer.generation DESC LIMIT 1))`
