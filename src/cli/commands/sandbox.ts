import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readSandboxConfig } from '../../sandbox/config.ts'
import { type OpenSandbox, openSandbox } from '../../sandbox/server.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { describeFaults } from '../output/format-faults.ts'
import { createMessages } from '../output/messages.ts'
import { printResult } from '../output/print.ts'
import type { CommandSession } from '../setting-options.ts'

export async function serveSandbox({ host, args }: CommandSession): Promise<ExitCode> {
  // It may hold a password, and Node's crash reports print the environment.
  const { RWA_SMTP_URL: server } = host.env
  delete host.env['RWA_SMTP_URL']
  const smtp = args.smtp ?? server
  const data = args.data === ':memory:' ? args.data : resolve(args.data)
  if (data !== ':memory:') mkdirSync(dirname(data), { recursive: true, mode: 0o700 })
  const logger = createMessages(host, {})
  const sandbox = await openSandbox({
    port: args.port ?? 0,
    data,
    logger,
    ...(args.config === undefined ? {} : { config: await readSandboxConfig(args.config) }),
    ...(smtp === undefined ? {} : { smtp }),
    ...(args.readyAfter === undefined ? {} : { readyAfterMs: args.readyAfter }),
    ...(args.faults === undefined ? {} : { faults: args.faults }),
  })
  // Before the first output: a program that reads it may interrupt this process at once.
  const interrupted = new Promise<void>((done) => {
    const unlisten = host.onSignal(['SIGINT', 'SIGTERM'], () => {
      unlisten()
      done()
    })
  })
  if (args.faults !== undefined) for (const line of describeFaults(args.faults)) logger.warn(line)
  const { baseUrl, companies, lists } = sandbox
  printResult({ host, args }, { baseUrl, companies, lists }, describe(sandbox))
  await interrupted
  await sandbox.close()
  return 0
}

function describe({ baseUrl, companies, invitationsTo }: OpenSandbox): string[] {
  return [
    `The sandbox serves ${baseUrl} until interrupted (Ctrl-C). Its scores are simulated.`,
    ...companies.map(({ name, token, staff }) => {
      const members = staff.map(({ staff_id, activated }) => `${staff_id} (${activated ? 'activated' : 'pending'})`)
      return `  ${name}: token ${token}, compliance staff ${members.join(', ')}`
    }),
    `Invitations go to ${invitationsTo.kind === 'smtp' ? invitationsTo.server : `${invitationsTo.folder} as .eml files`}; their links open here.`,
    `Try: RWA_API_TOKEN=${companies[0]?.token ?? ''} rwa-batch assess trips.xlsx --base-url ${baseUrl}`,
  ]
}
