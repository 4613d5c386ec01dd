import {
  blockingHeldStates,
  type StateGroup,
  submissionStates,
  transitions,
  unansweredStates,
} from '../contract/states.ts'

/** For `IN`, in queries. */
export function listOf(states: StateGroup): string {
  return `(${[...states].map((state) => `'${state}'`).join(', ')})`
}

/** In place of `IN`: for more than two values SQLite builds a table, anew for every row that is written. */
export function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'FALSE' : `(${values.map((value) => `${column} = '${value}'`).join(' OR ')})`
}

/** For a trigger: the state changes, and not along the diagram. */
export const isIllegalTransition = `OLD.state <> NEW.state AND NOT CASE OLD.state
    ${submissionStates.map((from) => `WHEN '${from}' THEN ${isOneOf('NEW.state', transitions[from])}`).join('\n    ')}
    ELSE FALSE
  END`

/** Where a submission stands among all rows: the least of what they say. */
export const rowPresenceOf = (submission: string): string =>
  `CASE (SELECT MIN(CASE WHEN held IS NULL THEN 0 WHEN held = 'kept' THEN 1 ELSE 2 END) FROM rows WHERE submission_id = ${submission})
     WHEN 0 THEN 'listed' WHEN 1 THEN 'kept' WHEN 2 THEN 'held' ELSE 'gone' END`

/** Sent in this run, or held back in it behind a row before it. */
const stateInOrder = `(earlier.held IS NULL OR earlier.held = 'skipped') AND submissions.state`

/** Of an earlier row of the same order, with its submission: later ones come after it. */
export const isBlocker = `(earlier.held IN ${listOf(blockingHeldStates)} OR (${stateInOrder} <> 'done'))`

/** The same, and this run does not get it done by itself. */
export const isBlocked = `(earlier.held IN ${listOf(blockingHeldStates)}
    OR (${stateInOrder} <> 'done' AND submissions.state NOT IN ${listOf(unansweredStates)}))`

/** How it stands; what is held back stands as its submission does. */
export const blockerState = `CASE WHEN earlier.held = 'skipped' THEN submissions.state ELSE COALESCE(earlier.held, submissions.state) END`

/** Of a row `held` with its submission `own`: it was held back behind another one, and need not be any longer. */
export const isReleased = (hasStuckBefore: string): string =>
  `held.held = 'skipped' AND (own.state <> 'ready' OR NOT EXISTS (${hasStuckBefore}))`

/** Whether the run that sent a submission last had been released by a second person. */
export const wasReleased = (id: string): string =>
  `EXISTS (SELECT 1 FROM attempts AS said WHERE said.submission_id IS NULL AND said.operation = 'release'
            AND said.run_id = (SELECT sent.run_id FROM attempts AS sent
                                WHERE sent.submission_id = ${id} AND sent.run_id IS NOT NULL ORDER BY sent.id DESC LIMIT 1))`
