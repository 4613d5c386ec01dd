import { z } from 'zod'
import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { accept, type ReadResult, refuseUnreadable, refuseValue } from './read-result.ts'
import { plainText } from './text.ts'

const address = z.email()
const withName = /^(?<name>[^<>]*)<(?<inner>[^<>]+)>$/
const example = 'Write one address, such as ann.lee@example.com.'

/** Reads one e-mail address; drops a display name, `mailto:` and white space at the ends. */
export function readEmail(cell: Cell): ReadResult<string> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  if (cell.t !== 's') return refuseValue('must be an e-mail address', example)
  const written = plainText(cell.v).trim()
  const named = withName.exec(toOneLine(written))
  const bare = (named?.groups?.['inner'] ?? written).replace(/^mailto:/i, '').trim()
  if (/\s/.test(bare)) return refuseValue('must be one e-mail address without spaces or line breaks inside', example)
  if (!address.safeParse(bare).success) return refuseValue('must be an e-mail address', example)
  return named === null ? accept(bare) : accept(bare, `only the address ${bare} is used.`)
}
