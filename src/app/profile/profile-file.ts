import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ZodError } from 'zod'
import type { Environment } from '../../client/base-url.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { find } from '../../messages/catalogue.ts'
import { flagName, listSettings, longFlag, takes, toCamelCase } from '../../settings/all.ts'
import { nearestMatch } from '../../sheet/nearest-match.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { BatchError } from '../../support/errors.ts'
import { readProcessEnvironment } from '../library-process.ts'
import { readJsonObject } from '../option-files.ts'
import { recordAgreement } from './agreement.ts'
import type { FoundProfile, Profile } from './profile.ts'
import { keysAt, profileSchema } from './schema.ts'

const maxReported = 10

/**
 * `env`: its `RWA_API_TOKEN` must not be in a profile.
 * @throws BatchError `configuration` that names every mistake with its place, the expected value and the actual one.
 */
export function readProfile(file: string, env: Environment = {}): FoundProfile {
  const hint = `Expected JSON such as {"baseUrl": "https://…", "assess": {"columns": {"Zielland": "destination"}}}.`
  // The JSON parser quotes text that may be the token: its long words are left out.
  const mask = (reason: string): string => {
    const [place = '', ...quoted] = reason.split('"')
    return [place, ...quoted.map((text) => text.replace(/[^\s"':,{}[\]]{6,}/g, '…'))].join('"')
  }
  const content = readJsonObject(file, hint, mask)
  requireProfile(file, content, env)
  return { file: resolve(file), profile: content }
}

/** @throws BatchError `configuration`; the message never repeats text that may be the token. */
export function requireProfile(file: string, content: object, env: Environment = {}): asserts content is Profile {
  const token = env['RWA_API_TOKEN']
  const secrets = listTexts(content).flatMap(({ path, value }) => {
    const reason = explainValue(String(path[0]), value, token)
    if (reason === undefined) return []
    // Asked of nothing else: a path may lead to another machine.
    const isFile = (path[0] === 'tokenFile' || path[0] === 'companies') && existsSync(resolve(dirname(file), value))
    return isFile && explainValue('', value, token) === undefined ? [] : `${nameOf(path)}: ${reason}`
  })
  const parsed = profileSchema.safeParse(content)
  const faults = [...secrets, ...(parsed.success || secrets.length > 0 ? [] : listFaults(parsed.error))]
  if (faults.length === 0) return
  const more = faults.length > maxReported ? `; and ${faults.length - maxReported} more` : ''
  const shown = `${faults.slice(0, maxReported).join('; ')}${more}`
  throw new BatchError('configuration', find('profile-faulty', { file, faults: shown }))
}

function listFaults({ issues }: ZodError): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${nameOf([...issue.path, key])}: ${explainKey(key, keysAt(issue.path))}`)
    }
    return `${nameOf(issue.path)}: ${issue.message}`
  })
}

/** `"assess"."columns"."Zielland"`. */
function nameOf(path: readonly PropertyKey[]): string {
  return path.map((key) => JSON.stringify(String(key))).join('.')
}

function listTexts(content: object, path: readonly string[] = []): { path: readonly string[]; value: string }[] {
  return Object.entries(content).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return { path: [...path, key], value }
    return typeof value === 'object' && value !== null ? listTexts(value, [...path, key]) : []
  })
}

const tokenForbidden =
  'a profile must not contain the token, because profiles are copied and shared: keep it in a file that only you can read and name that with "tokenFile", or set RWA_API_TOKEN'
const decidedPerRun = 'it is decided for each run: give it on the command line'

const secretWords = /token|bearer|secret|passw|api[-_ ]?key|credential|authori[sz]ation/i

/** Options of a run that no profile may hold, by each of their names. */
const perRun: ReadonlySet<string> = new Set(
  listSettings()
    .filter(([, setting]) => setting.profile === undefined && takes('decide', setting))
    .flatMap(([name, setting]) => [name, flagName(setting), toCamelCase(longFlag(setting))]),
)

/** Reason why a key is refused, with the nearest known key. Pure. */
export function explainKey(key: string, known: readonly string[] | undefined): string {
  const reason = perRun.has(key) ? decidedPerRun : secretWords.test(key) ? tokenForbidden : undefined
  if (reason !== undefined) return reason
  const meant = known === undefined ? undefined : nearestMatch(key, known)
  if (meant !== undefined) return `there is no such key; did you mean "${meant}"?`
  return `there is no such key${known === undefined ? '' : `; expected one of ${known.join(', ')}`}`
}

/** Reason why a value is refused; undefined for a valid one. `token` is the one in use, if known. Pure. */
export function explainValue(key: string, value: string, token: string | undefined): string | undefined {
  if (token !== undefined && token.length >= 8 && value.includes(token)) return tokenForbidden
  if (/^Bearer\s/i.test(value)) return tokenForbidden
  const looksLikeToken = /^[\w+=~-]{20,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
  if ((key === 'tokenFile' || key === 'companies') && looksLikeToken) return tokenForbidden
  if (key === 'baseUrl' && /[?#@]/.test(value))
    return `an address without user name, password and query is expected; ${tokenForbidden}`
  if (key === 'ledger' && isDatabaseAddress(value) && /^[^/]*\/\/[^/?#]*:[^/?#@]*@/.test(value)) {
    return 'an address without a password is expected; it comes from PGPASSWORD, ~/.pgpass or RWA_LEDGER'
  }
  return undefined
}

/**
 * Writes a profile atomically and keeps the order of its keys; its user has agreed to it then. `isNew` never replaces a
 * file. `env`: of its user; its `RWA_API_TOKEN` must not be in a profile.
 * @throws BatchError `configuration` for a profile that is not valid, `surroundings` when it cannot be written.
 */
export function writeProfile(
  file: string,
  profile: Profile,
  { isNew = false, env = readProcessEnvironment().env }: { isNew?: boolean; env?: Environment } = {},
): void {
  requireProfile(file, profile, env)
  const text = `${JSON.stringify(profile, null, 2)}\n`
  const temporary = `${file}.${process.pid}.partial`
  try {
    // Keep the access rights of the file.
    const mode = statSync(file, { throwIfNoEntry: false })?.mode
    writeFileSync(isNew ? file : temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    if (!isNew) renameSync(temporary, file)
  } catch (error) {
    throw toWriteError(error, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  recordAgreement({ file: resolve(file), profile }, { ...readProcessEnvironment(), env })
}
