import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** `hang`: the message is read and never answered. */
export type Behaviour = 'accept' | 'refuse recipients' | 'refuse messages' | 'hang'

interface Received {
  from: string
  to: string[]
  email: Email
}

export interface MailServer {
  url: string
  received: Received[]
  /** Resolves when a message came in whole. */
  hasReceived: Promise<void>
}

/** A real mail server on the loopback interface, for one test. */
export async function startMailServer(behaviour: Behaviour = 'accept'): Promise<MailServer> {
  const received: Received[] = []
  let announce = (): void => {}
  const hasReceived = new Promise<void>((resolve) => {
    announce = resolve
  })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 10,
    onRcptTo: (_address, _session, callback) => {
      callback(behaviour === 'refuse recipients' ? new Error('No such user: someone@acme.example') : undefined)
    },
    onData: async (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address)
      received.push({ from, to, email: await PostalMime.parse(Buffer.concat(chunks)) })
      announce()
      if (behaviour === 'accept') callback()
      if (behaviour === 'refuse messages') callback(Object.assign(new Error('Spam'), { responseCode: 554 }))
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received, hasReceived }
}
