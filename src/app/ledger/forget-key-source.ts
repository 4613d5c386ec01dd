import { runSecretCommand } from '../../client/secret-command.ts'
import type { KeyLocator } from '../../ledger/forgetting/forget-key.ts'
import { findForgetKeyFile, type HostEnvironment } from '../../ledger/ledger-location.ts'

/** More than any key has. */
const longestText = 1_000

/**
 * A command of the environment goes before a file. It runs once at most, when the key is needed, and never comes from a
 * profile, which may be a stranger's.
 */
export function locateForgetKey(surroundings: HostEnvironment): KeyLocator {
  const { env } = surroundings
  const command = env['RWA_FORGET_KEY_COMMAND']
  if (command === undefined || command === '') return (ledgerId) => findForgetKeyFile(surroundings, ledgerId)
  let printed: Promise<string> | undefined
  const print = (): Promise<string> => {
    printed ??= runSecretCommand('key', command, env, readText)
    return printed
  }
  return () => ({ print })
}

async function readText(output: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of output) if (text.length < longestText) text += Buffer.from(chunk).toString('latin1')
  return text
}
