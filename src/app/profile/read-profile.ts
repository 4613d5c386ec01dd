import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ZodError } from 'zod'
import { BatchError, codeOf } from '../../support/errors.ts'
import { readJsonObject } from '../option-files.ts'
import type { FoundProfile, Profile } from './profile.ts'
import { explainKey, explainValue } from './refused-keys.ts'
import { keysAt, profileSchema } from './schema.ts'

export const profileName = 'rwa-batch.json'
/** So many mistakes are told at once. */
const mostTold = 10

/** The profile that was named, else the one that serves in the folder; undefined where there is none. */
export function openProfile(named: string | undefined, folder: string): FoundProfile | undefined {
  const file = named ?? findProfile(folder)
  return file === undefined ? undefined : readProfile(file)
}

/**
 * The profile that serves in a folder: the one that stands there, or the nearest above it. It says where the token goes:
 * one above the folder counts only when it is this user's own, or the administrator's.
 * @throws BatchError `configuration` when the nearest one is somebody else's.
 */
export function findProfile(folder: string): string | undefined {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    const file = join(at, profileName)
    const owner = ownerOf(file)
    if (owner !== undefined) {
      if (at === start || isTrusted(owner, process.getuid?.())) return file
      throw new BatchError('configuration', `${file} was found above this folder, and belongs to another account`, {
        hint: 'A profile says where the token is sent: if it is meant, name it with ‹profile› <file>.',
      })
    }
    if (dirname(at) === at) return undefined
  }
}

/** The account that a file belongs to; undefined where there is no such file, or none that can be looked at. */
function ownerOf(file: string): number | undefined {
  try {
    const status = statSync(file, { throwIfNoEntry: false })
    return status?.isFile() === true ? status.uid : undefined
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    throw error
  }
}

/** Where there are no accounts by number (Windows), folders are guarded by their rights alone. */
export function isTrusted(owner: number, user: number | undefined): boolean {
  return user === undefined || owner === user || owner === 0
}

/** @throws BatchError `configuration` that names every mistake with its place, what was expected and what came. */
export function readProfile(file: string): FoundProfile {
  const hint = `Expected JSON such as {"baseUrl": "https://…", "assess": {"columns": {"Zielland": "destination"}}}.`
  const content = readQuietly(file, hint)
  requireProfile(file, content)
  return { file: resolve(file), profile: content }
}

/** What cannot be parsed is quoted by the parser, and may be the token: its words are left out. */
function readQuietly(file: string, hint: string): object {
  try {
    return readJsonObject(file, hint)
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    const [place = '', quoted] = error.message.split(/(?<= is not JSON: [^"]*)(?=")/)
    if (quoted === undefined) throw error
    throw new BatchError(error.code, place + quoted.replace(/[^\s"':,{}[\]]{6,}/g, '…'), { hint })
  }
}

/** @throws BatchError `configuration`; nothing of what may be the token is ever repeated. */
export function requireProfile(file: string, content: object): asserts content is Profile {
  const token = process.env['RWA_API_TOKEN']
  const secrets = listTexts(content).flatMap(({ path, value }) => {
    const isFile = (path[0] === 'tokenFile' || path[0] === 'companies') && existsSync(resolve(dirname(file), value))
    const reason = explainValue(isFile ? '' : String(path[0]), value, token)
    return reason === undefined ? [] : `${nameOf(path)}: ${reason}`
  })
  const parsed = profileSchema.safeParse(content)
  const faults = [...secrets, ...(parsed.success || secrets.length > 0 ? [] : listFaults(parsed.error))]
  if (faults.length === 0) return
  const more = faults.length > mostTold ? `; and ${faults.length - mostTold} more` : ''
  throw new BatchError('configuration', `${file}: ${faults.slice(0, mostTold).join('; ')}${more}`, {
    hint: 'Correct the file, or name another one with ‹profile›. Nothing was sent.',
  })
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
