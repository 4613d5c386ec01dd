import type { Fingerprint } from './port/targets.ts'

/** Stored as `salt:hash`. */
export function parseFingerprint(stored: string): Fingerprint | undefined {
  const { salt, hash } = /^(?<salt>[0-9a-f]+):(?<hash>[0-9a-f]+)$/.exec(stored)?.groups ?? {}
  return salt === undefined || hash === undefined ? undefined : { salt, hash }
}

export function normalizeLabel(company: string): string {
  return company.trim().normalize('NFKC').toLowerCase()
}
