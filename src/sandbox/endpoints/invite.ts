import { z } from 'zod'
import { messages } from '../../contract/messages.ts'
import { invitation } from '../../contract/staff.ts'
import { type Answer, errorAnswer } from '../answer.ts'
import { type RequestBody, textOf } from '../body.ts'
import { createId } from '../ids.ts'
import type { Endpoint, SandboxContext } from './endpoint.ts'

const acceptedInvitation = invitation.extend({ email: z.email() })

export const inviteEndpoint: Endpoint = {
  name: 'invite',
  authRefusal: messages.invalidAuthorizationToken,
  answer: createPendingUser,
}

/**
 * The service has one message for whatever keeps the account from being made: a missing field, an address that is
 * none, a staff id or address that the company has already.
 */
function createPendingUser(company: string, body: RequestBody, { store, clock, random }: SandboxContext): Answer {
  const invited = acceptedInvitation.safeParse({
    first_name: textOf(body, 'first_name'),
    last_name: textOf(body, 'last_name'),
    email: textOf(body, 'email').trim(),
    staff_id: textOf(body, 'staff_id'),
  })
  if (!invited.success) return errorAnswer(messages.couldNotCreateUser)
  const userId = createId(clock.now(), random)
  const isAdded = store.staff.addPending(company, invited.data, userId, clock.now())
  if (!isAdded) return errorAnswer(messages.couldNotCreateUser)
  return { status: 'success', response: { user_id: userId } }
}
