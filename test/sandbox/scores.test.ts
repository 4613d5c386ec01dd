import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssessmentInput, assessmentInput, assessmentResult, scoreFields } from '../rooms/contract.ts'
import { computeScores, defaultLists, riskLevel } from '../rooms/sandbox.ts'
import { hire, trip } from './fixture.ts'

const oneOf = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values)
const anyInput: fc.Arbitrary<AssessmentInput> = fc
  .record({
    base: fc.constantFrom(trip, hire),
    citizenship: oneOf(defaultLists.citizenship),
    destination: oneOf(defaultLists.destination),
    residency: oneOf(defaultLists.residency),
    seniority: oneOf(['Low', 'Mid', 'Senior']),
    salesContracts: oneOf(['Yes', 'No']),
    benefitLocalMarket: oneOf(['Yes', 'No']),
    legalRight: oneOf(['Yes', 'No', 'Unsure']),
    days: fc.nat(2000),
    amount: fc.nat(),
  })
  .map(({ base, days, amount, ...rest }) => {
    const endDate = new Date(Date.parse(base.startDate) + days * 86_400_000).toISOString()
    return assessmentInput.parse({ ...base, ...rest, endDate, pastTripsDuration: amount, numberHires: amount })
  })

function scoresOf(changes: object): ReturnType<typeof computeScores> {
  return computeScores(assessmentInput.parse({ ...trip, ...changes }))
}

describe('computeScores', () => {
  it('gives 0 to 10 with one decimal, the same for the same input, and fits the contract', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const scores = computeScores(input)
        const result = { ...scores, assessmentId: '1x2', employeeId: input.employeeId }
        const hasOneDecimal = scoreFields.every((field) => Math.round(scores[field] * 10) / 10 === scores[field])
        expect(computeScores(input)).toEqual(scores)
        return hasOneDecimal && assessmentResult.safeParse(result).success
      }),
    )
  })

  it('has a permanent establishment level for trips only, and contractor misclassification for hires only', () => {
    expect(computeScores(assessmentInput.parse(trip))).toHaveProperty('cumulativePeRiskLevel')
    expect(computeScores(assessmentInput.parse(trip))).not.toHaveProperty('contractorMisclass')
    expect(computeScores(assessmentInput.parse(hire))).not.toHaveProperty('cumulativePeRiskLevel')
    expect(computeScores(assessmentInput.parse(hire)).contractorMisclass).toBeTypeOf('number')
  })

  const abroad = { citizenship: 'Brazil' }
  it.each([
    ['legal right unsure', 'workingRights', { ...abroad, legalRight: 'Unsure' }, abroad],
    ['no legal right', 'workingRights', { ...abroad, legalRight: 'No' }, { ...abroad, legalRight: 'Unsure' }],
    ['a longer trip', 'payrollTax', { endDate: '2026-08-31T00:00:00.000Z' }, {}],
    ['earlier trips', 'payrollTax', { pastTripsDuration: 90 }, {}],
    ['sales contracts', 'corporateTax', { salesContracts: 'Yes' }, {}],
    ['seniority', 'corporateTax', { seniority: 'Senior' }, { seniority: 'Low' }],
    ['serving the local market', 'employmentLaw', { benefitLocalMarket: 'Yes' }, {}],
    ['residency without an agreement', 'socialSecurity', { residency: 'India' }, {}],
  ] as const)('rates %s as a higher %s', (_name, field, higher, lower) => {
    expect(scoresOf(higher)[field]).toBeGreaterThan(scoresOf(lower)[field])
  })

  it('rates a citizen of the destination at 0 for working rights', () => {
    expect(scoresOf({ citizenship: 'Portugal', legalRight: 'No' }).workingRights).toBe(0)
  })

  it('differs between destinations', () => {
    const overall = new Set(defaultLists.destination.map((destination) => scoresOf({ destination }).overallTrip))
    expect(overall.size).toBeGreaterThan(10)
  })

  it.each([
    [0, 'Low'],
    [3.4, 'Low'],
    [3.5, 'Medium'],
    [6.4, 'Medium'],
    [6.5, 'High'],
    [10, 'High'],
  ])('calls %d %s', (score, level) => {
    expect(riskLevel(score)).toBe(level)
  })
})
