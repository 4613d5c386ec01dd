import { BatchError, codeOf } from '../../support/errors.ts'
import { type Mail, type Mailer, type MailOutcome, toMessage } from './mailer.ts'

const sendTimeoutMs = 15_000

/**
 * Sends each message over its own connection.
 * @throws BatchError `configuration` when the address is not that of a mail server
 */
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
    // Loaded with the first message: a run without messages does not wait for it.
    const { createTransport } = await import('nodemailer')
    await createTransport({ url }).sendMail({ ...toMessage(mail), signal })
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
