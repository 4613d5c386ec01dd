import type { EditedCheck, EditedRow } from '../../app/check/check-edited.ts'
import type { RowReport } from '../../app/row-report.ts'
import { possiblyCreatedStates } from '../../contract/states.ts'
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

export interface RunOutcomes {
  refused: Refusals
  /** Digests of the requests that were sent, or may have been: nothing sends them again by itself. */
  sent: ReadonlySet<string>
}

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

/**
 * Expects the reports in the order of the file's rows. `denied`: references of unknown outcomes of which a person found
 * that nothing was created. Pure.
 */
export function listSent(
  { rows }: Pick<EditedCheck, 'rows'>,
  reports: readonly Pick<RowReport, 'outcome' | 'reference'>[],
  denied: ReadonlySet<string>,
): ReadonlySet<string> {
  const requests = reports.map(({ outcome, reference }, index) => {
    const isSent = possiblyCreatedStates.has(outcome.state) || outcome.state === 'kept'
    return isSent && (reference === undefined || !denied.has(reference)) ? rows[index]?.request : undefined
  })
  return new Set(requests.filter((request) => request !== undefined))
}

/** Rows with the service's words added to the cells concerned. Pure. */
export function mergeRefusals({ rows, sheets }: Pick<EditedCheck, 'rows' | 'sheets'>, refusals: Refusals): EditedRow[] {
  return rows.map((row) => {
    const refusal = row.isReady ? refusals.get(row.request) : undefined
    if (refusal === undefined && row.problems.every(isOwnProblem)) return row
    const own = row.problems.filter(isOwnProblem)
    const refused = refusal === undefined ? [] : [toProblem(refusal, sheets[row.sheet]?.fields ?? {}, own)]
    return { ...row, problems: [...refused, ...own] }
  })
}

function isOwnProblem({ outcome }: RowProblem): boolean {
  return outcome !== 'rejected'
}

/** A warning about the same cell may know what is meant. */
function toProblem(
  { field, message, hint }: Refusal,
  fields: Readonly<Record<string, number>>,
  own: readonly RowProblem[],
): RowProblem {
  const column = Object.hasOwn(fields, field) ? fields[field] : undefined
  const found = { field, cell: '', heading: '', value: '', ...find('rejected-before', { message }), hint }
  if (column === undefined) return { outcome: 'rejected', problem: found }
  const remedy = own.find(({ problem }) => problem.column === column && problem.remedy?.kind === 'use')?.problem.remedy
  return { outcome: 'rejected', problem: { ...found, column, ...(remedy === undefined ? {} : { remedy }) } }
}
