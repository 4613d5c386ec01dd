import { dirname, resolve } from 'node:path'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { OperationName } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { FixEntries } from '../fix-lists.ts'

/** What holds for every sheet of an operation. */
export interface OperationProfile {
  /** Worksheets to read as one run, or `all` whose headings fit. */
  sheets?: string | readonly string[]
  /** Own heading → field. */
  columns?: Readonly<Record<string, string>>
  /** Field → value for its empty cells, or for all rows where there is no such column. */
  set?: Readonly<Record<string, string>>
  /** How dates written as text are read. */
  dateFormats?: string | readonly string[]
  /** Field → what people write in its cells → what the service takes. */
  values?: FixEntries
  hidden?: 'include' | 'skip'
  encoding?: string
  delimiter?: string
}

/** What a company says of itself once, for every run. Paths count from the folder of the file. */
export interface Profile extends Readonly<Partial<Record<OperationName, OperationProfile>>> {
  $schema?: string
  baseUrl?: string
  company?: string
  tokenFile?: string
  /** Company → a file with its token. */
  companies?: Readonly<Record<string, string>>
  ledger?: string
  lists?: string
  /** Nothing is decided but by two: one seals the plan, another releases it. */
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

/** A profile and where it stands. */
export interface FoundProfile {
  /** An absolute path. */
  file: string
  profile: Profile
}

/** What stands before a guess until somebody keeps it; alone, where there is nothing to guess. */
export const guessPrefix = '?'

/** What a profile says of an operation. */
export function settingsOf(profile: Profile, { name }: Pick<Operation, 'name'>): OperationProfile {
  return profile[name as OperationName] ?? {}
}

/** A path of a profile as an absolute one; `-` and the address of a database stay. */
export function resolvePath({ file }: Pick<FoundProfile, 'file'>, path: string): string {
  return path === '-' || isDatabaseAddress(path) ? path : resolve(dirname(file), path)
}
