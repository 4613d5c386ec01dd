export const scoreTitles = {
  workingRights: 'Working rights',
  payrollTax: 'Payroll tax',
  socialSecurity: 'Social security',
  corporateTax: 'Corporate tax',
  employmentLaw: 'Employment law',
  overallTrip: 'Overall',
  contractorMisclass: 'Contractor status',
} as const

/** Headings of results for people, in workbooks and on the page, by the name in CSV files and in the interface. */
export const resultTitles: Readonly<Record<string, string>> = {
  outcome: 'Outcome',
  ...scoreTitles,
  cumulativePeRiskLevel: 'PE level',
  problem: 'Problem',
  hint: 'What to do',
  reportUrl: 'Report',
  assessmentId: 'Assessment ID',
  complianceTeamMemberId: 'Compliance approver',
  managerId: 'Approving manager',
  sentAt: 'Sent',
  scoredAt: 'Scored',
  externalEventId: 'Event ID',
  userId: 'User ID',
  lastDecision: 'Last decision',
  lastDecisionBy: 'Decided by',
  lastDecisionAt: 'Decided',
  employeeId: 'Employee ID',
  name: 'Name',
  sheet: 'Sheet',
  destination: 'Destination',
  startDate: 'Start',
  endDate: 'End',
}

const subjects: Readonly<Record<string, string>> = { assess: 'Assessment', decide: 'Decision', invite: 'Invitation' }

/** Where the customer has columns named by both the heading and the name: `Assessment outcome`. */
export function ownTitle(operation: string, name: string): string {
  return `${subjects[operation] ?? ''} ${(resultTitles[name] ?? name).toLowerCase()}`
}

export function titlesOf(name: string): string[] {
  return [...Object.keys(subjects).map((operation) => ownTitle(operation, name)), resultTitles[name] ?? name]
}

/** The same for sheets about rows, such as `Problems`. Columns in which people answer, and `why`, keep their one word. */
export const tableTitles: Readonly<Record<string, string>> = {
  ...resultTitles,
  row: 'Row',
  result: 'Go to',
  cell: 'Cell',
  heading: 'Column',
  field: 'Field',
  value: 'Value',
  corrected: 'Corrected to',
  before: 'Before',
  now: 'Now',
  answeredAt: 'Answered',
  answer: 'Answer',
  reference: 'Reference',
  replacedBy: 'Replaced by',
  status: 'Decision',
  cancelledByStaffId: 'Canceled by',
  note: 'Note',
  staff_id: 'Staff ID',
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
}
