import {
  type AssessmentInput,
  assessmentInput,
  legalRights,
  purposes,
  seniorities,
  yesNo,
} from '../contract/assessment.ts'
import { messages } from '../contract/messages.ts'
import { find, type Message, message } from '../messages/catalogue.ts'
import type { CrossCheck, Field, FieldFinding, FieldValues, Operation } from '../pipeline/model/operation.ts'
import { dayMs } from '../support/clock.ts'
import { decisionsSheet, orphanColumns, resultColumns, scoresByDestination } from './assess/output.ts'
import {
  choiceField,
  countryField,
  dateField,
  idField,
  integerField,
  listedField,
  neededWhen,
  optional,
  withHeadings,
} from './fields.ts'
import { cancelledWords, strayWords } from './languages/all.ts'
import { namesPerson } from './person-name.ts'

function neededFor(purpose: (typeof purposes)[number], field: Field): Field {
  const needed = `Needed when the purpose is ${purpose}; not sent otherwise.`
  return neededWhen((values) => values.get('purpose') === purpose, needed, field)
}

const anyPurpose = choiceField(
  'purpose',
  purposes,
  'Purpose',
  'An employee’s trip abroad, or a hire abroad.',
  purposes[0],
)
/** Sheets without such a column hold trips. */
const purpose: Field = { ...anyPurpose, about: { ...anyPurpose.about, usual: purposes[0] } }

/** interface.md, "Assessment input". The purpose comes first: it decides which other fields apply. */
export const assessFields: readonly Field[] = withHeadings('assess', [
  purpose,
  idField('employeeId', 'Employee ID', 'Your company’s own staff ID of the employee.', '00123'),
  choiceField('seniority', seniorities, 'Seniority', 'How senior the role is.', 'Mid'),
  listedField('roleType', 'Role type', 'What kind of work is done.', 'Engineering'),
  countryField('citizenship', 'Citizenship', 'The country whose citizen the employee is.', 'Germany'),
  countryField('destination', 'Destination', 'The country of the work abroad.', 'Portugal'),
  countryField('residency', 'Residency', 'The country of the employee’s employment and residence.', 'Germany'),
  dateField('startDate', {}, 'Start date', 'The first day abroad.', '2026-03-02'),
  dateField('endDate', { notBefore: 'startDate' }, 'End date', 'The last day abroad.', '2026-03-27'),
  optional(integerField('workingDays', 'Working days', 'Working days within the dates.', '20')),
  choiceField(
    'salesContracts',
    yesNo,
    'Sales contracts',
    'Whether the employee negotiates or signs sales contracts there.',
    'No',
  ),
  neededFor(
    'Work From Anywhere',
    integerField(
      'pastTripsDuration',
      'Past trips duration',
      'How long earlier trips there were in all; 0 when there were none. The service’s owner knows the unit.',
      '0',
    ),
  ),
  choiceField('legalRight', legalRights, 'Right to work', 'Whether the employee may legally work there.', 'Yes'),
  choiceField(
    'benefitLocalMarket',
    yesNo,
    'Benefits local market',
    'Whether the work benefits the market there.',
    'No',
  ),
  neededFor('Hire From Anywhere', listedField('urgency', 'Urgency', 'How soon the hire is needed.', 'Within 3 months')),
  neededFor(
    'Hire From Anywhere',
    integerField('numberHires', 'Number of hires', 'Hires expected over the next two years.', '2'),
  ),
  optional(
    idField(
      'assessmentId',
      'Assessment ID',
      'Of a row that was created already; such a row is only asked for, never created.',
      '1700000000000x123456789',
    ),
  ),
])

const farAwayMs = 10 * 365.25 * dayMs

/** Checks across cells: the order of the dates, and unlikely durations. */
export function checkTrip(values: FieldValues, now: number): CrossCheck {
  const start = Date.parse(String(values.get('startDate')))
  const end = Date.parse(String(values.get('endDate')))
  const problems: FieldFinding[] = []
  const warnings: FieldFinding[] = []
  if (end < start) {
    problems.push({ field: 'endDate', ...find('end-first', { start: String(values.get('startDate')).slice(0, 10) }) })
  }
  const workingDays = values.get('workingDays')
  const tripDays = Math.floor((end - start) / dayMs) + 1
  if (typeof workingDays === 'number' && tripDays > 0 && workingDays > tripDays) {
    warnings.push({ field: 'workingDays', ...find('days-over-trip', { days: tripDays }) })
  }
  for (const [field, time] of [
    ['startDate', start],
    ['endDate', end],
  ] as const) {
    if (Math.abs(time - now) > farAwayMs) warnings.push({ field, ...find('far-away') })
  }
  return { problems, warnings }
}

const hints = new Map<string, Message>([
  [messages.incorrectCountry, message('country-unknown')],
  [messages.employeeIdMissing, message('staff-id-missing')],
  [messages.pastTripsDurationMissing, message('past-days-missing')],
  [messages.numberHiresMissing, message('hires-missing')],
])

function hintFor(field: string, refusal: string): Message {
  return hints.get(refusal) ?? message('refused', { field, operation: 'assess' })
}

/** create: one assessment per row, then its scores. */
export const assess: Operation<AssessmentInput> = {
  name: 'assess',
  sheet: {
    fields: assessFields,
    strayWords,
    cancelledWords,
    identifierField: 'assessmentId',
    check: checkTrip,
    onlyServiceKnows: ['rules of the service that its interface does not show'],
  },
  request: {
    // The schema drops values that are no part of a request, such as identifiers.
    build: (values) => assessmentInput.parse(Object.fromEntries(values)),
    similarityKey: ({ employeeId, startDate, destination }) => ({
      subject: employeeId,
      traits: [startDate, destination],
    }),
    period: { start: 'startDate', end: 'endDate', only: ['purpose', 'Work From Anywhere'] },
    identifyingFields: ['employeeId', 'destination', 'startDate', 'endDate'],
    label: ({ purpose }) => purpose,
    describe: ({ employeeId, destination }) => `${employeeId}, ${destination}`,
  },
  send: { endpoint: 'create', call: (client, request) => client.createAssessment(request) },
  poll: { retrieve: (client, assessmentId, employeeId) => client.retrieveAssessment(assessmentId, employeeId) },
  output: {
    suffix: 'assessed',
    title: 'Risk assessments of trips and hires',
    counted: { one: 'trip', many: 'trips', done: 'assessed' },
    doneWord: 'scored',
    resolution: { verb: 'created', identifier: 'the assessment id' },
    hintFor,
    createdHeadings: ['assessmentId', 'reportUrl'],
    orphanColumns,
    columns: resultColumns,
    namesSubject: namesPerson,
    extraSheets: [decisionsSheet],
    summary: scoresByDestination,
  },
  template: {
    sheet: 'Trips and hires',
    examples: [{}, { purpose: 'Hire From Anywhere', workingDays: '', endDate: '2027-02-26' }],
    advice: [
      'One row is one assessment: a trip of one employee (Work From Anywhere) or a hire (Hire From Anywhere).',
      'Countries, role types and urgencies must be written exactly as the service lists them.',
    ],
  },
}
