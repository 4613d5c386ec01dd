import { describe, expect, it } from 'vitest'
import { composeInvitation, openSmtpMailer } from '../../rooms/sandbox/mail.ts'
import { type Behaviour, startMailServer } from './mail-server.ts'

const invited = await composeInvitation({
  company: 'Acme',
  invitation: { first_name: 'Ana,', last_name: '"the" <approver>', email: 'ana@acme.example', staff_id: 'C-2' },
  userId: '1x2',
  link: 'http://127.0.0.1/',
  createdAtMs: Date.parse('2026-02-01T09:00:00.000Z'),
  expiresAtMs: 0,
})
const mail = { ...invited, subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }

describe('a message handed to a mail server', () => {
  it('arrives as it was composed, at its one recipient', async () => {
    const server = await startMailServer()
    expect(await openSmtpMailer(server.url).send(mail)).toEqual({ kind: 'sent' })
    expect(server.received).toMatchObject([
      {
        from: 'no-reply@rwa-batch-sandbox.invalid',
        to: ['ana@acme.example'],
        email: {
          to: [{ name: 'Ana, "the" <approver>', address: 'ana@acme.example' }],
          subject: 'Grüße',
          messageId: '<1x2@rwa-batch-sandbox.invalid>',
          date: '2026-02-01T09:00:00.000Z',
          text: 'Hello\n',
          html: '<p>Hello</p>\n',
        },
      },
    ])
  })

  it.each<[Behaviour, string]>([
    ['refuse recipients', 'EENVELOPE, SMTP 550'],
    ['refuse messages', 'EMESSAGE, SMTP 554'],
  ])('fails when the server decides to %s; the reason names no person', async (behaviour, facts) => {
    const { url } = await startMailServer(behaviour)
    expect(await openSmtpMailer(url).send(mail)).toEqual({
      kind: 'failed',
      reason: `${url} did not take it (${facts})`,
    })
  })

  it('fails when nobody listens', async () => {
    const outcome = await openSmtpMailer('smtp://127.0.0.1:1').send(mail)
    expect(outcome).toEqual({ kind: 'failed', reason: 'smtp://127.0.0.1:1 did not take it (ESOCKET)' })
  })

  it('fails when the server does not answer in time', async () => {
    const { url } = await startMailServer('hang')
    expect(await openSmtpMailer(url, 200).send(mail)).toMatchObject({ kind: 'failed' })
  })

  it('is given up when the mailer closes, and closing waits for that', async () => {
    const { url, hasReceived } = await startMailServer('hang')
    const mailer = openSmtpMailer(url)
    let outcome: unknown
    const sending = mailer.send(mail).then((given) => {
      outcome = given
    })
    await hasReceived
    await mailer.close()
    expect(outcome).toMatchObject({ kind: 'failed' })
    await sending
    expect(await mailer.send(mail)).toMatchObject({ kind: 'failed' })
  })
})

describe('the address of a mail server', () => {
  it.each(['127.0.0.1:2525', 'http://127.0.0.1', 'smtp:', 'smtp://', '', 'smtp://user:secret@'])(
    'is not "%s"',
    (url) => {
      expect(() => openSmtpMailer(url)).toThrow(
        expect.objectContaining({ code: 'configuration', message: expect.not.stringContaining('secret') }),
      )
    },
  )

  it('is named without its password', () => {
    const { destination } = openSmtpMailer('smtps://user:secret@mail.example:465?pool=true')
    expect(destination).toEqual({ kind: 'smtp', server: 'smtps://mail.example:465' })
  })
})
