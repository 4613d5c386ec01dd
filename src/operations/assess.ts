import { type AssessmentInput, assessmentInput } from '../contract/assessment.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import { checkTrip } from './assess/checks.ts'
import { assessFields } from './assess/fields.ts'
import { hintFor } from './assess/hints.ts'
import { decisionsSheet, resultColumns, scoresByDestination } from './assess/output.ts'
import { template } from './assess/template.ts'

/** create: one assessment per row, then its scores. */
export const assess: Operation<AssessmentInput> = {
  name: 'assess',
  endpoint: 'create',
  outputSuffix: 'assessed',
  fields: assessFields,
  identifierField: 'assessmentId',
  preferredSheet: undefined,
  hiddenRows: 'include',
  needsConfirmation: false,
  skipReason: () => undefined,
  check: checkTrip,
  // What is no part of a request, an identifier for one, is left out by its schema.
  buildRequest: (values) => assessmentInput.parse(Object.fromEntries(values)),
  identity: (request) => request,
  claims: () => [],
  orderKey: () => undefined,
  planLabel: ({ purpose }) => purpose,
  planActor: () => undefined,
  planWords: ({ employeeId, destination }) => `${employeeId}, ${destination}`,
  onlyServiceKnows: ['rules of the service that its interface does not show'],
  template,
  tellingFields: ['employeeId', 'destination', 'startDate', 'endDate'],
  createdHeadings: ['assessmentId', 'reportUrl'],
  likeness: ({ employeeId, startDate, destination }) => ({ subject: employeeId, traits: [startDate, destination] }),
  period: { start: 'startDate', end: 'endDate', only: ['purpose', 'Work From Anywhere'] },
  eventId: () => undefined,
  send: (client, request) => client.createAssessment(request),
  inquire: undefined,
  retrieve: (client, assessmentId, employeeId) => client.retrieveAssessment(assessmentId, employeeId),
  doneWord: 'scored',
  resolution: { verb: 'created', identifier: 'the assessment id' },
  hintFor,
  resultColumns,
  extraSheets: [decisionsSheet],
  summary: scoresByDestination,
}
