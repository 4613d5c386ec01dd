// A PostgreSQL whose address is said once it is ready, and that ends with the standard input: the system closes that even
// if whoever started this was killed.
import { rmSync } from 'node:fs'
import { findPrograms, OwnServer } from './own-postgres.mjs'

// Whether it has been through a table must not depend on the time that passes.
const server = new OwnServer(findPrograms() ?? '', { settings: ['autovacuum=off'] })
process.once('exit', () => rmSync(server.folder, { recursive: true, force: true }))
// Whoever started this may be gone before the server is ready.
process.stdout.on('error', () => {})
await server.start()
process.stdout.write(server.address)
process.stdin.resume().once('end', () => server.stop())
