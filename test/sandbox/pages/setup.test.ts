import { join } from 'node:path'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { type OpenSandbox, openSandbox } from '../../rooms/sandbox.ts'
import { acmeToken, callAs, createFor, holdClock, makeTemporaryFolder, startForTest, trip } from '../fixture.ts'
import { inviteFor } from '../invitations.ts'

const weekMs = 7 * 86_400_000
const password = 'a long enough one'
const good = { password, repeated: password }

async function get(link: string): Promise<[number, string]> {
  const response = await fetch(link)
  return [response.status, await response.text()]
}

async function post(link: string, form: Record<string, string>): Promise<[number, string]> {
  const response = await fetch(link, { method: 'POST', body: new URLSearchParams(form), redirect: 'error' })
  return [response.status, await response.text()]
}

function isActivated(sandbox: OpenSandbox): boolean {
  return sandbox.store.staff.isActivated('Acme', 'C-002')
}

describe('the account set-up page', () => {
  it('asks for a password twice, and changes nothing by being looked at', async () => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
    const [, page] = await get(link)
    expect(page).toContain('Acme has invited you, Ana Silva, to its compliance team.')
    expect(page).toMatch(/<strong>Simulated\.<\/strong>/)
    expect(page.match(/type="password"/g)).toHaveLength(2)
    expect(page).not.toMatch(/<(script|link|img|iframe)|https?:|url\(|@import/)
    expect(isActivated(sandbox)).toBe(false)
  })

  it('is kept by nobody on the way, and its address is told to nobody', async () => {
    const sandbox = await startForTest()
    const { headers } = await fetch(await inviteFor(sandbox))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/)
  })

  it('activates the member, whom decisions may name from then on', async () => {
    const clock = holdClock()
    const sandbox = await startForTest({ clock })
    const link = await inviteFor(sandbox)
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, trip)
    const decision = { assessmentId, status: 'Compliance Approved', complianceTeamMemberId: 'C-002' }
    expect(await call('rwa_update', decision)).toMatchObject({ errors: [{ field: 'complianceTeamMemberId' }] })
    const [status, page] = await post(link, good)
    expect([status, page]).toEqual([200, expect.stringContaining('Your account is set up')])
    expect(sandbox.store.staff.list('Acme').at(-1)).toMatchObject({ staffId: 'C-002', activatedAtMs: clock.now() })
    expect(await call('rwa_update', decision)).toMatchObject({ status: 'success' })
  })

  it.each([
    ['too short', { password: 'short', repeated: 'short' }, 'Choose a password of at least 12 characters.'],
    ['not the same', { password, repeated: `${password}!` }, 'Enter the same password a second time.'],
    ['not there', {}, 'Choose a password of at least 12 characters.'],
  ])('asks again, 422, when the passwords are %s, and repeats none', async (_name, form, message) => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    const [status, page] = await post(link, form as Record<string, string>)
    expect([status, page]).toEqual([422, expect.stringContaining(message)])
    expect(page).toContain('<title>Error: Set up your account</title>')
    expect(page).not.toContain(password)
    expect(isActivated(sandbox)).toBe(false)
    expect((await post(link, good))[0]).toBe(200)
  })

  it('says 410 for a link that was used', async () => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    await post(link, good)
    const used = [410, expect.stringContaining('This account is set up already')]
    expect(await get(link)).toEqual(used)
    expect(await post(link, good)).toEqual(used)
  })

  it('is finished by one of several requests at once', async () => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(link, good)))
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 410, 410, 410, 410])
  })

  it('says 410 for a link after seven days', async () => {
    const clock = holdClock()
    const sandbox = await startForTest({ clock })
    const link = await inviteFor(sandbox)
    clock.advance(weekMs - 1)
    expect((await get(link))[0]).toBe(200)
    clock.advance(1)
    const expired = [410, expect.stringContaining('It was good until 2026-02-08 09:00 UTC')]
    expect(await get(link)).toEqual(expired)
    expect(await post(link, good)).toEqual(expired)
    expect(isActivated(sandbox)).toBe(false)
  })

  it('says 404 for a link that nobody was sent', async () => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    const unknown = [404, expect.stringContaining('No such invitation')]
    for (const wrong of [`${link}A`, link.slice(0, -1), link.replace(/[^/]+$/, '%00')]) {
      expect(await get(wrong)).toEqual(unknown)
      expect(await post(wrong, good)).toEqual(unknown)
    }
    expect(isActivated(sandbox)).toBe(false)
  })

  it.each([
    ['declared', (text: string) => text],
    ['streamed', (text: string) => Readable.from([Buffer.from(text)])],
  ])('says 413 for a %s form above 8 KiB', async (_name, toBody) => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const response = await request(link, { method: 'POST', headers, body: toBody(`password=${'a'.repeat(8192)}`) })
    expect([response.statusCode, await response.body.text()]).toEqual([413, expect.stringContaining('too long')])
    expect(isActivated(sandbox)).toBe(false)
  })

  it('shows hostile text as text', async () => {
    const sandbox = await startForTest()
    const hostile = `<script>alert("1")</script>' onmouseover='x'`
    const link = await inviteFor(sandbox, { first_name: hostile, staff_id: hostile })
    const pages = [await get(link), await post(link, {}), await post(link, good), await get(link)]
    for (const [, page] of pages) {
      expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onmouseover=&#39;x&#39;')
      expect(page).not.toContain('<script')
    }
  })

  it('keeps no password, and logs nothing', async () => {
    const logged: string[] = []
    const log = (message: string) => logged.push(message)
    const sandbox = await startForTest({ logger: { debug: log, info: log, warn: log, error: log } })
    await post(await inviteFor(sandbox), good)
    expect(logged).toEqual([])
    expect(Object.keys(sandbox.store.staff.list('Acme')[0] ?? {})).not.toContain('password')
  })

  it('opens again after a restart on the same port', async () => {
    const data = join(await makeTemporaryFolder(), 'data.sqlite')
    const first = await openSandbox({ port: 0, data })
    const link = await inviteFor(first)
    await first.close()
    const second = await startForTest({ port: Number(new URL(link).port), data })
    expect((await post(link, good))[0]).toBe(200)
    expect(isActivated(second)).toBe(true)
  })
})
