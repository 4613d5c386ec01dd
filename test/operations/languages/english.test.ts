import { describe, expect, it } from 'vitest'
import { assess } from '../../rooms/operations.ts'
import { headingsOf } from '../../rooms/pipeline/tables.ts'
import { findHeadings } from '../../rooms/sheet/headings.ts'

/** The field that a column headed so is read as. */
function fieldOf(heading: string): string | undefined {
  const row = { number: 1, isHidden: false, cells: [{ t: 's' as const, v: heading }] }
  const search = findHeadings([row], headingsOf(assess.sheet.fields, new Map()))
  return search.kind === 'none' ? undefined : search.columns[0]?.field
}

/** As mobility teams write them: collected apart from the product's own list. */
const inUse: Readonly<Record<string, readonly string[]>> = {
  purpose: ['purpose', 'PURPOSE', 'Purpose of assessment', 'Assessment purpose', 'Purpose (WFA / HFA)'],
  employeeId: [
    'employeeId',
    'EMPLOYEE_ID',
    'Employee-ID',
    'Employee Id*',
    'Employee No.',
    'Employee Nr.',
    'Employee Number',
    'Employee code',
    'Emp. ID',
    'Emp No',
    'EmpID',
    'Staff ID',
    'Staff No.',
    'StaffID',
    'Employee staff ID',
    'Personnel No.',
    'Personnel number (8 digits)',
    'Worker ID',
  ],
  seniority: [
    'Seniority',
    'Seniority level',
    'Level of seniority',
    'Seniority (Low/Mid/Senior)',
    'Job grade',
    'Position level',
  ],
  roleType: ['Role type', 'RoleType', 'Role', 'Type of role', 'Job role', 'Role type (see list)', 'Job function'],
  citizenship: [
    'Citizenship',
    'CITIZENSHIP',
    'Nationality',
    'Employee nationality',
    'Citizenship country',
    'Country of citizenship',
    'Nationality / Citizenship',
    'Passport country',
  ],
  destination: [
    'Destination',
    'Destination Country',
    'Host Country',
    'Host country *',
    'Country of destination',
    'Host Location',
    'Destination (country)',
    'Trip destination',
  ],
  residency: [
    'Residency',
    'Residency country',
    'Country of residence',
    'Home country',
    'Home Country (payroll)',
    'Residence country',
    'Country of employment',
    'Home / residence country',
    'Country of tax residence',
  ],
  startDate: [
    'Start date',
    'START DATE',
    'Start Date (dd/mm/yyyy)',
    'Trip start',
    'Trip start date',
    'Travel start date',
    'Assignment start date',
    'Date of arrival',
    'Arrival date',
    'From',
    'From date',
    'First working day',
    'Begin',
    'Start day',
  ],
  endDate: [
    'End date',
    'EndDate',
    'Trip end',
    'Trip end date',
    'Travel end date',
    'Assignment end date',
    'Return date',
    'Date of return',
    'To',
    'To date',
    'Until',
    'Last working day',
    'Finish',
    'End day',
  ],
  workingDays: [
    'Working days',
    'workingDays',
    'Work days',
    '# working days',
    'No. of working days',
    'Number of work days',
    'Working days in host country',
    'Days worked',
    'Workdays abroad',
    'Total working days',
  ],
  salesContracts: [
    'Sales contracts',
    'salesContracts',
    'Signs contracts?',
    'Signs sales contracts',
    'Can sign contracts',
    'Will sign contracts (Y/N)',
    'Sales / contracts',
    'Contract signing authority',
    'Concludes contracts',
    'Negotiates or signs contracts',
  ],
  pastTripsDuration: [
    'Past trips (days)',
    'Past trips duration',
    'Past trip duration',
    'Days of past trips',
    'Previous trips (days)',
    'Duration of past trips',
    'Prior trips',
    'Previous days in host country',
    'Days in host country before',
    'Earlier trips',
    'Past trips in days',
  ],
  legalRight: [
    'Legal right',
    'Legal right to work',
    'Right to work',
    'Right to work?',
    'Has right to work',
    'Right to work in host country',
    'Legal right to work in destination',
    'Work permit',
    'Work authorization',
    'Work authorisation (Yes/No/Unsure)',
  ],
  benefitLocalMarket: [
    'Benefit local market',
    'Benefits local market?',
    'Benefits the local market',
    'Benefit to the local market',
    'Benefit for local market',
    'Local market benefit',
    'Serves local market',
    'Local market',
  ],
  urgency: ['Urgency', 'URGENCY', 'Urgency level', 'Hiring urgency', 'Urgency of hire', 'How urgent?'],
  numberHires: [
    'numberHires',
    'Number of hires',
    'No. of hires',
    '# of hires',
    'Planned hires',
    'Hires (next two years)',
    'Expected number of hires',
    'Number of planned hires',
    'Hires over next two years',
    'Anticipated hires',
    'Number of anticipated hires',
  ],
  assessmentId: ['assessmentId', 'Assessment ID', 'assessment_id', 'RWA ID', 'RWA assessment ID'],
}

const cases = Object.entries(inUse).flatMap(([field, list]) => list.map((heading) => [heading, field] as const))

describe('a heading that a mobility team is likely to use', () => {
  it.each(cases)('“%s” is read as %s', (heading, field) => {
    expect(fieldOf(heading)).toBe(field)
  })
})

describe('a heading of an HR system’s export', () => {
  it.each([
    ['SAP', 'PERNR', 'employeeId'],
    ['SAP', 'Pers.No.', 'employeeId'],
    ['SAP', 'Pers. No', 'employeeId'],
    ['SAP', 'NATIO', 'citizenship'],
    ['SAP', 'BEGDA', 'startDate'],
    ['SAP', 'ENDDA', 'endDate'],
    ['PeopleSoft', 'EMPLID', 'employeeId'],
    ['PeopleSoft', 'Empl ID', 'employeeId'],
    ['Oracle', 'Person Number', 'employeeId'],
    ['Oracle', 'PERSON_NUMBER', 'employeeId'],
    ['Workday', 'Employee_ID', 'employeeId'],
    ['Workday', 'Worker ID', 'employeeId'],
    ['Workday', 'Management Level', 'seniority'],
    ['SuccessFactors', 'Person ID External', 'employeeId'],
    ['SuccessFactors', 'person-id-external', 'employeeId'],
    ['SuccessFactors', 'User/Employee ID', 'employeeId'],
    ['a data warehouse', 'HOME_CTRY', 'residency'],
    ['a data warehouse', 'HOST_CTRY', 'destination'],
    ['a data warehouse', 'TRIP_BEGIN', 'startDate'],
    ['a data warehouse', 'TRIP_END', 'endDate'],
    ['a data warehouse', 'RTW?', 'legalRight'],
    ['a travel agency', 'Departure date', 'startDate'],
    ['a travel agency', 'Return date', 'endDate'],
    ['a travel agency', 'Assignment Host Country', 'destination'],
  ])('%s: “%s” is read as %s', (_system, heading, field) => {
    expect(fieldOf(heading)).toBe(field)
  })

  it.each([
    // The worker's name in Workday, with the ID behind it.
    'Worker',
    // The day of employment, long before the trip.
    'Hire date',
    // Where the employee usually works, or will.
    'Work location country',
    // A kind of visa, not an answer to a question.
    'Visa status',
    // Also who filed the request.
    'User ID',
  ])('“%s” is read as nothing: beside the other columns it would be wrong', (heading) => {
    expect(fieldOf(heading)).toBeUndefined()
  })
})

describe('a heading that may mean several things', () => {
  it.each([
    'Country',
    'Date',
    'Name',
    'Employee',
    'Employee name',
    'Host',
    'Home',
    'Duration',
    'Days',
    'Type',
    'Status',
    'Location',
    'Departure',
    'Contract',
    'Cost centre',
    'Line manager',
    'Comments',
    // Of numbers as often as of countries.
    'Passport',
    'ID',
    'City',
  ])('“%s” is not guessed at', (heading) => {
    expect(fieldOf(heading)).toBeUndefined()
  })
})
