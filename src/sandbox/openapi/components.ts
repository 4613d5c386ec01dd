import { z } from 'zod'
import { assessmentInput, assessmentResult } from '../../contract/assessment.ts'
import { decision, decisionStatusAlias, decisionStatuses } from '../../contract/decision.ts'
import {
  createSuccess,
  errorEnvelope,
  fieldError,
  inviteSuccess,
  retrieveSuccess,
  updateSuccess,
} from '../../contract/envelope.ts'
import { invitation } from '../../contract/staff.ts'
import { fieldNotes } from './field-notes.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const [fieldErrors, singleMessage] = errorEnvelope.options
const unsuccessful = { success: z.literal(false) }
const result = assessmentResult.extend({
  complianceTeamMemberId: z.string(),
  managerId: z.string(),
  cumulativePeRiskLevel: z.string().optional(),
  contractorMisclass: z.number().optional(),
})
const created = createSuccess.shape.response.extend({ redirect_url: z.string() })

/**
 * What goes over the wire, by name: the contract's schemas, made stricter where our client forgives an answer what
 * interface.md does not, and wider by the legacy alias that our client never sends.
 */
const schemas = {
  AssessmentInput: assessmentInput,
  RetrieveRequest: decision.pick({ assessmentId: true }),
  Decision: decision.extend({ status: z.enum([...decisionStatuses, decisionStatusAlias]) }),
  Invitation: invitation,
  CreateSuccess: createSuccess.extend({ response: created }),
  RetrieveSuccess: retrieveSuccess.extend({ data: result }),
  AssessmentResult: result,
  UpdateSuccess: updateSuccess,
  InviteSuccess: inviteSuccess,
  MessageError: singleMessage.extend(unsuccessful),
  FieldErrors: fieldErrors.extend(unsuccessful),
  FieldError: fieldError,
}
export type ComponentName = keyof typeof schemas

/** `components.schemas` of the document. */
export function generateComponents(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const generated = z.toJSONSchema(registry, { uri: toReference, io: 'input' }).schemas
  return Object.fromEntries(Object.entries(generated).map(([id, schema]) => [id, simplify(schema)]))
}

export function referTo(name: ComponentName): { $ref: string } {
  return { $ref: toReference(name) }
}

function toReference(name: string): string {
  return `#/components/schemas/${name}`
}

/** Without what the document says once, and without zod's long pattern beside a format; with notes on the fields. */
function simplify(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, pattern, properties, oneOf, ...kept } = schema
  return {
    ...kept,
    ...(pattern === undefined || kept.format !== undefined ? {} : { pattern }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map((option) => simplify(option as JsonSchema)) }),
    ...(properties === undefined ? {} : { properties: annotate(properties as Record<string, JsonSchema>) }),
  }
}

function annotate(properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const annotated = Object.entries(properties).map(([field, schema]) => {
    const description = fieldNotes[field]
    return [field, { ...simplify(schema), ...(description === undefined ? {} : { description }) }]
  })
  return Object.fromEntries(annotated) as Record<string, JsonSchema>
}
