import { createHash } from 'node:crypto'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'

/**
 * Columns that never change, even when the row is sent again later or its trip is forgotten: the attempt, and the digest
 * of its content.
 */
export const digestColumns = [
  'sentAt',
  'answeredAt',
  'account',
  'machine',
  'file',
  'operation',
  'httpStatus',
  'outcome',
  'company',
  'run',
  'contentDigest',
] as const

export type DigestLine = Readonly<Record<(typeof digestColumns)[number], string | number | null>>

export const digestMethod =
  'Each digest is the SHA-256, in hex, of the digest of the line before (nothing for the first), a line feed, and the JSON array of the texts in ' +
  `${digestColumns.join(', ')} of its own line ("" for an empty cell). These never change: another export of the same ledger has the same digests, so a line that was changed, left out or added in this file shows from there on. ` +
  'contentDigest is the SHA-256, in hex, of salt, a line feed, and the JSON array of the texts in detail, request; of a trip that was forgotten these are erased, and its contentDigest stays. A text that is cut at 32,767 characters cannot be compared with it.'

export function chainDigest(before: string, line: DigestLine): string {
  const texts = digestColumns.map((column) => truncateCellText(String(line[column] ?? '')))
  return chain(before, texts)
}

/** Apart from `digest`, which exports of earlier versions have without the login. */
export const loginDigestMethod =
  'Each is computed likewise from the texts in digest, login of its own line. A ledger that was moved to a file has no logins.'

export function chainLogin(before: string, digest: string, login: string | null): string {
  return chain(before, [digest, truncateCellText(login ?? '')])
}

function chain(before: string, texts: readonly string[]): string {
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(texts)}`)
    .digest('hex')
}
