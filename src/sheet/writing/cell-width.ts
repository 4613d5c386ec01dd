import type { Cell } from '../cell.ts'
import { type FormatToken, splitFormat } from '../number-format/classify.ts'
import { displayCell } from '../values/display.ts'

/** In points: one line, and Excel's limit for a row. */
export const lineHeight = 15
export const maxHeight = 409

/** Combining and format characters take no width. */
const zeroWidth = /[\p{M}\p{Cf}]/gu
/** East Asian letters, full-width forms and emoji take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu
/** No character in this range is invisible or wide. */
const plain = /^[\x20-\u02ff]*$/

/** In characters of the column width: the longest line. */
export function measureText(text: string): number {
  if (plain.test(text)) return text.length
  return text.split(/\r?\n|\r/).reduce((most, line) => Math.max(most, measureLine(line)), 0)
}

/** A column's width is in digits; the letters of a sentence are narrower. */
const letterWidth = 0.87
/** Word wrap leaves some room at the end of a line. */
const raggedness = 1.08

/** An estimate for a column that wraps long text. */
export function countLines(text: string, width: number): number {
  return text.split(/\r?\n|\r/).reduce((sum, line) => {
    const length = measureLine(line) * (line.search(wide) === -1 ? letterWidth : 1)
    return sum + (length <= width ? 1 : Math.ceil((length * raggedness) / Math.max(1, width)))
  }, 0)
}

/** As displayed: a date wider than its column shows as `#####`. */
export function measureCell(cell: Cell): number {
  if (cell.t === 's') return measureText(cell.v)
  const length = measureText(displayCell(cell))
  if (cell.t !== 'd' || cell.f === undefined) return length
  const [first = []] = splitFormat(cell.f)
  return Math.max(
    length,
    first.reduce((width, token) => width + measureToken(token), 0),
  )
}

function measureLine(line: string): number {
  if (plain.test(line)) return line.length
  const seen = line.replace(zeroWidth, '')
  return [...seen].length + (seen.match(wide)?.length ?? 0)
}

/** Names of months and days count as long as in some languages. */
function measureToken({ type, raw, value }: FormatToken): number {
  switch (type) {
    case 'datetime':
      if (/^[md]{4}/i.test(raw)) return 10
      if (/^y/i.test(raw)) return raw.length > 2 ? 4 : 2
      return raw.length === 3 ? 4 : 2
    case 'ampm':
      return 2
    case 'duration':
      return 3
    default:
      return /^[[*]/.test(raw) ? 0 : measureText(String(value))
  }
}
