import type { Face } from './face.ts'

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

/** By state, or by the operation's word for `done`; the labels on the page and in workbooks. */
const states: Readonly<Record<string, StateWords>> = {
  scored: { label: 'assessed', text: 'created, with scores', named: 'asked again, with scores' },
  decided: { text: 'decision recorded' },
  invited: { text: 'invitation sent' },
  done: { text: 'done' },
  invalid: {
    label: 'to correct',
    text: 'not sent',
    planned: 'would not be sent: correct them',
    table: 'Problems',
    action: 'correct them',
  },
  duplicate: { text: 'not sent: same content as an earlier row' },
  changed: {
    label: 'edited',
    text: 'not sent: created before with other content',
    table: 'Changed',
  },
  kept: { label: 'earlier version kept', text: 'edited, not sent: the earlier version stands', table: 'Changed' },
  superseded: { label: 'replaced since', text: 'not sent: recorded before, and replaced since', table: 'Problems' },
  skipped: { label: 'left out', text: 'nothing to do' },
  rejected: {
    label: 'refused',
    text: 'the service did not take them',
    table: 'Problems',
    action: 'correct them',
  },
  failed: { label: 'not processed', text: 'surely not processed', action: 'the same command tries again' },
  accepted: {
    label: 'waiting for scores',
    text: 'created; scores not there yet',
    named: 'created before; scores not there yet, or the service does not know it',
    planned: 'carry an identifier already: would be asked for, not sent',
  },
  pending: {
    label: 'scores not ready yet',
    text: 'created; scores not ready in time',
    named: 'asked again; scores not ready in time',
    action: 'the same command asks again',
  },
  unknown: {
    label: 'to look up',
    text: 'may or may not have been processed',
    action: 'look them up at the service',
    planned: 'would not be sent: may have been processed in an earlier run',
    table: 'Unknown',
  },
  ready: { label: 'not sent', text: 'left for later', planned: 'would be sent', action: 'the same command carries on' },
  sending: { label: 'on its way', text: 'the answer is not there yet' },
  warning: { label: 'please look', text: 'sent all the same' },
}

/** Of rows that an earlier run has done. */
const before = { label: '', text: 'already done by an earlier run' }

/** For the page in a browser, which has one language: the words are those from then on. */
export function translateStates(
  words: Readonly<Record<string, Pick<StateWords, 'text' | 'named' | 'planned'> & { label: string }>>,
): void {
  for (const [state, each] of Object.entries(words)) Object.assign(states[state] ?? before, each)
}

interface Line {
  state: string
  wasDone: boolean
  wasNamed?: boolean
}

export function describeShownLine({ state, wasDone, wasNamed = false }: Line): string {
  if (wasDone) return before.text
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
