import { type AssessmentInput, assessmentInput } from '../contract/assessment.ts'
import { messages } from '../contract/messages.ts'
import type { Operation, TemplateFacts } from '../pipeline/model/operation.ts'
import { checkTrip } from './assess/check-trip.ts'
import { decisionsSheet } from './assess/decisions-sheet.ts'
import { assessFields } from './assess/fields.ts'
import { orphanColumns, resultColumns, scoresByDestination } from './assess/output.ts'
import { strayWords } from './languages/all.ts'
import { namesPerson } from './person-name.ts'

const hints = new Map<string, string>([
  [
    messages.incorrectCountry,
    'The service does not know this country name. Use the name in its list exactly, or give the list with ‹lists› to check before sending.',
  ],
  [messages.employeeIdMissing, 'Fill in the employee’s staff ID.'],
  [messages.pastTripsDurationMissing, 'Fill in the days of earlier trips; 0 when there were none.'],
  [messages.numberHiresMissing, 'Fill in how many hires are expected over the next two years.'],
])

function hintFor(field: string, message: string): string {
  const known = hints.get(message)
  if (known !== undefined) return known
  const action = field === '' ? 'Correct the row' : `Correct ${field}`
  return `${action} as the service says, then start the same command again: it was not created.`
}

const template: TemplateFacts = {
  sheet: 'Trips and hires',
  examples: [{}, { purpose: 'Hire From Anywhere', workingDays: '', endDate: '2027-02-26' }],
  advice: [
    'One row is one assessment: a trip of one employee (Work From Anywhere) or a hire (Hire From Anywhere).',
    'Countries, role types and urgencies must be written exactly as the service lists them.',
  ],
}

/** create: one assessment per row, then its scores. */
export const assess: Operation<AssessmentInput> = {
  name: 'assess',
  sheet: {
    fields: assessFields,
    strayWords,
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
  template,
}
