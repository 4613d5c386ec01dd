/** The service gives no error codes. Its messages that interface.md quotes are recognised by their text, only here. */
export const messages = {
  invalidAuth: 'Invalid Auth',
  invalidAuthorizationToken: 'Invalid authorization token',
  pending: 'Pending',
  notFound: 'Not Found',
  decisionRecorded: 'RWA decision and note updated',
  assessmentNotInCompany: 'RWA not found for this company',
  couldNotCreateUser: 'Could not create pending user',
  employeeIdMissing: 'Employee ID is missing',
  incorrectCountry: 'Incorrect Country please review documentation',
  pastTripsDurationMissing: 'Past Trip Duration is missing',
  numberHiresMissing: 'Number Hires is missing',
  managerIdRequired: 'Manager ID is required for Manager Approved',
  rejectionActorRequired: 'Manager ID or Compliance Team Member ID is required for Rejected',
  complianceMemberRequired: 'Compliance Team Member ID is required for Compliance Approved',
  /** A sentence follows it in the service's answer. */
  complianceMemberUnknown:
    'Compliance Team Member ID must match a registered, activated staff account in this company.',
  /** A sentence follows it in the service's answer. */
  statusUnsupported: 'Status must be Pending, Manager Approved, Compliance Approved, Rejected, or Canceled.',
} as const

const shown: readonly string[] = Object.values(messages)

/** Compares the beginning with the messages that interface.md quotes. */
export function isDocumentedMessage(message: string): boolean {
  return shown.some((known) => message.startsWith(known))
}

export function isAuthorisationRefusal(message: string): boolean {
  return message === messages.invalidAuth || message === messages.invalidAuthorizationToken
}
