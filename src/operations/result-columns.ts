import type { ResultColumn } from '../pipeline/model/operation.ts'
import { timeCell } from '../pipeline/rows/cells.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'
import { tableColumn } from '../pipeline/tables/sheet-names.ts'
import type { OutputCell, OutputColumn, TableColumn } from '../sheet/writing/workbook-writer.ts'

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
  cancel: 'yes cancels the assessment when this sheet is next used for decisions; a line without it stays as it is.',
  lastDecision: 'The last decision that was recorded here.',
  externalEventId: 'Identifier by which the service recognises this decision.',
  userId: 'Number of the new account at the service.',
  problem: 'Why the row is not done.',
  hint: 'What to do about it.',
  sentAt: 'When it was sent, by UTC.',
  scoredAt: 'When its scores arrived, by UTC.',
}

/** A column with its heading and comment for people. */
export function resultColumn<Source = RowView>(
  heading: string,
  width: number,
  value: (source: Source) => OutputCell | string | number | undefined,
  more: Partial<OutputColumn> = {},
): TableColumn<Source> {
  const note = notes[heading]
  return tableColumn(heading, width, value, { ...(note !== undefined && { note }), ...more })
}

export function wrappedColumn(heading: string, text: (view: RowView) => string): ResultColumn {
  return resultColumn(heading, 40, text, { isWrapped: true })
}

export function timeColumn(heading: string, time: (view: RowView) => number | undefined): ResultColumn {
  return resultColumn(heading, 17, (view) => timeCell(time(view)))
}

export function resultNumberColumn(field: string): ResultColumn {
  const value = ({ result }: RowView): number | undefined => {
    const score = result[field]
    return typeof score === 'number' ? score : undefined
  }
  // Displayed with one decimal, and a space before the text of the next column; the cell holds the service's full value.
  return resultColumn(field, 12, value, { format: '0.0_)', hasColourScale: true })
}

export function resultTextColumn(field: string): ResultColumn {
  return resultColumn(field, 14, ({ result }) => {
    const value = result[field]
    return typeof value === 'string' ? value : ''
  })
}
