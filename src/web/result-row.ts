import type { EditedCheck } from '../app/check-edited.ts'
import type { RowReport } from '../app/row-report.ts'
import { riskKinds } from '../pipeline/figures/trip.ts'
import { toPlainWords } from './plain-words.ts'
import type { ShownCell, ShownRow } from './protocol.ts'

const tripFields = ['employeeId', 'destination', 'startDate', 'endDate'] as const
/** The kinds of risk as the table has them: the sum of them first. */
export const shownKinds = ['overallTrip' as const, ...riskKinds.filter((kind) => kind !== 'overallTrip')]
const resultFields = [...shownKinds, 'cumulativePeRiskLevel']
export const shownColumns = ['outcome', ...tripFields, ...resultFields, 'report', 'problem'].map((heading) => ({
  heading,
}))
/** Position of the first kind of risk among the columns. */
export const firstKind = 1 + tripFields.length

/** Whom a row is about, where it leads, from when to when: as the sheet has it. Pure. */
export function aboutTrip({ rows, sheets }: EditedCheck, index: number): string[] {
  const row = rows[index]
  const fields = row === undefined ? undefined : sheets[row.sheet]?.fields
  return tripFields.map((field) => {
    const at = fields?.[field]
    return at === undefined ? '' : (row?.texts[at] ?? '')
  })
}

/** One row with what became of it. Pure. */
export function describeResult(report: RowReport, check: EditedCheck, index: number): ShownRow {
  const { outcome, state, wasDone, reportUrl, rowNumber, problem, hint } = report
  const result = outcome.state === 'done' ? outcome.result : {}
  const words = [toPlainWords(problem), toPlainWords(hint)].filter((text) => text !== '').join(' ')
  const cells: ShownCell[] = [
    { text: wasDone ? `${state} earlier` : state, ...(problem === '' ? {} : { mark: 'doubtful' }) },
    ...aboutTrip(check, index).map((text) => ({ text })),
    ...resultFields.map((field) => ({ text: String(result[field] ?? '') })),
    isWebAddress(reportUrl) ? { text: 'open', href: reportUrl } : { text: '' },
    { text: words },
  ]
  return { sheet: 0, line: rowNumber, number: String(rowNumber), state, cells, problems: [] }
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text)
}
