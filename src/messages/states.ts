import type { Face } from './face.ts'

/** Names a table about rows: a worksheet of the workbook, or the file beside a CSV. */
export type TableName = (sheet: string) => string

interface StateWords {
  /** In a balance after a run. */
  terminal(table: TableName, sheet: string): string
  page: string
  /** Of rows that came with an identifier: nothing was created for them. */
  named?: string
  /** In a check or a plan, where that differs. */
  check?: string
  planned?: string
  /** The page's short name. */
  label: string
}

/** By state, or by the operation's word for `done`. */
const states: Readonly<Record<string, StateWords>> = {
  scored: {
    terminal: () => 'created, with scores',
    named: 'asked again, with scores',
    page: 'assessed now, with scores',
    label: 'assessed',
  },
  decided: { terminal: () => 'decision recorded', page: 'recorded now', label: 'recorded' },
  invited: {
    terminal: () => 'invitation sent',
    page: 'invited now: each gets an e-mail',
    label: 'invitation sent',
  },
  done: { terminal: () => 'done', page: 'done', label: 'done' },
  invalid: {
    terminal: (table, sheet) => `not sent: fix ${sheet} (see ${the(table('Problems'))})`,
    page: 'not sent: something is wrong in the row',
    check: 'would not be sent: correct them',
    label: 'wrong',
  },
  duplicate: {
    terminal: () => 'not sent: same content as an earlier row',
    page: 'not sent: the same as an earlier row',
    check: 'would not be sent: the same as an earlier row',
    label: 'same as an earlier row',
  },
  changed: {
    terminal: (table) => `not sent: created before with other content (see ${the(table('Changed'))})`,
    page: 'not sent: looks like an edited version of a trip that was assessed before',
    check: 'would not be sent: created before with other content',
    label: 'edited since it was assessed',
  },
  kept: {
    terminal: (table) => `edited, not sent: the earlier version stands (see ${the(table('Changed'))})`,
    page: 'edited, and not sent by a person’s decision: the earlier version stands',
    label: 'earlier version kept',
  },
  superseded: {
    terminal: (table) => `not sent: recorded before, and replaced since (see ${the(table('Problems'))})`,
    page: 'not sent again: recorded before, and replaced by another decision since',
    check: 'would not be sent: recorded before, and replaced since',
    label: 'replaced since',
  },
  skipped: {
    terminal: () => 'nothing to do',
    page: 'left out: totals, notes, hidden rows, nothing decided',
    check: 'nothing to do',
    label: 'left out',
  },
  rejected: {
    terminal: (table, sheet) => `refused by the service: fix ${sheet} (see ${the(table('Problems'))})`,
    page: 'refused by the service; its words stand in the row',
    label: 'refused by the service',
  },
  failed: {
    terminal: () => 'surely not processed: the same command tries again',
    page: 'surely not processed: go on, and they are tried again',
    label: 'not processed',
  },
  accepted: {
    terminal: () => 'created; scores not asked for yet',
    named: 'created before; scores not asked for yet, or the service does not know it',
    page: 'created; their scores are asked for',
    check: 'carry an identifier already: would be asked for, not sent',
    label: 'waiting for scores',
  },
  pending: {
    terminal: () => 'created; scores not ready in time: the same command asks again',
    named: 'asked again; scores not ready in time: the same command asks again',
    page: 'created; scores were not ready in time: go on later, and they are asked for again',
    label: 'created, scores not ready yet',
  },
  unknown: {
    terminal: (table) => `may or may not have been created: look them up (${table('Unknown')})`,
    page: 'may or may not have been processed: look them up at the service',
    check: 'would not be sent: may have been created by an earlier run',
    planned: 'unknown since an earlier run: not sent',
    label: 'unknown',
  },
  ready: {
    terminal: () => 'not sent: the same command carries on',
    page: 'not sent',
    check: 'would be sent',
    planned: 'to be sent now',
    label: 'ready',
  },
  sending: { terminal: () => 'on their way', page: 'on their way', label: 'on its way' },
}

interface Line {
  state: string
  wasDone: boolean
  wasNamed?: boolean
}

/** A line of the balance at a terminal; `sheet` names the input. */
export function describeBalanceLine(
  { state, wasDone, wasNamed = false }: Line,
  table: TableName,
  sheet: string,
): string {
  if (wasDone) return 'already done by an earlier run'
  const words = states[state] ?? states['done']
  return (wasNamed ? words?.named : undefined) ?? words?.terminal(table, sheet) ?? ''
}

/** Of rows that are left for a later run. */
export function describeLimited(option: Face['option']): string {
  return `not sent: beyond ${option('limit')}; the same command without it sends them`
}

/** A line of a check at a terminal. */
export function describeCheckedLine({ state, wasDone }: Line): string {
  return wasDone ? 'already done by an earlier run' : (states[state]?.check ?? '')
}

/** A line of the page's balance after a run. */
export function describeShownLine({ state, wasDone }: Line): string {
  return wasDone ? 'done before; not sent again' : (states[state]?.page ?? state)
}

/** A line of the page's plan. */
export function describePlannedLine(line: Line): string {
  return states[line.state]?.planned ?? describeShownLine(line)
}

export function labelState(state: string): string {
  return states[state]?.label ?? state
}

export function the(table: string): string {
  return table.startsWith('sheet ') ? `the ${table}` : table
}
