import type { EditedCheck } from '../app/check/check-sheet.ts'
import type { RowReport } from '../app/row-report.ts'
import { resultOf } from '../contract/outcome.ts'
import { unsettledStates } from '../contract/states.ts'
import { heatClass } from '../messages/score-colours.ts'
import { hasPersonName, nameInTexts } from '../operations/person-name.ts'
import { oneDecimal } from '../pipeline/drawing/pictures.ts'
import { scoreKinds } from '../pipeline/figures/score-sums.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import { isHeadedAs } from '../pipeline/rows/loaded-input.ts'
import type { ShownCell, ShownRow } from './protocol.ts'
import { sayOnPage, toFieldTitle } from './user-messages.ts'

const tripFields = ['employeeId', 'destination', 'startDate', 'endDate'] as const
const resultFields = [...scoreKinds, 'cumulativePeRiskLevel']

/** A value of a result column: a score has one decimal and its colour everywhere on the page. Pure. */
export function toValueCell(heading: string, value: unknown): ShownCell {
  const score = scoreKinds.some((kind) => kind === heading) && value !== '' ? Number(value) : Number.NaN
  if (!Number.isFinite(score)) return { text: String(value ?? '') }
  return { text: oneDecimal(score), heat: heatClass(score) }
}

/** The score that a heading stands for; other headings stay. Pure. */
export function toScoreName(heading: string): string {
  return scoreKinds.find((kind) => isHeadedAs(kind, heading)) ?? heading
}

/** Fields that identify a row for people. A decision names an assessment; its sheet mostly names the employee too. */
function listIdentifyingFields({ poll, fourEyes, request }: Operation): readonly string[] {
  if (poll !== undefined) return tripFields
  return fourEyes === undefined
    ? request.identifyingFields
    : ['employeeId', 'destination', ...request.identifyingFields]
}

export function listResultColumns(
  operation: Operation,
  { sheets }: Pick<EditedCheck, 'sheets'>,
): { heading: string }[] {
  const results = operation.poll === undefined ? [] : [...resultFields, 'report']
  const [first = '', ...others] = listIdentifyingFields(operation).map(toFieldTitle)
  const identifying = [first, ...(sheets.some(hasPersonName) ? ['name'] : []), ...others]
  return ['outcome', ...identifying, ...results, 'problem'].map((heading) => ({ heading }))
}

export function identifyRow({ rows, sheets }: EditedCheck, index: number, operation: Operation): string[] {
  const row = rows[index]
  const { fields = {}, headings = [] } = sheets[row?.sheet ?? -1] ?? {}
  const { period = { start: '', end: '' } } = operation.request
  const [from, until] = row?.days.split(' ') ?? []
  /** A country and a day look the same in each row, in the pictures, and at the service. */
  const sent = { [operation.output.summary?.groupHeading ?? '']: row?.group, [period.start]: from, [period.end]: until }
  const [first = '', ...others] = listIdentifyingFields(operation).map(
    (field) =>
      sent[field] || row?.texts[fields[field] ?? headings.findIndex((heading) => isHeadedAs(field, heading))] || '',
  )
  const name = nameInTexts((at) => row?.texts[at] ?? '', { headings, fields })
  return [first, ...(sheets.some(hasPersonName) ? [name] : []), ...others]
}

export function describeResult(
  report: RowReport,
  check: EditedCheck,
  index: number,
  { operation, baseUrl }: { operation: Operation; baseUrl: string },
): ShownRow {
  const { outcome, state, wasDone, reportUrl, rowNumber, problem, hint } = report
  const result = resultOf(outcome)
  // Rows still to be sent or polled have no message yet.
  const messages = unsettledStates.has(outcome.state) ? [] : [problem, hint]
  const words = messages.filter((text) => text !== '').join('. ')
  const scores: ShownCell[] = [
    ...resultFields.map((field) => toValueCell(field, result[field])),
    isReportLink(reportUrl, baseUrl) ? { text: sayOnPage('page-report'), href: reportUrl } : { text: '' },
  ]
  /** Neither a total or note nor left out by a person. */
  const isMeantToBeSent = outcome.state !== 'skipped' || outcome.isWaiting
  const cells: ShownCell[] = [
    {
      text: wasDone ? `${state} earlier` : state,
      ...(words !== '' && isMeantToBeSent ? { mark: 'doubtful' } : {}),
    },
    ...identifyRow(check, index, operation).map((text) => ({ text })),
    ...(operation.poll === undefined ? [] : scores),
    { text: words },
  ]
  return { sheet: 0, line: rowNumber, number: numberOf(check, index, rowNumber), state, cells, problems: [] }
}

/** Row number for people, with the worksheet where several were read. Pure. */
export function numberOf({ rows, sheets }: EditedCheck, index: number, rowNumber: number): string {
  const sheet = sheets.length > 1 ? sheets[rows[index]?.sheet ?? -1]?.name : undefined
  return sheet === undefined ? String(rowNumber) : `${sheet} ${rowNumber}`
}

/** A remote service must not lead the browser to a program on this machine. Pure. */
export function isReportLink(text: string | undefined, baseUrl: string): text is string {
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  return !isThisMachine(text) || isThisMachine(baseUrl)
}

/** Knows every spelling that a browser follows to loopback. */
function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return /^127\.|^0\.0\.0\.0$|(?:^|\.)localhost\.?$|^\[::(?:1|ffff:(?:7f..:.*|0:0))?\]$/.test(hostname)
}
