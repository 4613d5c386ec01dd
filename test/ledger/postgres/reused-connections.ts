import type * as connect from '../../../src/ledger/postgres/connection/connect.ts'

type Connection = connect.Connection

const idle = new Map<string, Connection[]>()

/** Connections are left for the next test: what each new one finds out of the schema costs the server 20 ms. */
export function reuseConnections({ connectTo, endConnection, ...rest }: typeof connect): typeof connect {
  const places = new WeakMap<Connection, Connection[]>()
  return {
    ...rest,
    async connectTo(options) {
      const key = `${options.address.schema} ${options.isForGroups}`
      const place = idle.get(key) ?? []
      idle.set(key, place)
      const connection = place.pop() ?? (await connectTo(options))
      places.set(connection, place)
      return connection
    },
    async endConnection(connection, clock) {
      const { client } = connection
      client
        .removeAllListeners('notification')
        .removeAllListeners('error')
        .on('error', () => {})
      try {
        await client.query('ROLLBACK; UNLISTEN *')
        places.get(connection)?.push(connection)
      } catch {
        await endConnection(connection, clock)
      }
    },
  }
}

export async function endConnections(): Promise<void> {
  const connections = [...idle.values()].flatMap((place) => place.splice(0))
  await Promise.all(connections.map(({ client }) => client.end()))
}
