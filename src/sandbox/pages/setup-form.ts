import type { Context } from 'hono'
import { html } from 'hono/html'
import type { StoredInvitation } from '../store/invitations.ts'
import { answerPage, type Markup } from './layout.ts'

/** The sandbox's own choice: the service's rule is not shown. */
const minPasswordLength = 12

interface PasswordProblem {
  field: 'password' | 'repeated'
  message: string
}

/** Counts code points; there are no rules of composition. */
export function checkPasswords(password: string, repeated: string): readonly PasswordProblem[] {
  if ([...password].length < minPasswordLength) {
    return [{ field: 'password', message: `Choose a password of at least ${minPasswordLength} characters.` }]
  }
  if (password !== repeated) return [{ field: 'repeated', message: 'Enter the same password a second time.' }]
  return []
}

const title = 'Set up your account'

/** Status 422 when there are problems. Passwords are never sent back. */
export function answerSetupForm(
  c: Context,
  invitation: StoredInvitation,
  problems: readonly PasswordProblem[],
): Response | Promise<Response> {
  const { company, role, staffId, email } = invitation
  const content = html`
<h1>${title}</h1>
<p class="lead">${company} has invited you, ${nameOf(invitation)}, to its compliance team.</p>
${problems.length === 0 ? '' : showSummary(problems)}
<section>
<dl class="short">
<div><dt>Company</dt><dd>${company}</dd></div>
<div><dt>Role</dt><dd>${role}</dd></div>
<div><dt>Staff ID</dt><dd>${staffId}</dd></div>
</dl>
</section>
<section>
<form method="post">
<div class="field">
<label for="email">E-mail address</label>
<input id="email" type="email" value="${email ?? ''}" autocomplete="username" readonly>
</div>
${showPasswordField('password', 'Password', problems)}
${showPasswordField('repeated', 'Password again', problems)}
<button type="submit">Confirm and activate my account</button>
<p class="note">The sandbox checks the password and forgets it. Please do not use a real one.</p>
</form>
</section>`
  const isAgain = problems.length > 0
  return answerPage(c, { title: isAgain ? `Error: ${title}` : title, content, status: isAgain ? 422 : 200 })
}

export function nameOf({ firstName, lastName }: StoredInvitation): string {
  return `${firstName} ${lastName}`.trim()
}

function showSummary(problems: readonly PasswordProblem[]): Markup {
  return html`<section class="alert" role="alert"><h2>This needs your attention</h2><ul>
${problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
</ul></section>`
}

/** The browser checks presence and length first; the server checks again. */
function showPasswordField(
  field: PasswordProblem['field'],
  label: string,
  problems: readonly PasswordProblem[],
): Markup {
  const problem = problems.find((candidate) => candidate.field === field)
  return html`<div class="field">
<label for="${field}">${label}</label>
<p class="hint" id="${field}-hint">At least ${minPasswordLength} characters.</p>
${problem === undefined ? '' : html`<p class="wrong" id="${field}-wrong">${problem.message}</p>`}
<input id="${field}" name="${field}" type="password" autocomplete="new-password" required
 minlength="${minPasswordLength}" aria-describedby="${field}-hint${problem === undefined ? '' : ` ${field}-wrong`}"
 ${problem === undefined ? '' : html`aria-invalid="true"`}>
</div>`
}
