import { messages } from '../../contract/messages.ts'
import { BatchError } from '../../support/errors.ts'
import { fractionOf } from '../../support/random.ts'
import { type AnswerBody, errorAnswer, fieldErrorAnswer, fieldText, type RequestBody } from '../answer.ts'
import { checkAssessment } from '../assessment-rules.ts'
import { checkDecision } from '../decision-rules.ts'
import { createId } from '../ids.ts'
import { computeScores } from '../scores.ts'
import type { NewAssessment, StoredAssessment } from '../store/assessments.ts'
import type { ReadyAfter, SandboxContext } from './endpoint.ts'

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

/** Spread evenly over the range, and fixed by the identifier. */
export function readyAtMs(assessmentId: string, createdAtMs: number, readyAfterMs: ReadyAfter): number {
  const { min, max } = readyAfterMs
  return createdAtMs + Math.round(min + fractionOf(assessmentId) * (max - min))
}

export function retrieveAssessment(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const assessment = findOwn(company, body, context)
  if (assessment === undefined) return errorAnswer(messages.notFound)
  if (context.clock.now() < assessment.readyAtMs) return errorAnswer(messages.pending)
  const { assessmentId, complianceTeamMemberId, managerId, input } = assessment
  return {
    status: 'success',
    data: {
      ...computeScores(input),
      assessmentId,
      employeeId: input.employeeId,
      complianceTeamMemberId,
      managerId,
    },
  }
}

/**
 * Any decision may follow any other, also before the results are ready: the service's allowed transitions are not
 * shown. The same externalEventId twice is recorded twice: deduplication is not shown either.
 */
export function recordDecision(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const { store, clock } = context
  const assessment = findOwn(company, body, context)
  if (assessment === undefined) return errorAnswer(messages.assessmentNotInCompany)
  const checked = checkDecision(body, (staffId) => store.staff.isActivated(company, staffId))
  if (checked.kind === 'refused') return fieldErrorAnswer(checked.error)
  store.decisions.record(assessment.assessmentId, checked.decision, clock.now())
  return { status: 'success', success: true, message: messages.decisionRecorded }
}

/** Another company's assessment looks like one that does not exist. */
function findOwn(company: string, body: RequestBody, { store }: SandboxContext): StoredAssessment | undefined {
  const assessment = store.assessments.find(fieldText(body, 'assessmentId'))
  return assessment?.company === company ? assessment : undefined
}
