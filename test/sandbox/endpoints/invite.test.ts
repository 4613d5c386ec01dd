import { describe, expect, it } from 'vitest'
import { acmeToken, callAs, globexToken, holdClock, invitee, singleError, startForTest } from '../fixture.ts'
import { linkOf, readOutbox } from '../invitations.ts'
import { type Behaviour, startMailServer } from '../mail/mail-server.ts'

const refused = singleError('Could not create pending user')

describe('create_pending_user', () => {
  it('adds a pending approver', async () => {
    const sandbox = await startForTest()
    const answer = await callAs(sandbox, acmeToken)('create_pending_user', invitee)
    const added = sandbox.store.staff.list('Acme').find(({ staffId }) => staffId === 'C-002')
    expect(added).toMatchObject({ role: 'Approver', firstName: 'Ana', email: 'ana@acme.example', activatedAtMs: null })
    expect(added?.userId).toMatch(/^\d{13}x\d{18}$/)
    expect(answer).toEqual({ status: 'success', response: { user_id: added?.userId } })
  })

  it.each([
    ['a first name is missing', { first_name: undefined }],
    ['a last name is blank', { last_name: ' ' }],
    ['an address is missing', { email: '' }],
    ['an address is none', { email: 'ana at acme' }],
    ['an address holds a line break', { email: 'ana@acme.example\r\nBcc: x@y.example' }],
    ['there are two addresses', { email: 'ana@acme.example, x@y.example' }],
    ['an address has a display name', { email: 'Ana <ana@acme.example>' }],
    ['an address is longer than mail allows', { email: `${'a'.repeat(242)}@acme.example` }],
    ['a staff id is no text', { staff_id: 2 }],
    ['the staff id belongs to someone else', { staff_id: 'C-001' }],
  ])('refuses when %s', async (_name, changes) => {
    const sandbox = await startForTest()
    expect(await callAs(sandbox, acmeToken)('create_pending_user', { ...invitee, ...changes })).toEqual(refused)
    expect(sandbox.store.staff.list('Acme')).toHaveLength(1)
  })

  it.each([
    ['the same person', {}],
    ['the staff id with another address', { email: 'other@acme.example' }],
    ['the address with another staff id, in capitals', { staff_id: 'C-003', email: 'ANA@acme.example' }],
  ])('refuses %s a second time', async (_name, changes) => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    await call('create_pending_user', invitee)
    expect(await call('create_pending_user', { ...invitee, ...changes })).toEqual(refused)
  })

  it('keeps the companies apart', async () => {
    const sandbox = await startForTest()
    await callAs(sandbox, acmeToken)('create_pending_user', invitee)
    expect(await callAs(sandbox, globexToken)('create_pending_user', invitee)).toMatchObject({ status: 'success' })
  })
})

describe('the invitation', () => {
  it('is one e-mail to the person, with a link to account set-up', async () => {
    const server = await startMailServer()
    const sandbox = await startForTest({ smtp: server.url, clock: holdClock() })
    await callAs(sandbox, acmeToken)('create_pending_user', { ...invitee, email: ' ana@acme.example ' })
    expect(sandbox.invitationsTo).toEqual({ kind: 'smtp', server: server.url })
    expect(server.received).toMatchObject([{ to: ['ana@acme.example'], email: { to: [{ name: 'Ana Silva' }] } }])
    const link = linkOf(server.received[0]?.email)
    expect(link).toMatch(new RegExp(`^${new URL(sandbox.baseUrl).origin}/version-test/setup/[A-Za-z0-9_-]{22}$`))
    expect((await fetch(link)).status).toBe(200)
  })

  it('is a file when there is no mail server; each has a link of its own', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    await call('create_pending_user', invitee)
    await call('create_pending_user', { ...invitee, staff_id: 'C-003', email: 'bo@acme.example' })
    if (sandbox.invitationsTo.kind !== 'outbox') throw new Error('no outbox')
    const emails = await readOutbox(sandbox.invitationsTo.folder)
    expect(emails.flatMap(({ to }) => to?.map(({ address }) => address)).toSorted()).toEqual([
      'ana@acme.example',
      'bo@acme.example',
    ])
    expect(new Set(emails.map(linkOf)).size).toBe(2)
  })

  it('is sent to nobody when the call is refused', async () => {
    const server = await startMailServer()
    const sandbox = await startForTest({ smtp: server.url })
    const call = callAs(sandbox, acmeToken)
    await Promise.all([1, 2, 3, 4].map(() => call('create_pending_user', invitee)))
    expect(await call('create_pending_user', { ...invitee, email: 'none' })).toEqual(refused)
    expect(server.received).toHaveLength(1)
  })

  it.each<[Behaviour | 'down', string]>([
    ['refuse recipients', 'EENVELOPE, SMTP 550'],
    ['refuse messages', 'EMESSAGE, SMTP 554'],
    ['down', 'ESOCKET'],
  ])(
    'that cannot be sent (%s) leaves no member behind, so that the call can be made again',
    async (behaviour, facts) => {
      const logged: string[] = []
      const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => logged.push(message) }
      const smtp = behaviour === 'down' ? 'smtp://127.0.0.1:1' : (await startMailServer(behaviour)).url
      const sandbox = await startForTest({ smtp, logger })
      const call = callAs(sandbox, acmeToken)
      for (const _ of ['once', 'again']) {
        expect(await call('create_pending_user', invitee)).toEqual(refused)
        expect(sandbox.store.staff.list('Acme')).toMatchObject([{ staffId: 'C-001' }])
      }
      const message = `sandbox: an invitation was not sent: ${smtp} did not take it (${facts})`
      expect(logged).toEqual([message, message])
    },
  )

  it('that was used although the mail server never confirmed it counts as sent', async () => {
    const server = await startMailServer('hang')
    const sandbox = await startForTest({ smtp: server.url })
    const answer = callAs(sandbox, acmeToken)('create_pending_user', invitee)
    await server.hasReceived
    const body = new URLSearchParams({ password: 'a long enough one', repeated: 'a long enough one' })
    expect((await fetch(linkOf(server.received[0]?.email), { method: 'POST', body })).status).toBe(200)
    await sandbox.close()
    expect(await answer).toMatchObject({ status: 'success' })
  })

  it('that hangs in the mail server is taken back when the sandbox closes', async () => {
    const server = await startMailServer('hang')
    const sandbox = await startForTest({ smtp: server.url })
    const answer = callAs(sandbox, acmeToken)('create_pending_user', invitee)
    await server.hasReceived
    expect(sandbox.store.staff.list('Acme')).toHaveLength(2)
    await sandbox.close()
    expect(await answer).toEqual(refused)
  })
})
