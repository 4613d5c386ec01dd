import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { Client, type ClientConfig } from 'pg'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'

const revealing = ['authenticationCleartextPassword', 'authenticationMD5Password'] as const

/**
 * Gives the password away, as clear text or as an MD5 that can be tried out, only over a socket of this machine or over
 * TLS, which proves whose server it is. Any account may listen on a port of the loopback interface.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    const { connection, host, port, ssl } = this
    containErrors(connection.stream)
    connection.once('sslconnect', () => containErrors(connection.stream))
    if (host.startsWith('/') || ssl !== false) return
    const refuse = (): void => {
      const said = find('database-asks-password', { server: `${host}:${port}` })
      connection.stream.destroy(new BatchError('configuration', said))
    }
    // Before the driver's own listeners, which would answer: nothing is sent on a destroyed stream.
    for (const demand of revealing) connection.on(demand, refuse)
  }
}

/** The driver throws at bytes that it does not know, where nothing catches it: the process would end. */
function containErrors(stream: Pick<EventEmitter, 'emit'> & Pick<Duplex, 'destroy'>): void {
  const emit = stream.emit.bind(stream)
  stream.emit = (...given: Parameters<EventEmitter['emit']>) => {
    try {
      return emit(...given)
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)))
      return true
    }
  }
}
