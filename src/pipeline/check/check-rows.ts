import { setImmediate } from 'node:timers/promises'
import type { BalanceLine } from '../../ledger/outcomes.ts'
import type { LoadedSheet } from '../load/load-sheet.ts'
import { problemsOf, type RowProblem } from '../write/problem-sheets.ts'
import { type RowRequest, viewOpenRows } from '../write/row-pages.ts'
import type { RowView } from '../write/row-view.ts'
import { type ProblemGroup, ProblemGroups } from './problem-groups.ts'

export interface CheckReport {
  sheet: string
  rows: number
  balance: readonly BalanceLine[]
  /** Problems, warnings, and the reasons why rows are skipped. */
  groups: readonly ProblemGroup[]
  /** Problems of kinds beyond those in `groups`. */
  others: number
}

const rowsBetweenTurns = 1_000

/** What would become of the rows of a loaded sheet. Nothing is sent. */
export async function checkRows<Request extends object>(
  request: RowRequest<Request>,
  loaded: LoadedSheet,
): Promise<CheckReport> {
  const groups = new ProblemGroups()
  let seen = 0
  for (const view of viewOpenRows(request)) {
    seen += 1
    // Signals are heard between two turns only.
    if (seen % rowsBetweenTurns === 0) await setImmediate()
    for (const problem of problemsToCheck(view, loaded)) groups.add(view.rowNumber, problem)
    if (view.outcome.state === 'skipped') groups.add(view.rowNumber, passedOver(view.outcome.reason))
  }
  const { sheet, rows } = loaded
  const balance = request.ledger.runs.balance(request.runId)
  return { sheet, rows, balance, groups: groups.list(), others: groups.others }
}

function passedOver(reason: string): RowProblem {
  return { outcome: 'skipped', problem: { field: '', cell: '', heading: '', value: '', rule: reason, hint: '' } }
}

/** Rows that would be sent, or asked for, lack nothing but the sending. */
export function problemsToCheck(view: RowView, { columns }: Pick<LoadedSheet, 'columns'>): RowProblem[] {
  return problemsOf(view, columns).filter(({ outcome }) => outcome !== 'ready' && outcome !== 'accepted')
}
