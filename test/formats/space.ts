import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { certificate, privateKey } from '../client/certificate.ts'
import { type Clock, systemClock } from '../rooms/support.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { startInProcess } from '../support/in-process.ts'
import { refusal, type Service, token } from '../support/service.ts'

/** The same for whoever made the files, and for every later build. */
export const address = 'https://service.example/version-test/api'
const start = Date.UTC(2026, 2, 2, 9)
const { sleep } = systemClock

type WhenOver = (end: () => void) => void

async function listen(server: Server, whenOver: WhenOver): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => server.close())
  return (server.address() as AddressInfo).port
}

/** The way to an address that is on no machine: a tunnel of a proxy, whose end is the service of the test. */
async function openWay(plain: number, whenOver: WhenOver): Promise<string> {
  const carry = (from: ReturnType<typeof connect>, port: number, before = ''): void => {
    const onward = connect(port, '127.0.0.1', () => {
      from.write(before)
      onward.pipe(from).pipe(onward)
    })
    for (const [end, other] of [
      [onward, from],
      [from, onward],
    ] as const) {
      end.on('error', () => {})
      end.once('close', () => other.destroy())
    }
    whenOver(() => void from.destroy())
  }
  const secured = await listen(
    createTlsServer({ cert: certificate, key: privateKey }, (socket) => carry(socket, plain)),
    whenOver,
  )
  const proxy = createServer().on('connect', (_, socket) =>
    carry(socket as ReturnType<typeof connect>, secured, 'HTTP/1.1 200 Connection established\r\n\r\n'),
  )
  return `http://127.0.0.1:${await listen(proxy, whenOver)}`
}

export interface Said {
  code: number
  stdout: string
  stderr: string
  summary: { outcomes: Record<string, number>; alreadyDone: number }
}

/** A user's folder and home, the service at the one address, and a clock that begins on a day of its own. */
export interface Space {
  folder: string
  service: Service
  clock: Clock
  env: Readonly<Record<string, string>>
  path(name: string): string
  write(name: string, content: string | Uint8Array): void
  run(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Said>
}

/** `later`: days since the files were made. */
export async function openSpace(folder: string, whenOver: WhenOver, later = 0): Promise<Space> {
  let isMended = later > 0
  const service = await startDecisionService(({ endpoint, fields }) => {
    if (endpoint !== 'rwa_create' || isMended) return undefined
    if (fields['employeeId'] === 'E-003') return 'drop'
    return fields['employeeId'] === 'E-004' ? refusal('The role is not known') : undefined
  }, whenOver)
  whenOver(() => {
    isMended = true
  })
  const way = await openWay(Number(new URL(service.baseUrl).port), whenOver)
  // The certificate is of no authority, which Node.js itself is asked to bear.
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  whenOver(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  })
  const since = performance.now()
  const clock: Clock = {
    now: () => Math.floor(start + later * 86_400_000 + (performance.now() - since) * 50),
    sleep: (ms, signal) => sleep(ms / 50, signal),
  }
  // The times of requests are of the machine's clock.
  const machine = { ...systemClock }
  Object.assign(systemClock, clock)
  whenOver(() => void Object.assign(systemClock, machine))
  const path = (name: string): string => join(folder, name)
  const env = { HOME: path('home'), RWA_API_TOKEN: token, HTTPS_PROXY: way }
  return {
    folder,
    service,
    clock,
    env,
    path,
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), content)
    },
    async run(args, more = {}) {
      const { code, stdout, stderr } = await startInProcess(args, { folder, env: { ...env, ...more } }, clock).ended
      const last = stdout.trimEnd().split('\n').at(-1) ?? ''
      return {
        code,
        stdout,
        stderr,
        summary: last.startsWith('{') ? JSON.parse(last) : { outcomes: {}, alreadyDone: 0 },
      }
    },
  }
}
