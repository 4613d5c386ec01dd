import type { SendMailOptions } from 'nodemailer'

/** Values are single lines, bodies are not. */
export interface Mail {
  /** Left part of the Message-ID, and the file's name in an outbox. */
  id: string
  fromName: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  dateMs: number
}

export type MailOutcome = { kind: 'sent' } | { kind: 'failed'; reason: string }

export type MailDestination =
  /** A mail server, without the password that its address may hold. */
  | { kind: 'smtp'; server: string }
  /** A folder; one `.eml` file for each message. */
  | { kind: 'outbox'; folder: string }

export interface Mailer {
  readonly destination: MailDestination
  send(mail: Mail): Promise<MailOutcome>
  /** Cancels sending messages, and resolves once each has its outcome. */
  close(): Promise<void>
}

/** `.invalid` is reserved: replies reach no mailbox. */
const domain = 'rwa-batch-sandbox.invalid'

/** For nodemailer. Addresses are objects, so that no name is parsed as a list of addresses. */
export function toMessage(mail: Mail): SendMailOptions {
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.dateMs),
    from: { name: mail.fromName, address: `no-reply@${domain}` },
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
