import { z } from 'zod'
import { find } from '../../messages/catalogue.ts'
import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { accept, type ReadResult, refuseUnreadable, refuseValue } from './read-result.ts'
import { plainText } from './text.ts'

const address = z.email()
const withName = /^(?<name>[^<>]*)<(?<inner>[^<>]+)>$/

/** Reads one e-mail address; drops a display name, `mailto:` and white space at the ends. */
export function readEmail(cell: Cell): ReadResult<string> {
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  if (cell.t !== 's') return refuseValue(find('no-email'))
  const written = plainText(cell.v).trim()
  const named = withName.exec(toOneLine(written))
  const bare = (named?.groups?.['inner'] ?? written).replace(/^mailto:/i, '').trim()
  if (/\s/.test(bare)) return refuseValue(find('email-spaces'))
  if (!address.safeParse(bare).success) return refuseValue(find('no-email'))
  return named === null ? accept(bare) : accept(bare, find('email-named', { address: bare }))
}
