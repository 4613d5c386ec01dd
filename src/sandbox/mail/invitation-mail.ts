import { html } from 'hono/html'
import type { Invitation } from '../../contract/staff.ts'
import { toShortLine, toUtcText } from '../texts.ts'
import { invitationHtml } from './invitation.html.ts'
import { invitationText } from './invitation.txt.ts'
import type { Mail } from './mailer.ts'

export interface InvitationFacts {
  company: string
  invitation: Invitation
  userId: string
  link: string
  createdAtMs: number
  expiresAtMs: number
}

/**
 * Every text from the request becomes a single line, so that none adds a header. Lines of at most 76 characters are not
 * re-encoded, so the `.eml` file stays readable in an editor. In HTML mail programs agree only on tables and inline styles.
 */
export function composeInvitation(facts: InvitationFacts): Mail {
  const texts = {
    company: toShortLine(facts.company),
    name: toShortLine(`${facts.invitation.first_name} ${facts.invitation.last_name}`),
    staffId: toShortLine(facts.invitation.staff_id),
    link: facts.link,
    expiry: toUtcText(facts.expiresAtMs),
  }
  return {
    id: facts.userId,
    fromName: `${texts.company} (rwa-batch sandbox)`,
    to: { name: texts.name, address: facts.invitation.email },
    subject: `[Sandbox] ${texts.company} invites you as Approver`,
    text: fill(invitationText, texts),
    html: fill(invitationHtml, texts, (text) => String(html`${text}`)),
    dateMs: facts.createdAtMs,
  }
}

function fill(template: string, texts: Readonly<Record<string, string>>, encode = (text: string) => text): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(texts[name] ?? ''))
}
