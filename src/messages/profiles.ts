import { codeOfCharacter } from './show-codes.ts'

/** What a person is asked before a profile that was found is used. */
export interface ProfileQuestion {
  file: string
  /** Another content was agreed to before. */
  isChanged: boolean
  /** `about`: the meaning of the key. */
  values: readonly { key: string; value: string; about: string }[]
}

export function describeNewProfile({ file, isChanged }: Omit<ProfileQuestion, 'values'>): string {
  return isChanged
    ? `the profile ${file} names other values than the ones that were agreed to`
    : `the profile ${file} was found, and nobody agreed yet to what it names`
}

/** A host in its ASCII form, invisible characters and those that reverse text as codes: a look-alike is seen. */
export function describeValue({ key, value }: Omit<ProfileQuestion['values'][number], 'about'>): string {
  const written = /^https?:/i.test(value) && URL.canParse(value) ? new URL(value).href : value
  return `${key}: ${written.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, codeOfCharacter)}`
}
