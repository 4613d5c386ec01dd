import { z } from 'zod'
import { messages } from '../../contract/messages.ts'
import { invitation } from '../../contract/staff.ts'
import { dayMs } from '../../support/clock.ts'
import { type AnswerBody, errorAnswer, fieldText, type RequestBody } from '../answer.ts'
import { createId, createSetupToken, hashSetupToken } from '../ids.ts'
import { composeInvitation } from '../mail/invitation-mail.ts'
import type { SandboxContext } from './endpoint.ts'

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
  const mail = await composeInvitation({ ...added, nowMs, link: context.setupUrl(token) })
  const outcome = await context.mailer.send(mail)
  if (outcome.kind === 'failed') {
    context.logger.error(`sandbox: an invitation was not sent: ${outcome.reason}`)
    // Not withdrawn when the link was used all the same.
    if (invitations.withdraw(company, invited.data.staff_id)) return errorAnswer(messages.couldNotCreateUser)
  }
  return { status: 'success', response: { user_id: userId } }
}
