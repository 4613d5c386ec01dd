import type { AssessmentInput, AssessmentResult } from '../../contract/assessment.ts'
import { messages } from '../../contract/messages.ts'
import type { Invitation } from '../../contract/staff.ts'
import { errorAnswer, fieldErrorAnswer } from '../answer.ts'

const trip: AssessmentInput = {
  purpose: 'Work From Anywhere',
  seniority: 'Mid',
  roleType: 'Engineering',
  citizenship: 'Germany',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-03-31T00:00:00.000Z',
  workingDays: 22,
  employeeId: 'E-1042',
}
const { pastTripsDuration: _, workingDays: __, ...shared } = trip
const hire: AssessmentInput = {
  ...shared,
  purpose: 'Hire From Anywhere',
  urgency: 'Within 3 months',
  numberHires: 2,
}
const assessmentId = '1772355600000x481516234210815162'
const result: AssessmentResult = {
  workingRights: 0.8,
  payrollTax: 3.1,
  socialSecurity: 1.2,
  corporateTax: 2.4,
  employmentLaw: 2.2,
  overallTrip: 2.6,
  assessmentId,
  employeeId: trip.employeeId,
  complianceTeamMemberId: '',
  managerId: '',
  cumulativePeRiskLevel: 'Low',
}
const invitee: Invitation = { first_name: 'Ana', last_name: 'Silva', email: 'ana.silva@example.com', staff_id: 'C-002' }
const approval = {
  assessmentId,
  status: 'Compliance Approved',
  complianceTeamMemberId: 'C-001',
  note: 'Within policy.',
  externalEventId: 'decision-2026-0001',
}
const created = { assessment_id: assessmentId, redirect_url: 'https://service.example/version-test/report/1' }

/** One request or answer, with what it shows. */
export type Examples = Readonly<Record<string, { summary: string; value: object }>>

/** Requests and answers of each endpoint; a test holds them against the schemas and the running sandbox. */
export const examples = {
  create: {
    requests: { trip: { summary: 'A trip', value: trip }, hire: { summary: 'A hire', value: hire } },
    answers: {
      created: { summary: 'Created', value: { status: 'success', response: created } },
      refusedToken: { summary: 'Token not known', value: errorAnswer(messages.invalidAuth) },
      refusedField: {
        summary: 'The first check that failed',
        value: fieldErrorAnswer({ field: 'destination', message: messages.incorrectCountry }),
      },
    },
  },
  retrieve: {
    requests: { retrieve: { summary: 'One assessment', value: { assessmentId } } },
    answers: {
      ready: { summary: 'Results are ready', value: { status: 'success', data: result } },
      pending: { summary: 'Not ready: retrieve again, never create', value: errorAnswer(messages.pending) },
      notFound: { summary: 'No such assessment', value: errorAnswer(messages.notFound) },
    },
  },
  update: {
    requests: { approval: { summary: 'An approval', value: approval } },
    answers: {
      recorded: {
        summary: 'Recorded',
        value: { status: 'success', success: true, message: messages.decisionRecorded },
      },
      notFound: { summary: 'No such assessment', value: errorAnswer(messages.assessmentNotInCompany) },
      missingActor: {
        summary: 'The status needs an actor',
        value: fieldErrorAnswer({ field: 'managerId', message: messages.managerIdRequired }),
      },
    },
  },
  invite: {
    requests: { invitation: { summary: 'An approver', value: invitee } },
    answers: {
      invited: { summary: 'Invited', value: { status: 'success', response: { user_id: assessmentId } } },
      refusedToken: { summary: 'Token not known', value: errorAnswer(messages.invalidAuthorizationToken) },
      notCreated: { summary: 'No account was made', value: errorAnswer(messages.couldNotCreateUser) },
    },
  },
} satisfies Record<string, { requests: Examples; answers: Examples }>
