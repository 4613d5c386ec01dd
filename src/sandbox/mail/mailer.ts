import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { BatchError, codeOf } from '../../support/errors.ts'

/** For nodemailer. `id`: the file's name in an outbox. */
export interface Mail extends SendMailOptions {
  id: string
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

/** Writes each message to `<folder>/<id>.eml`, for the owner only: its link grants access. */
export function openOutbox(folder: string): Mailer {
  return {
    destination: { kind: 'outbox', folder },
    send: (mail) => writeMail(folder, mail),
    close: async () => {},
  }
}

async function writeMail(folder: string, mail: Mail): Promise<MailOutcome> {
  const file = join(folder, `${mail.id}.eml`)
  const partial = `${file}.partial`
  try {
    // Loaded with the first message: a run without messages does not wait for it.
    const { createTransport } = await import('nodemailer')
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await composer.sendMail(mail)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(partial, message as Buffer, { mode: 0o600 })
    await rename(partial, file)
    return { kind: 'sent' }
  } catch (error) {
    return { kind: 'failed', reason: `${folder} cannot be written (${codeOf(error) ?? 'unknown reason'})` }
  }
}

const sendTimeoutMs = 15_000

/** One connection for each message. @throws BatchError `configuration` for an address of no mail server */
export function openSmtpMailer(url: string, timeoutMs: number = sendTimeoutMs): Mailer {
  const server = nameServer(url)
  const closing = new AbortController()
  const pending = new Set<Promise<MailOutcome>>()
  return {
    destination: { kind: 'smtp', server },
    send: (mail) => {
      const sending = sendMail(mail, url, server, AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]))
      pending.add(sending)
      void sending.then(() => pending.delete(sending))
      // Return this promise itself: its caller must continue before `close` does.
      return sending
    },
    close: async () => {
      closing.abort()
      await Promise.all(pending)
    },
  }
}

/** Never rejects. A library's message may hold addresses of people or the password: only codes are passed on. */
async function sendMail(mail: Mail, url: string, server: string, signal: AbortSignal): Promise<MailOutcome> {
  try {
    const { createTransport } = await import('nodemailer')
    await createTransport({ url }).sendMail({ ...mail, signal })
    return { kind: 'sent' }
  } catch (error) {
    const reply =
      typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : undefined
    const facts = [codeOf(error) ?? 'unknown reason', ...(typeof reply === 'number' ? [`SMTP ${reply}`] : [])]
    return { kind: 'failed', reason: `${server} did not take it (${facts.join(', ')})` }
  }
}

/** Scheme, host and port. */
function nameServer(url: string): string {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' }
  if (/^smtps?:$/.test(protocol) && host !== '') return `${protocol}//${host}`
  // The address is not repeated: it may hold a password.
  throw new BatchError('configuration', 'the address of the mail server is not of the form smtp://host:port', {
    hint: 'Give --smtp smtp://127.0.0.1:2525, or smtps:// for a server that speaks TLS from the start.',
  })
}
