import {
  type AssessmentInput,
  assessmentInput,
  dateTime,
  legalRights,
  purposes,
  seniorities,
  yesNo,
} from '../contract/assessment.ts'
import type { FieldError } from '../contract/envelope.ts'
import { messages } from '../contract/messages.ts'
import { fieldText, isMissing, type RequestBody } from './body.ts'
import type { SandboxLists } from './lists.ts'
import { ownMessages } from './own-messages.ts'

interface FieldCheck {
  field: string
  message: string
  /** Absent: applies to both purposes. A field of the other purpose is ignored. */
  purpose?: AssessmentInput['purpose']
  isWrong(body: RequestBody, lists: SandboxLists): boolean
}

const work = 'Work From Anywhere'
const hire = 'Hire From Anywhere'
const country = messages.incorrectCountry

/**
 * The checks of create, in order: interface.md's table of errors, then the dates and the working days (it does not
 * show their place and words). Ids that are not text count as missing. Fields not named here are ignored.
 */
const checks: readonly FieldCheck[] = [
  { field: 'employeeId', message: messages.employeeIdMissing, isWrong: (body) => fieldText(body, 'employeeId') === '' },
  { field: 'purpose', message: ownMessages.purpose, isWrong: isNoneOf('purpose', purposes) },
  { field: 'seniority', message: ownMessages.seniority, isWrong: isNoneOf('seniority', seniorities) },
  { field: 'roleType', message: ownMessages.roleType, isWrong: isNotListed('roleType') },
  { field: 'citizenship', message: country, isWrong: isNotListed('citizenship') },
  { field: 'destination', message: country, isWrong: isNotListed('destination') },
  { field: 'residency', message: country, isWrong: isNotListed('residency') },
  { field: 'salesContracts', message: ownMessages.yesNo, isWrong: isNoneOf('salesContracts', yesNo) },
  {
    field: 'pastTripsDuration',
    message: messages.pastTripsDurationMissing,
    purpose: work,
    isWrong: (body) => isMissing(body, 'pastTripsDuration'),
  },
  {
    field: 'pastTripsDuration',
    message: ownMessages.pastTripsDuration,
    purpose: work,
    isWrong: (body) => !isCount(body['pastTripsDuration']),
  },
  { field: 'legalRight', message: ownMessages.legalRight, isWrong: isNoneOf('legalRight', legalRights) },
  { field: 'benefitLocalMarket', message: ownMessages.yesNo, isWrong: isNoneOf('benefitLocalMarket', yesNo) },
  {
    field: 'numberHires',
    message: messages.numberHiresMissing,
    purpose: hire,
    isWrong: (body) => isMissing(body, 'numberHires'),
  },
  {
    field: 'numberHires',
    message: ownMessages.numberHires,
    purpose: hire,
    isWrong: (body) => !isCount(body['numberHires']),
  },
  { field: 'urgency', message: ownMessages.urgency, purpose: hire, isWrong: isNotListed('urgency') },
  { field: 'startDate', message: ownMessages.startDate, isWrong: isNotDateTime('startDate') },
  { field: 'endDate', message: ownMessages.endDate, isWrong: isNotDateTime('endDate') },
  {
    field: 'endDate',
    message: ownMessages.dateOrder,
    isWrong: (body) => Date.parse(fieldText(body, 'endDate')) < Date.parse(fieldText(body, 'startDate')),
  },
  {
    field: 'workingDays',
    message: ownMessages.workingDays,
    isWrong: (body) => !isMissing(body, 'workingDays') && !isCount(body['workingDays']),
  },
]

export type CheckedAssessment = { kind: 'accepted'; input: AssessmentInput } | { kind: 'refused'; error: FieldError }

/** Stops at the first failed check, as the service does. */
export function checkAssessment(body: RequestBody, lists: SandboxLists): CheckedAssessment {
  for (const { field, message, purpose, isWrong } of checks) {
    const isForPurpose = purpose === undefined || purpose === body['purpose']
    if (isForPurpose && isWrong(body, lists)) return { kind: 'refused', error: { field, message } }
  }
  const hasWorkingDays = !isMissing(body, 'workingDays')
  return {
    kind: 'accepted',
    input: assessmentInput.parse(hasWorkingDays ? body : { ...body, workingDays: undefined }),
  }
}

function isNoneOf(field: string, values: readonly string[]): FieldCheck['isWrong'] {
  return (body) => !values.includes(fieldText(body, field))
}

function isNotListed(field: keyof SandboxLists): FieldCheck['isWrong'] {
  return (body, lists) => !lists[field].includes(fieldText(body, field))
}

function isNotDateTime(field: string): FieldCheck['isWrong'] {
  return (body) => !dateTime.safeParse(body[field]).success
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
