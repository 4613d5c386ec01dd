import { createHash } from 'node:crypto'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import { auditColumns, proofTitles } from './audit-columns.ts'

/** What never changes, even when the row is sent again later or its trip is forgotten. */
const keptColumns =
  'sentAt answeredAt account machine file operation httpStatus outcome company run contentDigest'.split(' ')

const titleOf = new Map<string, string>([
  ...auditColumns.map(({ name, title }) => [name, title] as const),
  ...Object.entries(proofTitles),
])
const named = (names: readonly string[]): string => names.map((name) => titleOf.get(name) ?? name).join(', ')

/** Enough to write a verifier from. */
export const digestRecipes: readonly (readonly [about: string, recipe: string])[] = [
  [
    proofTitles.digest,
    'The SHA-256, in hex, of three things: the digest of the line before, a line feed, and the JSON array of the texts of all other cells of the line, from left to right ("" for an empty cell, also at the end). ' +
      'The row of headings counts as the line before the first, with nothing before it and all of its texts; no cell shows its digest. ' +
      'A number counts as its digits (200, 7.5), a time or a day as 2026-03-01T09:30:00.000Z. In a CSV file texts count as they stand there. ' +
      'A cell that was changed, and lines that were taken out, added or exchanged, show at the next digest; not when all later digests were computed again.',
  ],
  [
    proofTitles.ledgerDigest,
    `The same in every export of these lines, also when a row was sent again or its trip forgotten: computed likewise from the texts in ${named(keptColumns)} alone, with nothing before the first line.`,
  ],
  [
    proofTitles.contentDigest,
    `The SHA-256, in hex, of the text in ${named(['salt'])}, a line feed, and the JSON array of the texts in ${named(['detail', 'request'])}. Of a trip that was forgotten these are empty, and its ${named(['contentDigest'])} stays. A text that is cut at 32,767 characters cannot be compared with it.`,
  ],
]

export function chainDigest(before: string, texts: readonly string[]): string {
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(texts)}`)
    .digest('hex')
}

/** Outlasts the forgetting of the trip. `before`: that of the line before; empty for the first. */
export function chainKept(before: string, textOf: (column: string) => string): string {
  return chainDigest(
    before,
    keptColumns.map((column) => truncateCellText(textOf(column))),
  )
}
