import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import type { Environment } from './base-url.ts'

/** Other secrets than the one that it prints are not its business. */
const secrets = ['RWA_API_TOKEN', 'PGPASSWORD', 'RWA_LEDGER']

/** A person may have to unlock a password manager. */
const timeoutMs = 120_000

/**
 * The output of a command of the shell, read by `read`. Its questions and messages are for the terminal. Neither the
 * command nor its output stands in a message: both may hold a secret.
 * @throws BatchError `configuration` when the command cannot be started, or fails
 */
export async function runSecretCommand<Result>(
  printed: 'token' | 'key',
  command: string,
  env: Environment,
  read: (output: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const child = spawn(command, {
    shell: true,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name))),
    stdio: ['inherit', 'pipe', 'inherit'],
    timeout: timeoutMs,
  })
  const ended = once(child, 'close')
  // Awaited below; a failed start also ends the output.
  ended.catch(() => {})
  try {
    const result = await read(child.stdout)
    const [code, signal]: unknown[] = await ended.catch(() => [null, 'it did not start'])
    if (code !== 0)
      throw new BatchError(
        'configuration',
        find('secret-command-failed', { printed, ending: signal === null ? `exit code ${code}` : String(signal) }),
      )
    return result
  } finally {
    child.kill()
  }
}
