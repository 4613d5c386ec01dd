import { columnOfLetters } from '../package/reference.ts'
import type { RawRow } from './sheet-splitter.ts'

export interface LastCell {
  /** 0-based. */
  column: number
  /** After the reference, as written. */
  attributes: string
  /** Nothing follows in its row; an extension list would. */
  isAtEnd: boolean
}

const startTag = /^<c r="([A-Z]{1,3})\d+"([^>]*)>/

/** `unusual`: not written as spreadsheet programs do. */
export function readLastCell({ bytes, openLength, bodyEnd }: RawRow): LastCell | 'none' | 'unusual' {
  const body = bytes.toString('latin1', openLength, bodyEnd)
  const at = body.lastIndexOf('<c')
  if (at < 0) return 'none'
  const found = startTag.exec(body.slice(at))
  if (found === null) return 'unusual'
  const [tag, letters = '', attributes = ''] = found
  const isAtEnd = attributes.endsWith('/') ? at + tag.length === body.length : body.endsWith('</c>')
  return { column: columnOfLetters(letters), attributes, isAtEnd }
}
