import { foldText } from './fold-text.ts'

/** One ID in two spellings: without case, width, accents, spaces and dashes. */
export function foldId(id: string): string {
  return foldText(id.normalize('NFKC')).replace(/[\s\p{Pd}]+/gu, '')
}

/** Also without zeros before a number, which spreadsheets drop. */
export function foldEmployeeId(id: string): string {
  return foldId(id).replace(/(?<!\d)0+(?=\d)/g, '')
}
