import type { Created } from './test-sandbox.ts'

export interface Audit {
  /** Identifiers of assessments whose content was created before. */
  twice: string[]
  /** Identifiers that are not in the workbook, beyond the unknown rows of that employee. */
  lost: string[]
}

/** Holds what the service really has against what the workbook says; `idHeading` is the column of the employee's ID. */
export function audit(
  created: readonly Created[],
  results: readonly Record<string, unknown>[],
  idHeading: string,
): Audit {
  const seen = new Set<string>()
  const twice = created.filter(({ input }) => {
    const content = JSON.stringify(Object.entries(input).toSorted())
    const isSecond = seen.has(content)
    seen.add(content)
    return isSecond
  })
  const named = new Set(results.map(({ assessmentId }) => assessmentId))
  const doubts = new Map<unknown, number>()
  for (const row of results) {
    if (row['outcome'] === 'unknown') doubts.set(row[idHeading], (doubts.get(row[idHeading]) ?? 0) + 1)
  }
  const lost = created.filter(({ id, input }) => {
    if (named.has(id)) return false
    const left = doubts.get(input['employeeId']) ?? 0
    doubts.set(input['employeeId'], left - 1)
    return left <= 0
  })
  return { twice: twice.map(({ id }) => id), lost: lost.map(({ id }) => id) }
}
