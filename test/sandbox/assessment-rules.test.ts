import { describe, expect, it } from 'vitest'
import { checkAssessment, defaultLists } from '../rooms/sandbox.ts'
import { hire, trip } from './fixture.ts'

const country = 'Incorrect Country please review documentation'
const listed = 'Please use Yes or No'
const absent = undefined

/** In the documented order: field, a value that fails, the message. */
const tripFailures: readonly [string, unknown, string][] = [
  ['employeeId', absent, 'Employee ID is missing'],
  ['purpose', 'Holiday', 'Please use Work From Anywhere or Hire From Anywhere'],
  ['seniority', 'Junior', 'Please use Low, Mid or Senior'],
  ['roleType', 'Wizard', 'Please use a listed role type'],
  ['citizenship', 'Deutschland', country],
  ['destination', 'North Korea', country],
  ['residency', 'germany', country],
  ['salesContracts', 'yes', listed],
  ['pastTripsDuration', absent, 'Past Trip Duration is missing'],
  ['legalRight', 'Maybe', 'Please use Yes, No or Unsure'],
  ['benefitLocalMarket', true, listed],
  ['startDate', '2026-03-01', 'Start Date must be an ISO 8601 date-time'],
  ['endDate', '2026-02-30T00:00:00.000Z', 'End Date must be an ISO 8601 date-time'],
  ['workingDays', 12.5, 'Working Days must be a whole number, 0 or more'],
]

const hireFailures: readonly [string, unknown, string][] = [
  ...tripFailures.slice(0, 8),
  ...tripFailures.slice(9, 11),
  ['numberHires', absent, 'Number Hires is missing'],
  ['urgency', 'Whenever', 'Please use a listed urgency'],
  ...tripFailures.slice(11),
]

const moreFailures: readonly [object, string, unknown, string][] = [
  [trip, 'employeeId', '  ', 'Employee ID is missing'],
  [trip, 'employeeId', 123, 'Employee ID is missing'],
  [trip, 'purpose', absent, 'Please use Work From Anywhere or Hire From Anywhere'],
  [trip, 'destination', absent, country],
  [trip, 'destination', 'Bhutan', country],
  [trip, 'pastTripsDuration', null, 'Past Trip Duration is missing'],
  [trip, 'pastTripsDuration', '', 'Past Trip Duration is missing'],
  [trip, 'pastTripsDuration', 12.5, 'Past Trip Duration must be a whole number, 0 or more'],
  [trip, 'pastTripsDuration', '12', 'Past Trip Duration must be a whole number, 0 or more'],
  [trip, 'pastTripsDuration', -1, 'Past Trip Duration must be a whole number, 0 or more'],
  [hire, 'numberHires', null, 'Number Hires is missing'],
  [hire, 'numberHires', 1.5, 'Number Hires must be a whole number, 0 or more'],
  [hire, 'urgency', absent, 'Please use a listed urgency'],
  [trip, 'startDate', absent, 'Start Date must be an ISO 8601 date-time'],
  [trip, 'startDate', '01/03/2026', 'Start Date must be an ISO 8601 date-time'],
  [trip, 'endDate', '2026-02-28T23:59:59.000Z', 'End Date must be on or after Start Date'],
  [trip, 'workingDays', '22', 'Working Days must be a whole number, 0 or more'],
]

describe('the checks of create', () => {
  it.each([
    ['a trip', trip],
    ['a hire', hire],
    ['a trip without working days', { ...trip, workingDays: null }],
    ['a trip that ends when it starts', { ...trip, endDate: trip.startDate }],
    ['a trip with dates of another offset', { ...trip, startDate: '2026-03-01T09:00:00+09:00' }],
    ['a trip with the fields of a hire wrong', { ...trip, numberHires: 'many', urgency: 'Whenever' }],
    ['a hire with the fields of a trip wrong', { ...hire, pastTripsDuration: 'long' }],
  ])('accept %s', (_name, body) => {
    expect(checkAssessment(body, defaultLists).kind).toBe('accepted')
  })

  it('keep the known fields as sent and ignore the others', () => {
    const body = { ...trip, legalEntity: 'Acme GmbH', constructor: 'x' }
    expect(checkAssessment(body, defaultLists)).toEqual({ kind: 'accepted', input: trip })
  })

  it.each(tripFailures)('refuse a trip with a wrong %s (%j)', (field, value, message) => {
    const checked = checkAssessment({ ...trip, [field]: value }, defaultLists)
    expect(checked).toEqual({ kind: 'refused', error: { field, message } })
  })

  it.each(hireFailures)('refuse a hire with a wrong %s (%j)', (field, value, message) => {
    const checked = checkAssessment({ ...hire, [field]: value }, defaultLists)
    expect(checked).toEqual({ kind: 'refused', error: { field, message } })
  })

  it.each(moreFailures)('refuse %o with %s %j', (body, field, value, message) => {
    const checked = checkAssessment({ ...body, [field]: value }, defaultLists)
    expect(checked).toEqual({ kind: 'refused', error: { field, message } })
  })

  // A wrong purpose hides the checks that belong to one purpose only, so it is left out here.
  it.each([
    ['trip', trip, tripFailures],
    ['hire', hire, hireFailures],
  ] as const)('of a %s run in their order: of several failures the first one is told', (_name, valid, failures) => {
    const ordered = failures.filter(([field]) => field !== 'purpose')
    const told = ordered.map((_failure, index) => {
      const wrong = Object.fromEntries(ordered.slice(index).map(([field, value]) => [field, value]))
      const checked = checkAssessment({ ...valid, ...wrong }, defaultLists)
      return checked.kind === 'refused' ? checked.error.field : undefined
    })
    expect(told).toEqual(ordered.map(([field]) => field))
  })

  it('put the employee before the purpose, and the purpose before the seniority', () => {
    const fieldOf = (body: object): unknown => {
      const checked = checkAssessment({ ...trip, ...body }, defaultLists)
      return checked.kind === 'refused' && checked.error.field
    }
    expect(fieldOf({ employeeId: '', purpose: '', seniority: '' })).toBe('employeeId')
    expect(fieldOf({ purpose: '', seniority: '' })).toBe('purpose')
  })
})
