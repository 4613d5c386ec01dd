import type { Context } from 'hono'
import { html } from 'hono/html'
import type { SandboxContext } from '../context.ts'
import { hashSetupToken } from '../ids.ts'
import { toUtcText } from '../mail/invitation-mail.ts'
import type { StoredInvitation } from '../store/staff.ts'
import { answerPage, type Markup } from './layout.ts'
import { setupDone } from './setup-done.html.ts'
import { setupForm } from './setup-form.html.ts'

type PageAnswer = Response | Promise<Response>

/** Room for two long passwords several times over. */
export const maxFormBytes = 8 * 1024

/** Behind the link of an invitation. Opening it changes nothing: mail programs follow links to examine them. */
export function answerSetup(c: Context, context: SandboxContext): PageAnswer {
  return followLink(c, context, (invitation) => answerSetupForm(c, invitation))
}

/**
 * Activates the member. No defence against cross-site request forgery is needed: there are no cookies or other
 * automatic credentials. The right is the token in the path, which a forged request would have to know. The passwords
 * are compared and forgotten: the sandbox has no sign-in, and people type real ones.
 */
export async function finishSetup(c: Context, context: SandboxContext): Promise<Response> {
  const form = new URLSearchParams(await c.req.text())
  const problem = checkPasswords(form.get('password') ?? '', form.get('repeated') ?? '')
  return followLink(c, context, (invitation) => {
    if (problem !== undefined) return answerSetupForm(c, invitation, problem)
    const { company, staffId } = invitation
    // When two requests come at once, only one finds the member pending.
    const isFirst = context.store.staff.activate(company, staffId, context.clock.now())
    return isFirst ? answerDone(c, invitation) : answerUsed(c, invitation)
  })
}

export function answerOversizedForm(c: Context): PageAnswer {
  return answerMessage(c, 413, 'That was too long', 'Open the link again and choose a shorter password.')
}

/** A used link shows the staff ID, an expired one the company: that person was given both. */
function followLink(
  c: Context,
  { store, clock }: SandboxContext,
  answer: (invitation: StoredInvitation) => PageAnswer,
): PageAnswer {
  const invitation = store.invitations.find(hashSetupToken(c.req.param('token') ?? ''))
  if (invitation === undefined) {
    const advice =
      'Check that the whole address from the e-mail was opened. An invitation that was taken back leads here too.'
    return answerMessage(c, 404, 'No such invitation', advice)
  }
  if (invitation.activatedAtMs !== null) return answerUsed(c, invitation)
  if (clock.now() < invitation.expiresAtMs) return answer(invitation)
  const ended = `It was good until ${toUtcText(invitation.expiresAtMs)}. Ask ${invitation.company} what to do.`
  return answerMessage(c, 410, 'This invitation has expired', ended)
}

function answerUsed(c: Context, { staffId, company }: StoredInvitation): PageAnswer {
  const text = `The account of ${staffId} at ${company} is active; an invitation can be used once. There is nothing left to do.`
  return answerMessage(c, 410, 'This account is set up already', text)
}

function answerDone(c: Context, invitation: StoredInvitation): PageAnswer {
  const content = setupDone({ ...invitation, name: nameOf(invitation) })
  return answerPage(c, { title: 'Your account is set up', content, status: 200 })
}

function answerMessage(c: Context, status: 404 | 410 | 413, title: string, text: string): PageAnswer {
  return answerPage(c, { title, content: html`<h1>${title}</h1><p class="lead">${text}</p>`, status })
}

/** The sandbox's own choice: the service's rule is not shown. */
const minPasswordLength = 12

interface PasswordProblem {
  field: 'password' | 'repeated'
  message: string
}

/** Counts code points; there are no rules of composition. */
export function checkPasswords(password: string, repeated: string): PasswordProblem | undefined {
  if ([...password].length < minPasswordLength) {
    return { field: 'password', message: `Choose a password of at least ${minPasswordLength} characters.` }
  }
  if (password !== repeated) return { field: 'repeated', message: 'Enter the same password a second time.' }
  return undefined
}

const title = 'Set up your account'

/** Status 422 when there is a problem. Passwords are never sent back. */
function answerSetupForm(c: Context, invitation: StoredInvitation, problem?: PasswordProblem): PageAnswer {
  const content = setupForm({
    ...invitation,
    title,
    name: nameOf(invitation),
    summary: problem && showSummary(problem),
    password: showPasswordField('password', 'Password', problem),
    repeated: showPasswordField('repeated', 'Password again', problem),
  })
  if (problem === undefined) return answerPage(c, { title, content, status: 200 })
  return answerPage(c, { title: `Error: ${title}`, content, status: 422 })
}

function nameOf({ firstName, lastName }: StoredInvitation): string {
  return `${firstName} ${lastName}`.trim()
}

function showSummary({ field, message }: PasswordProblem): Markup {
  return html`<section class="alert" role="alert"><h2>This needs your attention</h2><ul>
<li><a href="#${field}">${message}</a></li>
</ul></section>`
}

/** The browser checks presence and length first; the server checks again. */
function showPasswordField(field: PasswordProblem['field'], label: string, found?: PasswordProblem): Markup {
  const problem = found?.field === field ? found : undefined
  return html`<div class="field">
<label for="${field}">${label}</label>
<p class="hint" id="${field}-hint">At least ${minPasswordLength} characters.</p>
${problem === undefined ? '' : html`<p class="wrong" id="${field}-wrong">${problem.message}</p>`}
<input id="${field}" name="${field}" type="password" autocomplete="new-password" required
 minlength="${minPasswordLength}" aria-describedby="${field}-hint${problem === undefined ? '' : ` ${field}-wrong`}"
 ${problem === undefined ? '' : html`aria-invalid="true"`}>
</div>`
}
