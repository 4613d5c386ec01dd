import { html } from 'hono/html'
import type { Invitation } from '../../contract/staff.ts'
import { toShortLine, toUtcText } from '../texts.ts'
import type { Mail } from './mailer.ts'

export interface InvitationFacts {
  company: string
  invitation: Invitation
  userId: string
  link: string
  createdAtMs: number
  expiresAtMs: number
}

/** Every text from the request becomes a single line, so that none adds a header. */
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
    fromName: `${texts.company} (rwa-batch sandbox)`,
    to: { name: texts.name, address: facts.invitation.email },
    subject: `[Sandbox] ${texts.company} invites you as Approver`,
    text: writeText(texts),
    html: await writeHtml(texts),
    dateMs: facts.createdAtMs,
  }
}

type MailTexts = Record<'company' | 'name' | 'staffId' | 'link' | 'expiry', string>

const origin = 'This message comes from the rwa-batch sandbox, not from the real service.'

/** Lines of at most 76 characters are not re-encoded, so the `.eml` file stays readable in an editor. */
function writeText({ company, name, staffId, link, expiry }: MailTexts): string {
  return `SIMULATED.
${origin}

Hello ${name},

${company} has invited you to its compliance team as Approver.
Your staff ID there is ${staffId}.

To set up your account, open:

${link}

The link works once, until ${expiry}.
It opens on the computer that runs the sandbox, while it runs
(npx rwa-batch sandbox).
`
}

/** Tables and inline styles: mail programs agree only on those. */
async function writeHtml({ company, name, staffId, link, expiry }: MailTexts): Promise<string> {
  const markup = await html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Invitation</title></head>
<body style="margin:0;background:#f4f5f7;color:#1d2530;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<p style="margin:0;padding:10px 16px;background:#fff3d6;color:#5c4300;text-align:center"><strong>Simulated.</strong> ${origin}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe3e8;border-radius:10px"><tr><td style="padding:28px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${company} invites you as Approver</h1>
<p style="margin:0 0 16px">Hello ${name},</p>
<p style="margin:0 0 24px"><strong>${company}</strong> has invited you to its compliance team as <strong>Approver</strong>. Your staff ID there is <strong>${staffId}</strong>.</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none">Set up your account</a></p>
<p style="margin:0 0 8px;color:#5b6675;font-size:14px">The link works once, until ${expiry}. It opens on the computer that runs the sandbox, while it runs (npx rwa-batch sandbox).</p>
<p style="margin:0;color:#5b6675;font-size:14px">If the button does nothing, open this address:<br><a href="${link}" style="color:#1f5fbf">${link}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
  return markup.toString()
}
