import type { Operation } from '../model/operation.ts'
import { listPlanColumns, type PlanLine } from './plan-table.ts'

/** One text a line, for the person who releases it: from the ledger, never from a workbook. Pure. */
export function describeLines(operation: Pick<Operation, 'fourEyes'>, lines: readonly PlanLine[]): string[] {
  const columns = listPlanColumns(operation)
  const at = new Map(columns.map(({ heading }, index) => [heading, index]))
  const shown = operation.fourEyes?.shownFirst ?? []
  return lines.map((line) => {
    const cell = (heading: string): string => line[at.get(heading) ?? -1] ?? ''
    return [line[0] ?? '', ...shown.map((show) => show(cell))].filter((text) => text !== '').join(' · ')
  })
}
