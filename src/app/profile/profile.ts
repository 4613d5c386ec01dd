import { dirname, resolve } from 'node:path'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { OperationName } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ProfileSettings } from '../../settings/option-types.ts'

/** Settings of a company for every run. Paths are relative to the folder of the file. */
export interface Profile extends ProfileSettings, Readonly<Partial<Record<OperationName, OperationProfile>>> {
  $schema?: string
}

export interface FoundProfile {
  file: string
  profile: Profile
}

/** Marks a guess until a person accepts it; alone, where there is nothing to guess. */
export const guessPrefix = '?'

export function formatGuess(meant = ''): string {
  return meant === '' ? guessPrefix : `${guessPrefix} ${meant}`
}

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
