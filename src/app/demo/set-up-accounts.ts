import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSandbox } from '../../sandbox/server.ts'

const password = 'correct horse battery staple'

/**
 * Opens the link in the newest e-mail to each address, as its reader does, and sends the form. `data`: of the sandbox
 * that sent the e-mails. Returns one line for each.
 */
export async function setUpAccounts(data: string, addresses: readonly string[]): Promise<string[]> {
  const sandbox = await openSandbox({ data })
  try {
    const lines: string[] = []
    for (const address of addresses) {
      const path = findSetupPath(join(dirname(data), 'outbox'), address)
      if (path === undefined) lines.push(`${address}: no e-mail`)
      else {
        const { ok } = await fetch(new URL(path, sandbox.baseUrl), {
          method: 'POST',
          body: new URLSearchParams({ password, repeated: password }),
        })
        lines.push(`${address}: ${ok ? 'account set up' : 'set up before'}`)
      }
    }
    return lines
  } finally {
    await sandbox.close()
  }
}

/** Of the newest e-mail; the port of the sandbox that sent it may be another one. */
function findSetupPath(outbox: string, address: string): string | undefined {
  const mails = readdirSync(outbox)
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
  return /http:\/\/[\d.]+:\d+(\/version-test\/setup\/[\w-]+)/.exec(
    mails.findLast((mail) => mail.includes(address)) ?? '',
  )?.[1]
}
