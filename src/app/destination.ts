import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findMisspeltTest, identifyAddress, isTestAddress, parseBaseUrl } from '../client/base-url.ts'
import { readToken, Token, type TokenSources } from '../client/token.ts'
import { findUserDataFolder, type HostEnvironment } from '../ledger/ledger-location.ts'
import { find } from '../messages/catalogue.ts'
import type { FaultPlan } from '../sandbox/faults/plan.ts'
import type { SettingValues } from '../settings/all.ts'
import { toWriteError } from '../sheet/writing/temporary-files.ts'
import type { Clock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import type { TargetAddress } from './ledger/find-target.ts'
import { type FoundProfile, resolvePath } from './profile/profile.ts'
import type { Rehearsal } from './rehearsal/evaluate-rehearsal.ts'

export interface Destination extends TargetAddress {
  label: string
  isTest: boolean
  baseUrl: string
  token: Token
  /** False where none was given, to a command that needs none. */
  hasToken: boolean
  /** Set when the sandbox has a fault plan. */
  rehearsal?: Rehearsal
  close(): Promise<void>
}

export interface DestinationOptions
  extends Pick<TokenSources, 'tokenFile' | 'tokenCommand' | 'stdin'>,
    Pick<SettingValues, 'sandbox' | 'baseUrl'> {
  faults: FaultPlan | undefined
  /** `if given`: what sends nothing refuses a wrong token, but does without one. */
  needsToken: 'yes' | 'if given' | 'no'
  /** `RWA_API_TOKEN` is removed from it once it is read. */
  env: Record<string, string | undefined>
  /** For the sandbox, which runs in this process. */
  clock: Clock
}

/** Default port of the sandbox; report links contain it. */
export const sandboxPort = 4010

/** Copies the environment and removes the token from the original: Node's crash reports print the environment. */
export function extractToken(env: Record<string, string | undefined>): TokenSources['env'] {
  const copy = { ...env }
  delete env['RWA_API_TOKEN']
  return copy
}

/** @throws BatchError `configuration` without an address, and for one that cannot be used. */
export function requireBaseUrl(given: string | undefined, env: TokenSources['env']): string {
  const address = given ?? env['RWA_BASE_URL']
  if (address === undefined || address === '') throw new BatchError('configuration', find('no-address'))
  return parseBaseUrl(address)
}

/** @throws BatchError when the address or token is missing or cannot be used. */
export async function openDestination(options: DestinationOptions, logger: Logger): Promise<Destination> {
  const env = extractToken(options.env)
  if (options.sandbox) return reachSandbox(options, logger)
  if (options.faults !== undefined) throw new BatchError('usage', find('faults-without-sandbox'))
  const baseUrl = requireBaseUrl(options.baseUrl, env)
  const misspelt = findMisspeltTest(baseUrl)
  if (misspelt !== undefined) {
    logger.warn(`${baseUrl} counts as production: “${misspelt}” in it is not “version-test”, the test environment`)
  }
  const { needsToken, tokenFile, tokenCommand } = options
  const isGiven = [tokenCommand, tokenFile, env['RWA_API_TOKEN']].some((given) => given !== undefined)
  const hasToken = needsToken === 'if given' ? isGiven : needsToken === 'yes'
  return {
    ...reachService(baseUrl, hasToken ? await readToken({ ...options, env }) : new Token('none-needed')),
    hasToken,
  }
}

/** @throws BatchError `configuration` for an address that cannot be used. */
export function reachService(address: string, token: Token): Destination {
  const baseUrl = parseBaseUrl(address)
  const names = { address: identifyAddress(baseUrl), label: baseUrl, isTest: isTestAddress(baseUrl) }
  return { ...names, baseUrl, token, hasToken: true, close: async () => {} }
}

/** The default port keeps report links valid from run to run; any other port works too. */
async function reachSandbox({ faults, clock }: DestinationOptions, logger: Logger): Promise<Destination> {
  const { openSandbox } = await import('../sandbox/server.ts')
  const data = resolve('output', 'sandbox.sqlite')
  const options = { data, clock, ...(faults === undefined ? {} : { faults }) }
  const sandbox = await openSandbox({ ...options, port: sandboxPort }).catch((error: unknown) => {
    logger.debug(`the sandbox takes any free port: ${String(error)}`)
    return openSandbox({ ...options, port: 0 })
  })
  const [company] = sandbox.companies
  if (company === undefined) throw new BatchError('defect', 'the sandbox has no company')
  const address = `sandbox:${data}`
  return {
    ...reachService(sandbox.baseUrl, new Token(company.token)),
    address,
    label: address,
    dataId: sandbox.store.id,
    ...(faults === undefined ? {} : { rehearsal: { sandbox, company: company.name } }),
    close: () => sandbox.close(),
  }
}

/** The destination of a running program. Its token, for this address alone, may come later or be replaced. */
export class TokenAccess {
  #destination: Destination
  /** `none`: it must be given before anything is sent. */
  #source: 'none' | 'start' | 'typed'
  /** The new token belongs to the same company. */
  #isRotated = false
  readonly #held: Token[]

  constructor(destination: Destination) {
    this.#destination = destination
    this.#source = destination.hasToken ? 'start' : 'none'
    this.#held = [destination.token]
  }

  get destination(): Destination {
    return this.#destination
  }

  get source() {
    return this.#source
  }

  get isRotated(): boolean {
    return this.#isRotated
  }

  /** @throws BatchError `configuration` for a text that cannot be a token. */
  replaceToken(text: string, { isRotated }: { isRotated: boolean }): void {
    const token = new Token(text)
    this.#held.push(token)
    this.#destination = { ...this.#destination, token }
    this.#source = 'typed'
    this.#isRotated = isRotated
  }

  /** @throws BatchError `configuration` without a token. */
  requireToken(): void {
    if (this.#source !== 'none') return
    throw new BatchError('configuration', 'There is no access to the service yet', {
      hint: 'Give the token in Settings. Nothing was sent.',
    })
  }

  redact(text: string): string {
    return this.#held.reduce((rest, token) => token.redact(rest), text)
  }
}

/** Path of a saved token, one for each company, in the user's own folder. */
export function findTokenFile(company: string, surroundings: HostEnvironment): string {
  return join(findUserDataFolder(surroundings), `${company.replaceAll(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 60)}.token`)
}

/** For this user only. @throws BatchError on a system without such rights, and when it cannot be written. */
export function saveToken(file: string, text: string): void {
  if (process.platform === 'win32') {
    throw new BatchError('configuration', 'The token cannot be saved here in a file that only you can read', {
      hint: 'It is used until this program ends; have it set in the program’s environment.',
    })
  }
  const partial = `${file}.${process.pid}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${text.trim()}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(partial, file)
  } catch (error) {
    throw toWriteError(error, file)
  } finally {
    rmSync(partial, { force: true })
  }
}

export interface Company {
  label: string
  token: Token
}

export interface CompanySources extends TokenSources {
  profile: FoundProfile | undefined
  /** Label for the token when the profile names no companies. */
  company: string
}

/**
 * The companies of the profile with their tokens; else the single one.
 * @throws BatchError `configuration` when a token cannot be read, or its file is open to others.
 */
export async function readCompanies({ profile, company, ...sources }: CompanySources): Promise<Company[]> {
  const named = Object.entries(profile?.profile.companies ?? {})
  if (profile === undefined || named.length === 0) return [{ label: company, token: await readToken(sources) }]
  return Promise.all(
    named.map(async ([label, file]) => ({
      label,
      token: await readToken({ ...sources, env: {}, tokenCommand: undefined, tokenFile: resolvePath(profile, file) }),
    })),
  )
}
