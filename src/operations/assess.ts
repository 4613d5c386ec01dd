import { type AssessmentInput, assessmentInput } from '../contract/assessment.ts'
import { messages } from '../contract/messages.ts'
import { type Message, message } from '../messages/catalogue.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import { assessFields, checkTrip } from './assess/fields.ts'
import { decisionsSheet, orphanColumns, resultColumns, scoresByDestination } from './assess/output.ts'
import { cancelledWords, strayWords } from './languages/all.ts'
import { namesPerson } from './person-name.ts'

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
