import { define } from './message.ts'
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

export const profileMessages = {
  /** `found` and `values`: in the words of the question. */
  'profile-not-agreed': define<{ file: string; found: string; values: string }>({
    text: '{found} ({values}): nothing was read or sent',
    hint: 'If you know these values, name it for this run with ‹profile› {file}, or agree to it from now on with ‹trustProfile›.',
    page: { hint: 'Start the program again: it asks whether they may be used.' },
  }),
  'profile-of-another': define<{ file: string; where: string }>({
    text: '{file} was found {where}, and belongs to another account',
    hint: 'A profile decides where the token is sent: to use this one, name it with ‹profile› <file>.',
  }),
  'profile-faulty': define<{ file: string; faults: string }>({
    text: '{file}: {faults}',
    hint: 'Correct the file, or name another one with ‹profile›. Nothing was sent.',
  }),
}
