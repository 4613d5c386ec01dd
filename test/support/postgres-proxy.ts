import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Stands between a ledger and its database, on a socket of its own. */
export interface PostgresProxy {
  /** The same address, through the proxy. */
  address: string
  /**
   * The answer to the next question that has this text in it is thrown away, and its connection cut: the database has done
   * what it was asked, and nobody hears of it. Resolves once that has happened.
   */
  loseAnswerTo(text: string): Promise<void>
  /** The next question with this text never gets there, and its connection is cut. */
  loseQuestion(text: string): Promise<void>
  /** From now on nothing passes, and nobody is told. */
  swallow(): void
  /** What was held up arrives after all, or never does: its connections are cut then. */
  heal(end: 'late' | 'never'): void
  /** Called with the next question that fits, when its answer is there and before it is passed on. */
  beforeAnswerTo(pattern: RegExp, act: (question: string) => void): void
  /** From now on nobody gets through, and who did is cut off; until they are joined again. */
  part(): void
  join(): void
}

interface Trap {
  text: string
  loses: 'answer' | 'question'
  sprung(): void
}

interface Watch {
  pattern: RegExp
  act(question: string): void
}

/** In front of a server on a socket in a folder. */
export async function createProxy(address: string): Promise<PostgresProxy> {
  const url = new URL(address)
  const behind = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const folder = mkdtempSync(join(tmpdir(), 'rwa-proxy-'))
  const sockets = new Set<Socket>()
  let trap: Trap | undefined
  let watch: Watch | undefined
  let isSwallowing = false
  let isParted = false
  const server = createServer((client) => {
    if (isParted) {
      client.destroy()
      return
    }
    const upstream = createConnection(behind)
    let caught: Trap | undefined
    let watched: (() => void) | undefined
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      if (isSwallowing) socket.pause()
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => {
      if (trap !== undefined && data.includes(trap.text)) {
        caught = trap
        trap = undefined
        if (caught.loses === 'question') return spring(caught)
      }
      const question = watch === undefined ? '' : data.toString('latin1')
      if (watch?.pattern.test(question)) {
        const { act } = watch
        watched = () => act(question)
        watch = undefined
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      watched?.()
      watched = undefined
      if (caught === undefined) client.write(data)
      else spring(caught)
    })

    function spring({ sprung }: Trap): void {
      client.destroy()
      sprung()
    }
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  url.searchParams.set('host', folder)

  function set(text: string, loses: Trap['loses']): Promise<void> {
    return new Promise((sprung) => {
      trap = { text, loses, sprung }
    })
  }

  return {
    address: url.href,
    loseAnswerTo: (text) => set(text, 'answer'),
    loseQuestion: (text) => set(text, 'question'),
    swallow() {
      isSwallowing = true
      for (const socket of sockets) socket.pause()
    },
    heal(end) {
      isSwallowing = false
      for (const socket of sockets) {
        if (end === 'late') socket.resume()
        else socket.destroy()
      }
    },
    beforeAnswerTo(pattern, act) {
      watch = { pattern, act }
    },
    part() {
      isParted = true
      for (const socket of sockets) socket.destroy()
    },
    join() {
      isParted = false
    },
  }
}
