import {
  beyondPlanStates,
  blockingHeldStates,
  submissionStates,
  transitions,
  unansweredStates,
} from '../contract/states.ts'

export function listOf(values: Iterable<string>): string {
  return `(${[...values].map((value) => `'${value}'`).join(', ')})`
}

/** Instead of `IN`: for more than two values SQLite builds a table again for every written row. */
export function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'FALSE' : `(${values.map((value) => `${column} = '${value}'`).join(' OR ')})`
}

/** For a trigger: the state changes along no arrow of the diagram. */
export const isIllegalTransition = `OLD.state <> NEW.state AND NOT CASE OLD.state
    ${submissionStates.map((from) => `WHEN '${from}' THEN ${isOneOf('NEW.state', transitions[from])}`).join('\n    ')}
    ELSE FALSE
  END`

/** The row presence of a submission over all rows: the first of listed, kept, held, gone. */
export const rowPresenceOf = (submission: string): string =>
  `CASE (SELECT MIN(CASE WHEN held IS NULL THEN 0 WHEN held = 'kept' THEN 1 ELSE 2 END) FROM rows WHERE submission_id = ${submission})
     WHEN 0 THEN 'listed' WHEN 1 THEN 'kept' WHEN 2 THEN 'held' ELSE 'gone' END`

/**
 * The state of a row's submission once its run is released; afterwards `planned` is empty. A submission that went on
 * meanwhile shows its own state.
 */
const stateOf = (
  row: string,
): string => `CASE WHEN ${row}.planned IS NULL OR submissions.state IN ${listOf(beyondPlanStates)}
    OR ${row}.planned = 'ready' AND submissions.state = 'pending' OR ${row}.planned = 'unknown' AND submissions.state <> 'ready'
  THEN submissions.state ELSE ${row}.planned END`
export const stateOfRow = stateOf('rows')
const stateOfEarlier = stateOf('earlier')
export const requestOfRow = 'COALESCE(rows.planned_request, submissions.request)'

/** Sent in this run, or held back in it behind an earlier row. */
const stateInOrder = `(earlier.held IS NULL OR earlier.held = 'skipped') AND ${stateOfEarlier}`

/** For an earlier row of the same order, with its submission: later rows must wait for it. */
export const isBlocker = `(earlier.held IN ${listOf(blockingHeldStates)} OR (${stateInOrder} <> 'done'))`

/** The same, when this run alone cannot get it done. */
export const isBlocked = `(earlier.held IN ${listOf(blockingHeldStates)}
    OR (${stateInOrder} <> 'done' AND ${stateOfEarlier} NOT IN ${listOf(unansweredStates)}))`

/** A row that is held back counts by the state of its submission. */
export const blockerState = `CASE WHEN earlier.held = 'skipped' THEN ${stateOfEarlier} ELSE COALESCE(earlier.held, ${stateOfEarlier}) END`

/** For a row `held` with its submission `own`: it was held back behind another row, and may be released. */
export const isReleased = (hasStuckBefore: string): string =>
  `held.held = 'skipped' AND (own.state <> 'ready' OR NOT EXISTS (${hasStuckBefore}))`

/** True when a second person released the submission's last run. */
export const wasReleased = (id: string): string =>
  `EXISTS (SELECT 1 FROM attempts AS said WHERE said.submission_id IS NULL AND said.operation = 'release'
            AND said.run_id = (SELECT sent.run_id FROM attempts AS sent
                                WHERE sent.submission_id = ${id} AND sent.run_id IS NOT NULL ORDER BY sent.id DESC LIMIT 1))`
