import { describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { assessmentInput, messages } from '../rooms/contract.ts'
import { assess } from '../rooms/operations.ts'
import { wordsOf } from '../support/words.ts'

const shared: [string, string | number][] = [
  ['employeeId', 'E1'],
  ['seniority', 'Mid'],
  ['roleType', 'Engineer'],
  ['citizenship', 'Germany'],
  ['destination', 'Spain'],
  ['residency', 'Germany'],
  ['startDate', '2026-05-04T00:00:00.000Z'],
  ['endDate', '2026-05-15T00:00:00.000Z'],
  ['salesContracts', 'No'],
  ['legalRight', 'Yes'],
  ['benefitLocalMarket', 'No'],
]
const trip = new Map([['purpose', 'Work From Anywhere'], ['pastTripsDuration', 0], ...shared])
const hire = new Map([['purpose', 'Hire From Anywhere'], ['urgency', 'High'], ['numberHires', 2], ...shared])

describe('the request of a row', () => {
  it.each([
    ['a trip', trip],
    ['a hire', hire],
    ['a trip with working days', new Map([...trip, ['workingDays', 9]])],
  ])('equals the contract’s for %s', (_, values) => {
    const request = assess.request.build(values)
    expect(request).toEqual(Object.fromEntries(values))
    expect(assessmentInput.parse(request)).toEqual(request)
  })

  it.each([
    ['the identifier of a row', new Map([...trip, ['assessmentId', 'A-1']]), 'assessmentId'],
    ['what belongs to the other purpose', new Map([...trip, ['urgency', 'High']]), 'urgency'],
  ])('never holds %s', (_, values, field) => {
    expect(assess.request.build(values)).not.toHaveProperty(field)
  })

  it.each([
    ['a field is missing', new Map([...trip].filter(([field]) => field !== 'pastTripsDuration'))],
    ['the dates are in the wrong order', new Map([...trip, ['endDate', '2026-05-01T00:00:00.000Z']])],
  ])('is not made when %s', (_, values) => {
    expect(() => assess.request.build(values)).toThrow(ZodError)
  })
})

it('an edited trip is recognised by its employee and its start or its destination', () => {
  expect(assess.request.similarityKey?.(assess.request.build(trip))).toEqual({
    subject: 'E1',
    traits: ['2026-05-04T00:00:00.000Z', 'Spain'],
  })
})

describe('what to do about a refusal of create', () => {
  it.each([
    ['destination', messages.incorrectCountry, /‹lists›/],
    ['employeeId', messages.employeeIdMissing, /staff ID/],
    ['pastTripsDuration', messages.pastTripsDurationMissing, /0 when there were none/],
    ['numberHires', messages.numberHiresMissing, /two years/],
    ['seniority', 'something that is not shown', /^Correct seniority as the service says.*was not created/],
    ['', 'something that is not shown', /^Correct the row as the service says/],
  ])('“%s”: “%s”', (field, message, expected) => {
    expect(wordsOf(assess.output.hintFor(field, message))).toMatch(expected)
  })
})
