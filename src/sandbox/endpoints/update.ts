import { messages } from '../../contract/messages.ts'
import { type AnswerBody, errorAnswer, fieldErrorAnswer } from '../answer.ts'
import { fieldText, type RequestBody } from '../body.ts'
import { checkDecision } from '../decision-rules.ts'
import type { SandboxContext } from './endpoint.ts'

/**
 * Any decision may follow any other, also before the results are ready: the service's allowed transitions are not
 * shown. The same externalEventId twice is recorded twice: deduplication is not shown either.
 */
export function recordDecision(company: string, body: RequestBody, { store, clock }: SandboxContext): AnswerBody {
  const assessment = store.assessments.find(fieldText(body, 'assessmentId'))
  if (assessment === undefined || assessment.company !== company) return errorAnswer(messages.assessmentNotInCompany)
  const checked = checkDecision(body, (staffId) => store.staff.isActivated(company, staffId))
  if (checked.kind === 'refused') return fieldErrorAnswer(checked.error)
  store.decisions.record(assessment.assessmentId, checked.decision, clock.now())
  return { status: 'success', success: true, message: messages.decisionRecorded }
}
