/** The report of a row with these scores; undefined: of one that failed. */
import type { EditedCheck } from '../../rooms/app/check.ts'
import type { RowReport } from '../../rooms/app.ts'
export function scored(overallTrip: number | undefined, payrollTax = 1): RowReport {
  const same = { sheet: '', rowNumber: 2, wasDone: false, identifier: 'A', reportUrl: undefined, problem: '', hint: '' }
  const outcome =
    overallTrip === undefined
      ? ({ state: 'failed', reason: '' } as const)
      : ({ state: 'done', identifier: 'A', reportUrl: '', result: { overallTrip, payrollTax } } as const)
  return { ...same, state: outcome.state, outcome, result: undefined, reference: undefined }
}

/** A checked sheet with one person for each destination, in this order. */
export function checkOf(groups: readonly string[]): EditedCheck {
  const rows = groups.map((group, index) => ({
    ...{ sheet: 0, number: index + 2, state: 'ready', isReady: true, isLeftOut: false, problems: [], request: '' },
    ...{ group, days: '', texts: [`E${index}`] },
  }))
  return {
    rows,
    sheets: [{ name: '', headings: ['Staff'], headingRow: 1, fields: { employeeId: 0 } }],
    fixes: [],
    digest: '',
  }
}
