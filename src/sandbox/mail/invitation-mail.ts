import type { Invitation } from '../../contract/staff.ts'
import { toMinute } from '../../support/clock.ts'
import { invitationHtml } from './invitation.html.ts'
import { invitationText } from './invitation.txt.ts'
import type { Mail } from './mailer.ts'

/** `.invalid` is reserved: replies reach no mailbox. */
const domain = 'rwa-batch-sandbox.invalid'

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
export async function composeInvitation(facts: InvitationFacts): Promise<Mail> {
  const texts = {
    company: toShortLine(facts.company),
    name: toShortLine(`${facts.invitation.first_name} ${facts.invitation.last_name}`),
    staffId: toShortLine(facts.invitation.staff_id),
    link: facts.link,
    expiry: toUtcText(facts.expiresAtMs),
  }
  return {
    id: facts.userId,
    messageId: `<${facts.userId}@${domain}>`,
    date: new Date(facts.createdAtMs),
    // Objects, so that no name is parsed as a list of addresses.
    from: { name: `${texts.company} (rwa-batch sandbox)`, address: `no-reply@${domain}` },
    to: { name: texts.name, address: facts.invitation.email },
    subject: `[Sandbox] ${texts.company} invites you as Approver`,
    text: invitationText(texts),
    html: String(await invitationHtml(texts)),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Controls, separators of lines and paragraphs, and marks that change the reading direction. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const maxCharacters = 100

/** As one short line: a name with line breaks could add a header to the e-mail, or a paragraph to its text. */
export function toShortLine(text: string): string {
  const line = text
    .replace(disruptive, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim()
  const characters = [...line]
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`
}

/** To the minute, e.g. `2026-02-08 09:00 UTC`. */
export function toUtcText(epochMs: number): string {
  return `${toMinute(epochMs)} UTC`
}
