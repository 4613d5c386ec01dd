import { readToken, type TokenSources } from '../../client/token.ts'
import { type FoundProfile, resolvePath } from '../profile/profile.ts'
import type { Company } from './serve-companies.ts'

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
