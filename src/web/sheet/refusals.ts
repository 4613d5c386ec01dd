import type { EditedCheck, EditedRow } from '../../app/check/check-edited.ts'
import type { RowReport } from '../../app/row-report.ts'
import { find } from '../../messages/catalogue.ts'
import type { RowProblem } from '../../pipeline/tables/problems-sheet.ts'

interface Refusal {
  field: string
  /** The service's own words. */
  message: string
  hint: string
}

/** Refusals by the digest of the request: a changed row has another digest. */
export type Refusals = ReadonlyMap<string, Refusal>

/** Expects the reports in the order of the file's rows. Pure. */
export function listRefusals({ rows }: Pick<EditedCheck, 'rows'>, reports: readonly RowReport[]): Refusals {
  return new Map(
    reports.flatMap(({ outcome, hint }, index) => {
      const request = rows[index]?.request
      if (outcome.state !== 'rejected' || request === undefined) return []
      return [[request, { field: outcome.field, message: outcome.message, hint }] as const]
    }),
  )
}

/** Rows with the service's words added to the cells concerned. Pure. */
export function mergeRefusals({ rows, sheets }: Pick<EditedCheck, 'rows' | 'sheets'>, refusals: Refusals): EditedRow[] {
  return rows.map((row) => {
    const refusal = row.isReady ? refusals.get(row.request) : undefined
    if (refusal === undefined && row.problems.every(isOwnProblem)) return row
    const refused = refusal === undefined ? [] : [toProblem(refusal, sheets[row.sheet]?.fields ?? {})]
    return { ...row, problems: [...refused, ...row.problems.filter(isOwnProblem)] }
  })
}

function isOwnProblem({ outcome }: RowProblem): boolean {
  return outcome !== 'rejected'
}

function toProblem({ field, message, hint }: Refusal, fields: Readonly<Record<string, number>>): RowProblem {
  const column = Object.hasOwn(fields, field) ? fields[field] : undefined
  const problem = { field, cell: '', heading: '', value: '', ...find('rejected-before', { message }), hint }
  return { outcome: 'rejected', problem: column === undefined ? problem : { ...problem, column } }
}
