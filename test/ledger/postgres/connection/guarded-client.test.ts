import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectTo, toClientConfig } from '../../../rooms/ledger/postgres.ts'
import { parseDatabaseAddress } from '../../../rooms/ledger.ts'
import { systemClock } from '../../../rooms/support.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../../support/postgres.ts'

const secret = 'S3cr3t-of-the-team'

/** What a server says: its kind of authentication, and whatever belongs to it. */
function demand(kind: number, more: Buffer | string = ''): Buffer {
  const content = Buffer.concat([Buffer.alloc(4), Buffer.from(more)])
  content.writeInt32BE(kind)
  const head = Buffer.from('R\0\0\0\0')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** A server that speaks as told, and keeps all that it gets. */
async function listen(speak: (socket: Socket, got: string, turn: number) => void) {
  let heard = ''
  const server = createServer((socket) => {
    let turn = 0
    socket.on('error', () => {})
    socket.on('data', (part) => {
      heard += part.toString('latin1')
      speak(socket, part.toString('latin1'), turn)
      turn += 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = `postgres://rwa@127.0.0.1:${(server.address() as AddressInfo).port}/rwa`
  return { address, heard: () => heard }
}

async function connectWithPassword(address: string): Promise<string> {
  const connection = await connectTo({
    address: { ...parseDatabaseAddress(address, {}), password: secret },
    clock: systemClock,
  })
  const { rows } = await connection.client.query('SELECT session_user AS name')
  await connection.client.end()
  return rows[0].name
}

describe('a listener on a port of this machine that asks for the password', () => {
  it.each([
    ['as clear text', demand(3)],
    ['as an MD5', demand(5, 'salt')],
  ])('%s gets none', async (_, asked) => {
    const { address, heard } = await listen((socket, __, turn) => void (turn === 0 && socket.write(asked)))
    await expect(connectWithPassword(address)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('gives it away'),
    })
    // The start-up message alone: user, database and settings.
    expect([heard().includes('rwa-batch'), heard().includes(secret), heard().includes('md5')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('and the driver alone would give it away', async () => {
    const { address, heard } = await listen((socket, __, turn) => {
      if (turn === 0) socket.write(demand(3))
      else socket.destroy()
    })
    const client = new Client({ ...toClientConfig(parseDatabaseAddress(address, {})), password: secret })
    client.on('error', () => {})
    await client.connect().catch(() => {})
    expect(heard()).toContain(secret)
  })
})

it.each<[string, (socket: Socket, got: string, turn: number) => void]>([
  [
    'asks for 2147483648 rounds of SCRAM',
    (socket, got, turn) => {
      if (turn === 0) return void socket.write(demand(10, 'SCRAM-SHA-256\0\0'))
      const nonce = /r=([^,]*)$/.exec(got)?.[1] ?? ''
      return void socket.write(demand(11, `r=${nonce}more,s=c2FsdHNhbHQ=,i=2147483648`))
    },
  ],
  ['speaks another protocol', (socket) => void socket.write(Buffer.from('z\0\0\0\u0004'))],
  ['wants an authentication that there is not', (socket) => void socket.write(demand(99))],
])('a server that %s is said as such, never as a defect', async (_, speak) => {
  const { address } = await listen(speak)
  await expect(connectWithPassword(address)).rejects.toMatchObject({
    code: 'surroundings',
    message: expect.stringContaining('is no PostgreSQL'),
  })
})

describe.skipIf(!hasOwnPostgres)('a real server', () => {
  const port = 40_000 + (process.pid % 20_000)
  const server = useOwnPostgres(['listen_addresses=127.0.0.1', `port=${port}`, 'password_encryption=scram-sha-256'])
  const tcp = `postgres://ann@127.0.0.1:${port}/postgres`
  let socket = ''

  beforeAll(async () => {
    socket = `postgres://ann@localhost:${port}/postgres?host=${server.folder()}`
    const admin = new Client({ host: server.folder(), port, user: 'rwa', database: 'postgres' })
    await admin.connect()
    await admin.query(`CREATE ROLE ann LOGIN PASSWORD '${secret}'`)
    const rules = join(server.folder(), 'data/pg_hba.conf')
    const before = readFileSync(rules, 'utf8')
    writeFileSync(rules, `local all ann password\nhost all ann 127.0.0.1/32 scram-sha-256\n${before}`)
    await admin.query('SELECT pg_reload_conf()')
    await admin.end()
  })

  it('gets it through its own socket, and proof of it over a port', async () => {
    expect([await connectWithPassword(socket), await connectWithPassword(tcp)]).toEqual(['ann', 'ann'])
  })
})
