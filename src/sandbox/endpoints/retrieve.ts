import { messages } from '../../contract/messages.ts'
import { type AnswerBody, errorAnswer } from '../answer.ts'
import { fieldText, type RequestBody } from '../body.ts'
import { computeScores } from '../scores.ts'
import type { SandboxContext } from './endpoint.ts'

/** Another company's assessment looks like one that does not exist. */
export function retrieveAssessment(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const assessment = context.store.assessments.find(fieldText(body, 'assessmentId'))
  if (assessment === undefined || assessment.company !== company) return errorAnswer(messages.notFound)
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
