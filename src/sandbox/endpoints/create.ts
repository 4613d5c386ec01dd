import { BatchError } from '../../support/errors.ts'
import { type AnswerBody, fieldErrorAnswer } from '../answer.ts'
import { checkAssessment } from '../assessment-rules.ts'
import type { RequestBody } from '../body.ts'
import { createId } from '../ids.ts'
import { readyAtMs } from '../readiness.ts'
import type { NewAssessment } from '../store/assessments.ts'
import type { SandboxContext } from './endpoint.ts'

const idTries = 100

/** Not idempotent, as the service: the same body twice makes two assessments. */
export function createAssessment(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const checked = checkAssessment(body, context.lists)
  if (checked.kind === 'refused') return fieldErrorAnswer(checked.error)
  const assessmentId = insertUnderNewId({ company, input: checked.input }, context)
  return {
    status: 'success',
    response: { assessment_id: assessmentId, redirect_url: context.reportUrl(assessmentId) },
  }
}

function insertUnderNewId(assessment: Pick<NewAssessment, 'company' | 'input'>, context: SandboxContext): string {
  const createdAtMs = context.clock.now()
  for (let tries = 0; tries < idTries; tries++) {
    const assessmentId = createId(createdAtMs, context.random)
    const readyAt = readyAtMs(assessmentId, createdAtMs, context.readyAfterMs)
    const isStored = context.store.assessments.insert({ ...assessment, assessmentId, createdAtMs, readyAtMs: readyAt })
    if (isStored) return assessmentId
  }
  throw new BatchError('defect', 'the sandbox found no free identifier')
}
