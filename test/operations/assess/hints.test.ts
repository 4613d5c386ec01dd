import { describe, expect, it } from 'vitest'
import { messages } from '../../../src/contract/messages.ts'
import { hintFor } from '../../../src/operations/assess/hints.ts'

describe('what to do about a refusal of create', () => {
  it.each([
    ['destination', messages.incorrectCountry, /--lists/],
    ['employeeId', messages.employeeIdMissing, /staff ID/],
    ['pastTripsDuration', messages.pastTripsDurationMissing, /0 when there were none/],
    ['numberHires', messages.numberHiresMissing, /two years/],
    ['seniority', 'something that is not shown', /^Correct seniority as the service says.*was not created/],
    ['', 'something that is not shown', /^Correct the row as the service says/],
  ])('“%s”: “%s”', (field, message, expected) => {
    expect(hintFor(field, message)).toMatch(expected)
  })
})
