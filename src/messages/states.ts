import type { Face } from './face.ts'
import english from './languages/english.json' with { type: 'json' }

/** Names a table about rows: a worksheet of the workbook, or the file beside a CSV. */
export type TableName = (sheet: string) => string

interface StateWords {
  /** @default the state */
  label?: string
  /** What became of the rows. In a plan, what was not sent would not be sent. */
  text: string
  /** Of rows that came with an identifier: nothing was created for them. */
  named?: string
  planned?: string
  table?: string
  /** For a face with commands. */
  action?: string
}

/**
 * By state, or by the operation's word for `done`; the labels on the page and in workbooks. The page in a browser has those
 * of its language.
 */
const states: Readonly<Record<string, StateWords>> = english.states

interface Line {
  state: string
  wasDone: boolean
  wasNamed?: boolean
}

export function describeShownLine({ state, wasDone, wasNamed = false }: Line): string {
  if (wasDone) return english.states.doneBefore.text
  const { text = state, named = text } = states[state] ?? {}
  return wasNamed ? named : text
}

/** The same where there are commands and tables. */
export function describeBalanceLine(line: Line, tableName: TableName): string {
  const { action, table } = line.wasDone ? {} : (states[line.state] ?? {})
  const text = describeShownLine(line)
  const next = action === undefined ? text : `${text}: ${action}`
  return table === undefined ? next : `${next} (see ${the(tableName(table))})`
}

/** Of rows that are left for a later run. */
export function describeLimited(option: Face['option']): string {
  return `not sent: beyond ${option('limit')}; the same command without it sends them`
}

export function describePlannedLine(line: Line): string {
  const planned = line.wasDone ? undefined : states[line.state]?.planned
  return planned ?? describeShownLine(line).replace(/^not sent/, 'would not be sent')
}

export function labelState(state: string): string {
  return states[state]?.label ?? state
}

/** True for the state in a CSV file or an older workbook, and for its word. */
export function namesState(text: string, state: string): boolean {
  return [state, labelState(state)].includes(text.trim())
}

export function the(table: string): string {
  return table.startsWith('sheet ') ? `the ${table}` : table
}
