import type { AssessmentInput, scoreFields } from '../contract/assessment.ts'
import { dayMs } from '../support/clock.ts'
import { fractionOf } from '../support/random.ts'
import countries from './countries.json' with { type: 'json' }

export type Scores = Record<(typeof scoreFields)[number], number> & {
  /** Work From Anywhere only. */
  cumulativePeRiskLevel?: string
  /** Hire From Anywhere only. */
  contractorMisclass?: number
}

type Area = 'workingRights' | 'payrollTax' | 'socialSecurity' | 'corporateTax' | 'employmentLaw' | 'contractorMisclass'

const freeMovement: ReadonlySet<string> = new Set(countries.freeMovement)

/**
 * Simulated, plausible in direction, without legal meaning: the service's method is not shown. Each is 0 to 10 with one
 * decimal: a base, a rise with the days, additions for the person's activities there, and ±1 drawn from the
 * destination's name. The overall score leans to the worst: 0.6 × worst + 0.4 × mean.
 */
export function computeScores(input: AssessmentInput): Scores {
  const days = daysInCountry(input)
  const isHire = input.purpose === 'Hire From Anywhere'
  const isHome = input.destination === input.residency
  const hasAgreement = isHome || (freeMovement.has(input.residency) && freeMovement.has(input.destination))
  const sells = input.salesContracts === 'Yes' ? 1 : 0
  const servesMarket = input.benefitLocalMarket === 'Yes' ? 1 : 0
  const rank = { Low: 0, Mid: 1, Senior: 2 }[input.seniority]
  const hires = isHire ? Math.min(input.numberHires, 10) / 10 : 0
  const at = (area: Area, value: number): number => toScore(value + 2 * fractionOf(`${area}:${input.destination}`) - 1)

  const areas = {
    workingRights:
      input.citizenship === input.destination ? 0 : at('workingRights', rightToWorkRisk(input) + 1.5 * rise(days, 180)),
    payrollTax: at('payrollTax', (isHome ? 1 : 2) + 6 * rise(days, 183)),
    socialSecurity: at('socialSecurity', hasAgreement ? 1 + 2 * rise(days, 730) : 3 + 4 * rise(days, 365)),
    corporateTax: at('corporateTax', 1 + 3 * sells + servesMarket + rank + 2 * rise(days, 183) + 1.5 * hires),
    employmentLaw: at('employmentLaw', 1.5 + 4 * rise(days, 180) + 1.5 * servesMarket + hires),
  }
  const values = Object.values(areas)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const scores = { ...areas, overallTrip: toScore(0.6 * Math.max(...values) + 0.4 * mean) }
  if (isHire) {
    const misclassified = 2 + 3 * rise(days, 365) + 2 * servesMarket + (rank === 2 ? 0 : 1) + hires
    return { ...scores, contractorMisclass: at('contractorMisclass', misclassified) }
  }
  return { ...scores, cumulativePeRiskLevel: riskLevel(areas.corporateTax) }
}

/** Days of the trip (first and last included) and of earlier trips; assumes that pastTripsDuration is in days. */
function daysInCountry(input: AssessmentInput): number {
  const days = Math.floor((Date.parse(input.endDate) - Date.parse(input.startDate)) / dayMs) + 1
  return input.purpose === 'Work From Anywhere' ? days + input.pastTripsDuration : days
}

function rightToWorkRisk(input: AssessmentInput): number {
  if (freeMovement.has(input.citizenship) && freeMovement.has(input.destination)) return 0.5
  return { Yes: 1, Unsure: 5, No: 7.5 }[input.legalRight]
}

/** From 0 at no days to 1 at `fullAt` days and beyond. */
function rise(days: number, fullAt: number): number {
  return Math.min(1, days / fullAt)
}

function toScore(value: number): number {
  return Math.round(Math.min(10, Math.max(0, value)) * 10) / 10
}

/** The sandbox's own bands: the service's are not shown. */
export function riskLevel(score: number): 'Low' | 'Medium' | 'High' {
  if (score < 3.5) return 'Low'
  return score < 6.5 ? 'Medium' : 'High'
}
