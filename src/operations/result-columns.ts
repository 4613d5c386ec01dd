import { resultTitles } from '../messages/result-titles.ts'
import type { ResultColumn } from '../pipeline/model/operation.ts'
import { linkCell, textCell, timeCell } from '../pipeline/rows/cells.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'
import { emptyCell } from '../sheet/cell.ts'

const notes: Readonly<Record<string, string>> = {
  outcome: 'Outcome of the row. Where it is not done, “Problem” and “What to do” say why and what to do.',
  assessmentId: 'Number of the assessment at the service. Keep it: a row that has one is not created again.',
  reportUrl: 'The whole report, in the browser.',
  workingRights: 'Risk about working rights, from 0 to 10.',
  payrollTax: 'Risk about payroll tax, from 0 to 10.',
  socialSecurity: 'Risk about social security, from 0 to 10.',
  corporateTax: 'Risk about corporate tax, from 0 to 10.',
  employmentLaw: 'Risk about employment law, from 0 to 10.',
  overallTrip: 'Overall risk, from 0 to 10.',
  contractorMisclass: 'Risk that a contractor counts as an employee, from 0 to 10; for hires only.',
  cumulativePeRiskLevel:
    'Level of the company’s cumulative permanent-establishment risk, in the service’s own words; for trips only.',
  complianceTeamMemberId: 'Staff ID of the member of the compliance team.',
  managerId: 'Staff ID of the manager.',
  cancelledByStaffId: 'Staff ID of the person who cancels.',
  cancel: 'yes cancels the assessment with the next decide of this sheet; a line without it stays as it is.',
  lastDecision: 'The last decision that was recorded here.',
  externalEventId: 'Identifier by which the service recognises this decision.',
  userId: 'Number of the new account at the service.',
  problem: 'Why the row is not done.',
  hint: 'What to do about it.',
  sentAt: 'When it was sent, by UTC.',
  scoredAt: 'When its scores arrived, by UTC.',
}

/** Adds the comment and the heading for people to a column. */
export function explained<Column extends { heading: string }>(
  column: Column,
): Column & { note?: string; title?: string } {
  const [note, title] = [notes[column.heading], resultTitles[column.heading]]
  return { ...column, ...(note === undefined ? {} : { note }), ...(title === undefined ? {} : { title }) }
}

export function textColumn(heading: string, width: number, text: (view: RowView) => string): ResultColumn {
  return explained({ heading, width, cell: (view) => textCell(text(view)) })
}

export function wrappedColumn(heading: string, text: (view: RowView) => string): ResultColumn {
  return { ...textColumn(heading, 40, text), isWrapped: true }
}

export function linkColumn(heading: string, width: number, address: (view: RowView) => string): ResultColumn {
  return explained({ heading, width, cell: (view) => linkCell(address(view)) })
}

export function timeColumn(heading: string, time: (view: RowView) => number | undefined): ResultColumn {
  return explained({ heading, width: 17, cell: (view) => timeCell(time(view)) })
}

export function resultNumberColumn(field: string): ResultColumn {
  return explained({
    heading: field,
    width: 12,
    // Displayed with one decimal, and a space before the text of the next column; the cell holds the service's full value.
    format: '0.0_)',
    hasColourScale: true,
    cell: ({ result }) => {
      const value = result[field]
      return typeof value === 'number' ? { t: 'n', v: value } : emptyCell
    },
  })
}

export function resultTextColumn(field: string): ResultColumn {
  return textColumn(field, 14, ({ result }) => {
    const value = result[field]
    return typeof value === 'string' ? value : ''
  })
}
