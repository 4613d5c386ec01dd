import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ZodError } from 'zod'
import type { Environment } from '../../client/base-url.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { readJsonObject } from '../option-files.ts'
import type { FoundProfile, Profile } from './profile.ts'
import { explainKey, explainValue } from './refused-keys.ts'
import { keysAt, profileSchema } from './schema.ts'

const maxReported = 10

/**
 * `env`: its `RWA_API_TOKEN` must not be in a profile.
 * @throws BatchError `configuration` that names every mistake with its place, the expected value and the actual one.
 */
export function readProfile(file: string, env: Environment = {}): FoundProfile {
  const hint = `Expected JSON such as {"baseUrl": "https://…", "assess": {"columns": {"Zielland": "destination"}}}.`
  const content = readWithoutSecrets(file, hint)
  requireProfile(file, content, env)
  return { file: resolve(file), profile: content }
}

/** The JSON parser quotes text that may be the token: its long words are left out. */
function readWithoutSecrets(file: string, hint: string): object {
  try {
    return readJsonObject(file, hint)
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    const [place = '', quoted] = error.message.split(/(?<= is not JSON: [^"]*)(?=")/)
    if (quoted === undefined) throw error
    throw new BatchError(error.code, place + quoted.replace(/[^\s"':,{}[\]]{6,}/g, '…'), { hint })
  }
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

interface TextAt {
  path: readonly string[]
  value: string
}

function listTexts(content: object, path: readonly string[] = []): TextAt[] {
  return Object.entries(content).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return { path: [...path, key], value }
    return typeof value === 'object' && value !== null ? listTexts(value, [...path, key]) : []
  })
}
