import { z } from 'zod'
import { assessmentResult } from './assessment.ts'

/** interface.md, "Endpoints": paths below the base address; every call is a POST. */
export const endpoints = {
  create: 'rwa_create',
  retrieve: 'rwa_retrieve',
  update: 'rwa_update',
  invite: 'create_pending_user',
} as const
export type EndpointName = keyof typeof endpoints

/** The identifier is required, the address of the report not: a lost identifier means an assessment created twice. */
export const createSuccess = z.object({
  status: z.literal('success'),
  response: z.object({ assessment_id: z.string().min(1), redirect_url: z.string().nullish() }),
})

export const inviteSuccess = z.object({
  status: z.literal('success'),
  response: z.object({ user_id: z.string().min(1) }),
})

export const retrieveSuccess = z.object({ status: z.literal('success'), data: assessmentResult })

export const updateSuccess = z.object({ status: z.literal('success'), success: z.literal(true), message: z.string() })

const fieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldError>

/** A single message or a list of field errors. */
export const errorEnvelope = z.union([
  z.object({ status: z.literal('error'), errors: z.array(fieldError).min(1) }),
  z.object({ status: z.literal('error'), message: z.string() }),
])
export type ErrorEnvelope = z.infer<typeof errorEnvelope>
