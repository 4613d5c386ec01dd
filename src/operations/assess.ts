import { type AssessmentInput, assessmentInput } from '../contract/assessment.ts'
import type { FieldValues, Operation } from '../pipeline/operation.ts'
import { checkTrip } from './assess/checks.ts'
import { assessFields } from './assess/fields.ts'
import { hintFor } from './assess/hints.ts'
import { decisionsSheet, resultColumns, scoresByDestination } from './assess/output.ts'
import { template } from './assess/template.ts'

/** The values of a row as one request; what does not apply to its purpose is not among them. */
function buildRequest(values: FieldValues): AssessmentInput {
  const { assessmentId: _, ...request } = Object.fromEntries(values)
  return assessmentInput.parse(request)
}

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
  buildRequest,
  identity: (request) => request,
  claims: () => [],
  orderKey: () => undefined,
  planLabel: ({ purpose }) => purpose,
  onlyServiceKnows: ['rules of the service that its interface does not show'],
  template,
  tellingFields: ['employeeId', 'destination', 'startDate', 'endDate'],
  likeness: ({ employeeId, startDate, destination }) => ({ subject: employeeId, traits: [startDate, destination] }),
  eventId: () => undefined,
  send: (client, request) => client.createAssessment(request),
  inquire: undefined,
  retrieve: (client, assessmentId) => client.retrieveAssessment(assessmentId),
  doneState: 'accepted',
  hintFor,
  resultColumns,
  extraSheets: [decisionsSheet],
  summary: scoresByDestination,
}
