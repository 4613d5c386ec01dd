import { createHash } from 'node:crypto'
import { tableTitles } from '../../messages/result-titles.ts'

export const referenceHeading = tableTitles['reference'] ?? 'Reference'
export const staffIdLabel = 'Your staff ID'

/** What ties a line of a shared workbook to its trip. */
export interface Reference {
  /** Of the share-out. */
  code: string
  /** Its number among the workbooks, from 1. */
  part: number
  row: number
}

/** The same for the same rows in the same workbooks: shared out once more, answers to the first ones still fit. */
export function codeOfShare(content: readonly unknown[]): string {
  return digestOfText(JSON.stringify(content)).slice(0, 6).toUpperCase()
}

export function referToPart({ code, part }: Omit<Reference, 'row'>): string {
  return `${code}-${String(part).padStart(2, '0')}`
}

/** With a digest of the identifier: neither of the two can be changed, or stand in another row, unnoticed. */
export function referToLine(reference: Reference, identifier: string): string {
  const place = `${referToPart(reference)}-${String(reference.row).padStart(3, '0')}`
  return `${place}-${digestOfText(`${place} ${identifier}`).slice(0, 8)}`
}

/** Undefined for another text. */
export function readReference(text: string): Reference | undefined {
  const [, code, part, row] = /^([0-9A-F]{6})-(\d{2,})-(\d{3,})-[0-9a-f]{8}$/.exec(text) ?? []
  return code === undefined ? undefined : { code, part: Number(part), row: Number(row) }
}

/** Of the workbook itself, in a text above its headings. */
export function findPart(text: string): Omit<Reference, 'row'> | undefined {
  const [, code, part] = /\b([0-9A-F]{6})-(\d{2,})\b/.exec(text) ?? []
  return code === undefined ? undefined : { code, part: Number(part) }
}

export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
