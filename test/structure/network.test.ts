import { describe, expect, it } from 'vitest'
import { readSources, type Source } from '../support/source-tree.ts'

/** Value imports of what can open a connection, and the global functions that do. */
const networkUse =
  /^import (?!type\b)[^'"]*from '(?:node:(?:net|http|https|http2|tls|dgram|dns)|undici|pg|bullmq|nodemailer|@hono\/node-server)'|\bimport\('(?:undici|pg|bullmq|nodemailer|node:(?:net|http|https|tls))'\)|(?<![\w.])fetch\((?=['"`\w])|\bnew (?:WebSocket|EventSource)\(/m

/** The files that reach out or listen, with what for. A further one is a decision about what leaves the machine. */
const networkers: Readonly<Record<string, string>> = {
  'client/transport.ts': 'the service, and the address of --notify',
  'client/answer.ts': 'nobody: the names of HTTP statuses',
  'sandbox/mail/outbox.ts': 'nobody: mails as files',
  'ledger/postgres/connection/connect.ts': 'the ledger of a team',
  'ledger/postgres/connection/guarded-client.ts': 'the same',
  'jobs/bullmq.ts': 'the queue in the database of a team',
  'web/server/page-door.ts': 'listens on loopback: the page',
  'web/running-page.ts': 'on loopback: the page that runs already',
  'web/page/api.ts': 'the page in the browser asks its own server',
  'sandbox/server.ts': 'listens on loopback: the sandbox',
  'sandbox/faults/listener.ts': 'listens on loopback: the sandbox',
  'sandbox/faults/connection-gate.ts': 'listens on loopback: the sandbox',
  'cli/commands/demo.ts': 'the sandbox of the same process',
  'sandbox/mail/mailer.ts': 'the mail server that --smtp names',
}

function findNetworkers(sources: readonly Source[]): string[] {
  return sources.filter(({ text }) => networkUse.test(text)).map(({ path }) => path)
}

describe('connections', () => {
  it('are opened by the files that this list names, and by no other: nothing phones home', () => {
    expect(findNetworkers(readSources()).filter((path) => networkers[path] === undefined)).toEqual([])
  })

  it.each([
    "import { request } from 'undici'",
    "import https from 'node:https'",
    "const { Pool } = await import('pg')",
    "await fetch('https://telemetry.example')",
  ])('are noticed in a file that is not named: %s', (text) => {
    expect(findNetworkers([{ path: 'app/version.ts', text }])).toEqual(['app/version.ts'])
  })

  it('are not found in an import of types', () => {
    expect(findNetworkers([{ path: 'client/exchange.ts', text: "import type { Dispatcher } from 'undici'" }])).toEqual(
      [],
    )
  })
})
