import { z } from 'zod'
import { messages } from '../../contract/messages.ts'
import { invitation } from '../../contract/staff.ts'
import { dayMs } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { fractionOf } from '../../support/random.ts'
import { type AnswerBody, errorAnswer, fieldErrorAnswer, fieldText, type RequestBody } from '../answer.ts'
import { createId, createSetupToken, hashSetupToken } from '../ids.ts'
import { composeInvitation } from '../mail/invitation-mail.ts'
import { checkAssessment, checkDecision } from '../request-rules.ts'
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

/** The limit of mail servers (RFC 5321). */
const acceptedInvitation = invitation.extend({ email: z.email().max(254) })
const validForMs = 7 * dayMs

/**
 * The service has one message for every failure: a missing field, an invalid address, a staff id or address that the
 * company already has. Here a failed e-mail is one, too: a member without the link could never become active, so the
 * account is withdrawn and the caller may try again.
 */
export async function createPendingUser(
  company: string,
  body: RequestBody,
  context: SandboxContext,
): Promise<AnswerBody> {
  const invited = acceptedInvitation.safeParse({
    first_name: fieldText(body, 'first_name'),
    last_name: fieldText(body, 'last_name'),
    email: fieldText(body, 'email').trim(),
    staff_id: fieldText(body, 'staff_id'),
  })
  if (!invited.success) return errorAnswer(messages.couldNotCreateUser)
  const nowMs = context.clock.now()
  const userId = createId(nowMs, context.random)
  const token = createSetupToken()
  const expiresAtMs = nowMs + validForMs
  const added = { company, invitation: invited.data, userId, createdAtMs: nowMs, expiresAtMs }
  const { invitations } = context.store
  // Stored first: this decides which of two equal calls may send, and the link works when the e-mail arrives.
  const isAdded = invitations.add({ ...added, tokenHash: hashSetupToken(token) })
  if (!isAdded) return errorAnswer(messages.couldNotCreateUser)
  const mail = composeInvitation({ ...added, link: context.setupUrl(token) })
  const outcome = await context.mailer.send(mail)
  if (outcome.kind === 'failed') {
    context.logger.error(`sandbox: an invitation was not sent: ${outcome.reason}`)
    // Not withdrawn when the link was used all the same.
    if (invitations.withdraw(company, invited.data.staff_id)) return errorAnswer(messages.couldNotCreateUser)
  }
  return { status: 'success', response: { user_id: userId } }
}
