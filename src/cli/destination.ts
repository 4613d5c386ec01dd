import { resolve } from 'node:path'
import { identifyAddress, parseBaseUrl } from '../client/base-url.ts'
import { readToken, Token } from '../client/token.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import type { BatchArguments } from './batch-options.ts'
import { sandboxPort } from './output/sandbox-words.ts'
import { describeFaults } from './rehearsal/describe-faults.ts'
import type { Rehearsal } from './rehearsal/judge.ts'

/** What one run sends to: the remote service, or the sandbox in this process. */
export interface Destination {
  /** As the ledger knows it. */
  address: string
  /** Of the sandbox: which data it has. */
  dataId?: string
  /** As a person knows it. */
  label: string
  baseUrl: string
  token: Token
  /** Given when the sandbox misbehaves by plan. */
  rehearsal?: Rehearsal
  close(): Promise<void>
}

/** The options that say where. */
export type DestinationArguments = Pick<BatchArguments, 'sandbox' | 'faults' | 'baseUrl' | 'tokenFile' | 'dryRun'>

/** @throws BatchError when no address or token is given, or one that cannot be used. */
export async function openDestination(args: DestinationArguments, logger: Logger): Promise<Destination> {
  const env = { ...process.env }
  // Once it is read: Node's own crash reports show the environment.
  delete process.env['RWA_API_TOKEN']
  if (args.sandbox) return openSandboxDestination(args, logger)
  if (args.faults !== undefined) {
    throw new BatchError('usage', '--faults is for the sandbox', {
      hint: 'Add --sandbox to rehearse; the service itself is not made to misbehave.',
    })
  }
  const text = args.baseUrl ?? process.env['RWA_BASE_URL']
  if (text === undefined || text === '') {
    throw new BatchError('configuration', 'there is no base address', {
      hint: 'Give --base-url <url> or set RWA_BASE_URL; --sandbox tries everything out without the service.',
    })
  }
  const baseUrl = parseBaseUrl(text)
  const token = args.dryRun
    ? new Token('none-needed')
    : await readToken({ env, tokenFile: args.tokenFile, stdin: process.stdin })
  return { address: identifyAddress(baseUrl), label: baseUrl, baseUrl, token, close: async () => {} }
}

/** Its usual port keeps report links good from run to run; any other one serves as well. */
async function openSandboxDestination({ faults }: DestinationArguments, logger: Logger): Promise<Destination> {
  const { startSandbox } = await import('../sandbox/server.ts')
  const data = resolve('output', 'sandbox.sqlite')
  const options = { data, ...(faults === undefined ? {} : { faults }) }
  const sandbox = await startSandbox({ ...options, port: sandboxPort }).catch((error: unknown) => {
    logger.debug(`the sandbox takes any free port: ${String(error)}`)
    return startSandbox({ ...options, port: 0 })
  })
  const [company] = sandbox.companies
  if (company === undefined) throw new BatchError('defect', 'the sandbox has no company')
  if (faults !== undefined) for (const line of describeFaults(faults)) logger.warn(line)
  return {
    address: `sandbox:${data}`,
    dataId: sandbox.store.id,
    label: `sandbox:${data}`,
    baseUrl: parseBaseUrl(sandbox.baseUrl),
    token: new Token(company.token),
    ...(faults === undefined ? {} : { rehearsal: { sandbox, company: company.name } }),
    close: () => sandbox.close(),
  }
}
