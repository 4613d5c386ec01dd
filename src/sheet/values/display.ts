import { assertNever } from '../../support/errors.ts'
import type { Cell } from '../cell.ts'
import { trimText } from '../fold-text.ts'
import { showNumber } from '../number-format/show-number.ts'

/** For messages: numbers as a simple format shows them, dates as YYYY-MM-DD. */
export function displayCell(cell: Cell): string {
  switch (cell.t) {
    case 's':
      return trimText(cell.v)
    case 'n':
      return showNumber(cell.v, cell.f)
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE'
    case 'd':
      return displayDate(cell.v)
    case 'e':
      return cell.v
    case 'z':
      return ''
    default:
      return assertNever(cell)
  }
}

/** `2026-03-01`, with the time unless midnight: `2026-03-01 14:30`. */
function displayDate(value: string): string {
  const [date = '', time = ''] = value.split('T')
  const shown = displayTime(time)
  return shown === '' ? date : `${date} ${shown}`
}

/** `14:30` or `14:30:05`; empty at midnight. */
export function displayTime(time: string): string {
  return /[1-9]/.test(time) ? time.replace(/\.0+$/, '').replace(/^(\d\d:\d\d):00$/, '$1') : ''
}

/** For one line of a message: line breaks become spaces; at most `length` characters. */
export function shorten(text: string, length = 80): string {
  // The first slice avoids folding a huge cell.
  const line = text.slice(0, 4 * length).replace(/\s+/g, ' ')
  const characters = [...line]
  const isWhole = characters.length <= length && text.length <= 4 * length
  return isWhole ? line : `${characters.slice(0, length - 1).join('')}…`
}
