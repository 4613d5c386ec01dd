import { dirname, resolve } from 'node:path'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { OperationName } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { FixEntries } from '../fix-lists.ts'

/** Settings for every sheet of an operation. */
export interface OperationProfile {
  /** Worksheets to read as one run, or `all` whose headings fit. */
  sheets?: string | readonly string[]
  /** Own heading → field. */
  columns?: Readonly<Record<string, string>>
  /** Field → value for its empty cells, or for all rows where there is no such column. */
  set?: Readonly<Record<string, string>>
  /** Patterns of dates written as text. */
  dateFormats?: string | readonly string[]
  /** Field → written text → value for the service. */
  values?: FixEntries
  hidden?: 'include' | 'skip'
  encoding?: string
  delimiter?: string
}

/** Settings of a company for every run. Paths are relative to the folder of the file. */
export interface Profile extends Readonly<Partial<Record<OperationName, OperationProfile>>> {
  $schema?: string
  baseUrl?: string
  company?: string
  tokenFile?: string
  /** Company → path of a file with its token. */
  companies?: Readonly<Record<string, string>>
  ledger?: string
  lists?: string
  /** A decision needs two people: one seals the plan, another releases it. */
  fourEyes?: boolean
  /** Alias of `fourEyes`. */
  secondPair?: boolean
  concurrency?: number
  rate?: number
  requestTimeout?: string
  pollTimeout?: string
  retries?: number
  retryStatus?: readonly number[]
  distrustStatus?: readonly number[]
  waitForService?: string
  maxUnknown?: number
  maxErrors?: number
}

export interface FoundProfile {
  /** An absolute path. */
  file: string
  profile: Profile
}

/** Marks a guess until a person accepts it; alone, where there is nothing to guess. */
export const guessPrefix = '?'

export function settingsOf(profile: Profile, { name }: Pick<Operation, 'name'>): OperationProfile {
  return profile[name as OperationName] ?? {}
}

/** @default false */
export function requiresFourEyes({ fourEyes, secondPair }: Profile): boolean {
  return fourEyes ?? secondPair ?? false
}

/** Makes a path absolute; `-` and the address of a database stay. */
export function resolvePath({ file }: Pick<FoundProfile, 'file'>, path: string): string {
  return path === '-' || isDatabaseAddress(path) ? path : resolve(dirname(file), path)
}
