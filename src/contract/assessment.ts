import { z } from 'zod'

/** interface.md, "Assessment input". It does not list role types, urgencies and country names: plain strings here. */
export const purposes = ['Work From Anywhere', 'Hire From Anywhere'] as const
export const seniorities = ['Low', 'Mid', 'Senior'] as const
export const yesNo = ['Yes', 'No'] as const
export const legalRights = ['Yes', 'No', 'Unsure'] as const

const text = z.string().min(1)
const count = z.int().min(0)
/** ISO 8601 date-time with an offset, e.g. `2026-03-01T00:00:00.000Z`. */
export const dateTime = z.iso.datetime({ offset: true })

const shared = {
  seniority: z.enum(seniorities),
  roleType: text,
  citizenship: text,
  destination: text,
  residency: text,
  salesContracts: z.enum(yesNo),
  legalRight: z.enum(legalRights),
  benefitLocalMarket: z.enum(yesNo),
  startDate: dateTime,
  /** On or after startDate. */
  endDate: dateTime,
  workingDays: count.optional(),
  /** The company's own staff ID of the employee. */
  employeeId: text,
}

const workAssessmentInput = z.object({
  purpose: z.literal('Work From Anywhere'),
  ...shared,
  /** interface.md shows neither unit nor range; `0` without earlier trips. */
  pastTripsDuration: count,
})

const hireAssessmentInput = z.object({
  purpose: z.literal('Hire From Anywhere'),
  ...shared,
  urgency: text,
  /** Hires expected over the next two years. */
  numberHires: count,
})

/** The body of create: one trip (`Work From Anywhere`) or one hire (`Hire From Anywhere`). */
export const assessmentInput = z
  .discriminatedUnion('purpose', [workAssessmentInput, hireAssessmentInput])
  .refine((input) => Date.parse(input.endDate) >= Date.parse(input.startDate), {
    path: ['endDate'],
    error: 'is before startDate',
  })
export type AssessmentInput = z.infer<typeof assessmentInput>

export const scoreFields = [
  'workingRights',
  'payrollTax',
  'socialSecurity',
  'corporateTax',
  'employmentLaw',
  'overallTrip',
] as const

const score = z.number().min(0).max(10)
const savedStaffId = z
  .string()
  .nullish()
  .transform((id) => id ?? '')

/** interface.md, "Assessment result": the scores, 0 to 10, and the staff that the service shows. */
export interface AssessmentResult extends Record<(typeof scoreFields)[number], number> {
  assessmentId: string
  employeeId: string
  /** Empty when no staff member is assigned. */
  complianceTeamMemberId: string
  /** Empty when no manager is assigned. */
  managerId: string
  /** Work From Anywhere only, in the service's words. */
  cumulativePeRiskLevel?: string | null | undefined
  /** Hire From Anywhere only. */
  contractorMisclass?: number | null | undefined
}

/** `data` of retrieve. Fields for one purpose only are absent for the other. */
export const assessmentResult = z.object({
  workingRights: score,
  payrollTax: score,
  socialSecurity: score,
  corporateTax: score,
  employmentLaw: score,
  overallTrip: score,
  assessmentId: z.string().min(1),
  employeeId: z.string(),
  complianceTeamMemberId: savedStaffId,
  managerId: savedStaffId,
  /** interface.md does not list its values. */
  cumulativePeRiskLevel: z.string().nullish(),
  /** interface.md does not show its range. */
  contractorMisclass: z.number().nullish(),
}) satisfies z.ZodType<AssessmentResult>
