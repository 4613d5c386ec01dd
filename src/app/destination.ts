import { resolve } from 'node:path'
import { identifyAddress, isTestAddress, parseBaseUrl } from '../client/base-url.ts'
import { readToken, Token, type TokenSources } from '../client/token.ts'
import type { FaultPlan } from '../sandbox/faults/plan.ts'
import type { Clock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import type { TargetAddress } from './find-target.ts'
import type { Rehearsal } from './rehearsal/evaluate-rehearsal.ts'

/** What one run sends to: the remote service, or the sandbox in this process. */
export interface Destination extends TargetAddress {
  /** As a person knows it. */
  label: string
  isTest: boolean
  baseUrl: string
  token: Token
  /** Given when the sandbox misbehaves by plan. */
  rehearsal?: Rehearsal
  close(): Promise<void>
}

/** Where somebody wants to send. */
export interface DestinationOptions extends Pick<TokenSources, 'tokenFile' | 'stdin'> {
  /** The embedded service instead of an address. */
  sandbox: boolean
  faults: FaultPlan | undefined
  /** Undefined: `RWA_BASE_URL`. */
  baseUrl: string | undefined
  /** False where nothing will be sent. */
  needsToken: boolean
  /** `RWA_API_TOKEN` is taken out of it once it is read. */
  env: Record<string, string | undefined>
  /** Of the sandbox, which lives in this process. */
  clock: Clock
}

/** Where the sandbox serves unless somebody says otherwise; report links hold it. */
export const sandboxPort = 4010

/** A copy of the environment; in the original there is no token from then on, since Node's own crash reports show it. */
export function extractToken(env: Record<string, string | undefined>): TokenSources['env'] {
  const copy = { ...env }
  delete env['RWA_API_TOKEN']
  return copy
}

/** @throws BatchError when no address or token is given, or one that cannot be used. */
export async function openDestination(options: DestinationOptions, logger: Logger): Promise<Destination> {
  const env = extractToken(options.env)
  if (options.sandbox) return openSandbox(options, logger)
  if (options.faults !== undefined) {
    throw new BatchError('usage', '‹faults› is for the sandbox', {
      hint: 'Add ‹sandbox› to rehearse; the service itself is not made to misbehave.',
    })
  }
  const address = options.baseUrl ?? env['RWA_BASE_URL']
  if (address === undefined || address === '') {
    throw new BatchError('configuration', 'there is no base address', {
      hint: 'Give ‹baseUrl› <url> or set RWA_BASE_URL; ‹sandbox› tries everything out without the service.',
    })
  }
  const baseUrl = parseBaseUrl(address)
  return reachService(baseUrl, options.needsToken ? await readToken({ ...options, env }) : new Token('none-needed'))
}

/** @throws BatchError `configuration` for an address that cannot be used. */
export function reachService(address: string, token: Token): Destination {
  const baseUrl = parseBaseUrl(address)
  const isTest = isTestAddress(baseUrl)
  return { address: identifyAddress(baseUrl), label: baseUrl, isTest, baseUrl, token, close: async () => {} }
}

/** Its usual port keeps report links good from run to run; any other one serves as well. */
async function openSandbox(
  { faults, clock }: Pick<DestinationOptions, 'faults' | 'clock'>,
  logger: Logger,
): Promise<Destination> {
  const { startSandbox } = await import('../sandbox/server.ts')
  const data = resolve('output', 'sandbox.sqlite')
  const options = { data, clock, ...(faults === undefined ? {} : { faults }) }
  const sandbox = await startSandbox({ ...options, port: sandboxPort }).catch((error: unknown) => {
    logger.debug(`the sandbox takes any free port: ${String(error)}`)
    return startSandbox({ ...options, port: 0 })
  })
  const [company] = sandbox.companies
  if (company === undefined) throw new BatchError('defect', 'the sandbox has no company')
  const service = reachService(sandbox.baseUrl, new Token(company.token))
  return {
    ...service,
    address: `sandbox:${data}`,
    dataId: sandbox.store.id,
    label: `sandbox:${data}`,
    ...(faults === undefined ? {} : { rehearsal: { sandbox, company: company.name } }),
    close: () => sandbox.close(),
  }
}
