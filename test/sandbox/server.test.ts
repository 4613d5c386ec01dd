import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../rooms/sandbox.ts'
import { acmeToken, callAs, createFor, holdClock, invitee, makeTemporaryFolder, startForTest, trip } from './fixture.ts'

describe('openSandbox', () => {
  it('serves the test environment on the loopback interface, and says what it knows', async () => {
    const sandbox = await startForTest()
    expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/version-test\/api\/1\.1\/wf$/)
    expect(sandbox.companies).toEqual([
      { name: 'Acme', token: 'sandbox-token-acme', staff: [{ staff_id: 'C-001', activated: true }] },
      { name: 'Globex', token: 'sandbox-token-globex', staff: [{ staff_id: 'G-001', activated: true }] },
    ])
    expect(sandbox.lists.destination).toContain('Portugal')
  })

  it.each([
    ['127.0.0.1', 200],
    ['127.0.0.1:4010', 200],
    ['localhost:80', 200],
    ['[::1]:4010', 200],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.nip.io:4010', 403],
    ['', 403],
  ])('as %j answers with %i: no other name leads here', async (host, status) => {
    const sandbox = await startForTest()
    const { port, pathname } = new URL(sandbox.baseUrl)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) })
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.once('close', () => resolve(text))
      const head = [`POST ${pathname}/rwa_create HTTP/1.1`, `host: ${host}`, `authorization: Bearer ${acmeToken}`]
      socket.write(`${[...head, 'content-length: 2', 'connection: close'].join('\r\n')}\r\n\r\n{}`)
    })
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer.includes('Employee ID')).toBe(status === 200)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address

  it.skipIf(outside === undefined)('cannot be reached on an outer address', async () => {
    const sandbox = await startForTest()
    const port = Number(new URL(sandbox.baseUrl).port)
    const reached = await new Promise((resolve) => {
      const socket = connect({ host: outside ?? '', port })
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    expect(reached).toBe(false)
  })

  it('keeps everything in its file across a restart on the same port', async () => {
    const data = join(await makeTemporaryFolder(), 'new folder', 'sandbox.sqlite')
    const clock = holdClock()
    const readyAfterMs = { min: 1000, max: 1000 }
    const first = await openSandbox({ port: 0, data, clock, readyAfterMs })
    const created = await createFor(callAs(first, acmeToken), trip)
    await callAs(first, acmeToken)('create_pending_user', invitee)
    first.store.staff.activate('Acme', 'C-002', 1)
    await callAs(first, acmeToken)('rwa_update', {
      assessmentId: created.assessmentId,
      status: 'Approved',
      complianceTeamMemberId: 'C-002',
    })
    const port = Number(new URL(first.baseUrl).port)
    await first.close()

    const second = await startForTest({ port, data, clock, readyAfterMs: { min: 60_000, max: 60_000 } })
    clock.advance(1000)
    expect((await stat(data)).mode & 0o777).toBe(0o600)
    expect(second.companies[0]?.staff).toEqual([
      { staff_id: 'C-001', activated: true },
      { staff_id: 'C-002', activated: true },
    ])
    expect((await fetch(created.reportUrl)).status).toBe(200)
    expect(await callAs(second, acmeToken)('rwa_retrieve', { assessmentId: created.assessmentId })).toMatchObject({
      data: { assessmentId: created.assessmentId, complianceTeamMemberId: 'C-002' },
    })
  })

  it('may share its file with another one', async () => {
    const data = join(await makeTemporaryFolder(), 'sandbox.sqlite')
    const [one, other] = [await startForTest({ data }), await startForTest({ data })]
    await Promise.all([one, other, one, other].map((sandbox) => createFor(callAs(sandbox, acmeToken), trip)))
    expect([...one.store.assessments.list('Acme')].length).toBe(4)
  })

  it.each([
    ['beside the data file', 'new folder/sandbox.sqlite', undefined, 'new folder/outbox'],
    ['where it is told', 'sandbox.sqlite', 'elsewhere', 'elsewhere'],
  ])('puts invitations %s', async (_name, data, outbox, expected) => {
    const folder = await makeTemporaryFolder()
    const sandbox = await openSandbox({
      port: 0,
      data: join(folder, data),
      ...(outbox === undefined ? {} : { outbox: join(folder, outbox) }),
    })
    await sandbox.close()
    expect(sandbox.invitationsTo).toEqual({ kind: 'outbox', folder: join(folder, expected) })
  })

  it('puts invitations into output/outbox when it keeps nothing else', async () => {
    const sandbox = await openSandbox({ port: 0, data: ':memory:' })
    await sandbox.close()
    expect(sandbox.invitationsTo).toEqual({ kind: 'outbox', folder: resolve('output', 'outbox') })
  })

  it('refuses an address that is no mail server before it touches the data file', async () => {
    const data = join(await makeTemporaryFolder(), 'sandbox.sqlite')
    await expect(openSandbox({ port: 0, data, smtp: 'mail.example' })).rejects.toMatchObject({ code: 'configuration' })
    await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses a port that is taken', async () => {
    const { baseUrl } = await startForTest()
    const port = Number(new URL(baseUrl).port)
    await expect(openSandbox({ port, data: ':memory:' })).rejects.toMatchObject({
      code: 'configuration',
      message: `port ${port} on 127.0.0.1 is taken`,
    })
  })

  it('closes while a connection hangs', async () => {
    const sandbox = await openSandbox({ port: 0, data: ':memory:' })
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(sandbox.baseUrl).port) })
    const ended = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
    socket.resume()
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('POST /version-test/api/1.1/wf/rwa_create HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    await sandbox.close()
    await ended
  })
})
