import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificate, privateKey } from '../client/certificate.ts'
import { Workspace } from '../support/program.ts'
import { startService, token } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** The only way out of a company's network: it opens tunnels, and sees nothing of what goes through. */
async function startProxy(behind: number): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`)
    const tunnel = connect(behind, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    for (const end of [tunnel, socket]) end.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  })
  return { port: await listen(proxy), asked }
}

describe('a proxy that the environment names', () => {
  it('carries a whole run of the program, and is never shown the token', async () => {
    const service = await startService()
    const { port: plain } = new URL(service.baseUrl)
    const secured = await listen(
      createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
        const onward = connect(Number(plain), '127.0.0.1')
        for (const end of [onward, socket]) end.on('error', () => {})
        socket.pipe(onward).pipe(socket)
      }),
    )
    const proxy = await startProxy(secured)
    const space = new Workspace({
      RWA_API_TOKEN: token,
      RWA_BASE_URL: 'https://service.example:8443/version-test/api',
      HTTPS_PROXY: `http://user:secret@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: 'certificate.pem',
    })
    space.write('certificate.pem', certificate)
    space.write('trips.csv', toCsv(trips(3)))
    const { code, summary, stderr } = await space.assess('trips.csv')
    expect([code, summary.outcomes]).toEqual([0, { scored: 3 }])
    expect(service.created()).toHaveLength(3)
    expect(proxy.asked[0]).toBe(`service.example:8443 Basic ${Buffer.from('user:secret').toString('base64')}`)
    expect(stderr).not.toContain('secret')
  })
})
