import { moves, type StateGroup, submissionStates } from '../contract/states.ts'

/** For `IN`, in queries. */
export function listOf(states: StateGroup): string {
  return `(${[...states].map((state) => `'${state}'`).join(', ')})`
}

/** In place of `IN`: for more than two values SQLite builds a table, anew for every row that is written. */
export function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'FALSE' : `(${values.map((value) => `${column} = '${value}'`).join(' OR ')})`
}

/** For a trigger: the state changes, and not along the diagram. */
export const leavesTheDiagram = `OLD.state <> NEW.state AND NOT CASE OLD.state
    ${submissionStates.map((from) => `WHEN '${from}' THEN ${isOneOf('NEW.state', moves[from])}`).join('\n    ')}
    ELSE FALSE
  END`
